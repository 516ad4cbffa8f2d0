// Creates a key and a self-signed certificate, like the portal in the browser.
export interface KeyPair {
  /** PEM. */
  certificate: string;
  /** PKCS #8, PEM. */
  privateKey: string;
}

const DAY_MS = 86_400_000;
const VALID_DAYS = 365;
/** The clock of the server may be behind, and it rejects a certificate that is not valid yet. */
const EARLIER_MS = 3_600_000;
const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 3072,
  publicExponent: new Uint8Array([1, 0, 1]),
};

export async function makeKeyPair(clientId: string): Promise<KeyPair> {
  // Imported here, so that other commands do not wait for it to load.
  await import('reflect-metadata');
  const { PemConverter, X509CertificateGenerator } = await import('@peculiar/x509');
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const now = Date.now();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [clientId] }],
    notBefore: new Date(now - EARLIER_MS),
    notAfter: new Date(now + VALID_DAYS * DAY_MS),
    signingAlgorithm: ALGORITHM,
    keys,
  });
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    certificate: `${certificate.toString('pem')}\n`,
    privateKey: `${PemConverter.encode(pkcs8, 'PRIVATE KEY')}\n`,
  };
}
