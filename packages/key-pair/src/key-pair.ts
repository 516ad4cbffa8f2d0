// Creates a key and a self-signed certificate, in a browser or in Node. Only the caller gets the private key: nothing here sends
// or stores it. Load it on demand, because it is large. It is part of the CLI that partners install, so it imports nothing else
// from the repository.
import 'reflect-metadata';
import { PemConverter, X509CertificateGenerator } from '@peculiar/x509';

export interface KeyPair {
  /** PEM. */
  certificate: string;
  /** PKCS #8, PEM. */
  privateKey: string;
}

const DAY_MS = 86_400_000;
const VALID_DAYS = 365;
/** The server's clock may be slow, and a certificate that is not valid yet is refused. */
const EARLIER_MS = 3_600_000;
const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 3072,
  publicExponent: new Uint8Array([1, 0, 1]),
};

export async function makeKeyPair(clientId: string): Promise<KeyPair> {
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
