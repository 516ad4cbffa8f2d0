/** Whether an address is local, judged only by its text, without a DNS lookup. */
export function isLocal(url: URL): boolean {
  const host = url.hostname.replace(/\.$/, '');
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
}
