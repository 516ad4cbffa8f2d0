// Determines whether a connection is encrypted or stays on this machine.

/** Whether a URL uses this protocol or stays on this machine. */
export const speaks = (protocol: string) => (url: string) => {
  const found = new URL(url);
  return found.protocol === protocol || isThisMachine(found.hostname);
};

/** The only mode that also verifies the server's certificate. */
export function isEncryptedDatabase(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const socket = hostname === '' || decodeURIComponent(hostname).startsWith('/');
  return socket || isThisMachine(hostname) || searchParams.get('sslmode') === 'verify-full';
}

export function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}
