// Signs assertions with the private key of a registered certificate, in any supported form.
import { fromBase64 } from './base64.ts';

/** An RSA key as a JSON Web Key. */
export interface RsaPrivateJwk {
  kty?: string;
  n?: string;
  e?: string;
  d?: string;
  p?: string;
  q?: string;
  dp?: string;
  dq?: string;
  qi?: string;
  kid?: string;
}

/** A CryptoKey of WebCrypto: RSASSA-PKCS1-v1_5 with SHA-256, usable for signing. */
export interface SigningCryptoKey {
  readonly type: string;
  readonly algorithm: { readonly name: string };
  readonly extractable: boolean;
  readonly usages: readonly string[];
}

/** Signs with RSASSA-PKCS1-v1_5 and SHA-256 (RS256): for a key that stays in an HSM or a KMS. */
export type SignFunction = (content: Uint8Array<ArrayBuffer>) => Uint8Array | Promise<Uint8Array>;

/** PEM (PKCS#8 or PKCS#1), a JWK, a CryptoKey, or a function that signs. */
export type PrivateKey = string | RsaPrivateJwk | SigningCryptoKey | SignFunction;

/** The private key cannot be used: a mistake in the caller's settings. The message does not contain the key. */
export class PrivateKeyError extends Error {
  override name = 'PrivateKeyError';
}

const RS256 = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } as const;
/** SEQUENCE { INTEGER 0, SEQUENCE { rsaEncryption, NULL } } without its outer head: what PKCS#8 puts before a PKCS#1 key. */
const RSA_VERSION = [
  0x02, 0x01, 0x00, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00,
];

type WebKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;

/** Refuses text that is not a key at once; a key that is not RSA is refused when it first signs. */
export function createSigner(key: PrivateKey): SignFunction {
  if (typeof key === 'function') return key;
  if (typeof key === 'object' && 'algorithm' in key) {
    if (key.algorithm.name !== RS256.name || !key.usages.includes('sign'))
      throw new PrivateKeyError('The CryptoKey must be for RSASSA-PKCS1-v1_5 with SHA-256 and usable for signing.');
    return (content) => signWith(key as WebKey, content);
  }
  const load = typeof key === 'string' ? importPem(key) : () => importJwk(key);
  let loaded: Promise<WebKey> | undefined;
  return async (content) => {
    loaded ??= load();
    const imported = await loaded.catch((cause: unknown) => {
      throw new PrivateKeyError('The private key cannot be read as an RSA key.', { cause });
    });
    return signWith(imported, content);
  };
}

async function signWith(key: WebKey, content: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.sign(RS256.name, key, content));
}

const importJwk = (key: RsaPrivateJwk) => {
  const { kty, n, e, d, p, q, dp, dq, qi } = key;
  // Without alg, use and key_ops, which may not permit this use.
  return crypto.subtle.importKey('jwk', { kty, n, e, d, p, q, dp, dq, qi } as Record<string, string>, RS256, false, [
    'sign',
  ]);
};

function importPem(text: string): () => Promise<WebKey> {
  const [, label, base64 = ''] = /-----BEGIN ([A-Z ]+)-----([^-]+)-----END \1-----/.exec(text) ?? [];
  const der = fromBase64(base64.replaceAll(/\s/g, ''));
  if (label === 'ENCRYPTED PRIVATE KEY' || base64.includes(':'))
    throw new PrivateKeyError(
      'The private key is encrypted. Decrypt it first: openssl pkey -in key.pem -out plain.pem',
    );
  if (label === 'CERTIFICATE')
    throw new PrivateKeyError('privateKey is a certificate. Pass the private key that belongs to it.');
  if (label === 'EC PRIVATE KEY') throw new PrivateKeyError('The private key must be an RSA key.');
  if ((label !== 'PRIVATE KEY' && label !== 'RSA PRIVATE KEY') || der === undefined || der.length === 0)
    throw new PrivateKeyError(
      'privateKey is not a private key in PEM form, whose text starts with -----BEGIN PRIVATE KEY-----. Pass the content of the file, not its path.',
    );
  const pkcs8 = label === 'PRIVATE KEY' ? der : wrapped(0x30, [...RSA_VERSION, ...wrapped(0x04, der)]);
  return () => crypto.subtle.importKey('pkcs8', pkcs8, RS256, false, ['sign']);
}

/** A DER element with a two-byte length, as every RSA key has. */
function wrapped(tag: number, content: ArrayLike<number>): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([tag, 0x82, content.length >> 8, content.length & 0xff, ...Array.from(content)]);
}
