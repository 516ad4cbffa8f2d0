// Encryption at rest. A key ring holds root keys by id; each customer has a data key of its own, wrapped by the ring's
// current key. Rotating is adding a key and naming it current: older ids go on unwrapping what they wrapped.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import {
  COMMON_BEFORE,
  MAC_PURPOSES,
  type MacPurpose,
  SEAL_PURPOSES,
  type SealPurpose,
  SIGN_PURPOSES,
  type SignPurpose,
} from './purposes.ts';
import { randomBytesFromPool } from './random.ts';

export type { MacPurpose, SealPurpose, SignPurpose } from './purposes.ts';

export interface KeyedHash {
  keyId: string;
  hash: Buffer;
}

export interface WrappedKey {
  keyId: string;
  wrapped: Buffer;
}

export interface KeyRing {
  /** A new data key, and its wrapped form, bound to the row that will hold it. */
  makeDataKey(boundTo: string): { key: KeyObject } & WrappedKey;
  unwrapDataKey(wrapped: WrappedKey, boundTo: string): KeyObject;
  /** Encrypts a small secret for one purpose, bound to the row that will hold it; names the ring's key inside. */
  seal(purpose: SealPurpose, plain: Buffer | string, boundTo: string): Buffer;
  unseal(purpose: SealPurpose, sealed: Buffer, boundTo: string): Buffer;
  /** Shows that somebody who holds the ring wrote this; with a key of the ring, its current one unless named. */
  mac(purpose: MacPurpose, content: readonly (Buffer | string)[], keyId?: string): KeyedHash;
  /** The same with every key of the ring, for what was written before a rotation. */
  macs(purpose: MacPurpose, content: readonly (Buffer | string)[]): KeyedHash[];
  /** Signs with the ring's current key; whoever has the public half, and not the ring, can check it. */
  sign(purpose: SignPurpose, content: string): { keyId: string; signature: Buffer };
  isSigned(purpose: SignPurpose, content: string, by: { keyId: string; signature: Buffer }): boolean;
  publicKey(purpose: SignPurpose, keyId?: string): KeyObject;
  /** Whether the ring holds a key of that id. */
  has(keyId: string): boolean;
  /** Equal texts give equal hashes under one key, and nobody without the ring can try texts out. */
  keyedHash(text: string): KeyedHash;
  /** The hashes of a text under every key of the ring, for finding rows written before a rotation. */
  keyedHashes(text: string): KeyedHash[];
}

export function openKeyRing(settings: { current: string; keys: Record<string, string> }): KeyRing {
  const roots = new Map(
    Object.entries(settings.keys).map(([keyId, encoded]) => [keyId, deriveAll(Buffer.from(encoded, 'base64'))]),
  );
  const root = (keyId: string) => {
    const found = roots.get(keyId);
    if (found === undefined) throw new Error(`The key ring has no key ${keyId}`);
    return found;
  };
  const hashUnder = (keyId: string, text: string) => ({
    keyId,
    hash: createHmac('sha256', root(keyId).hash).update(text).digest(),
  });
  const macUnder = (keyId: string, purpose: MacPurpose, content: readonly (Buffer | string)[]) => {
    const hmac = createHmac('sha256', root(keyId).mac[purpose]);
    for (const part of content) hmac.update(part);
    return { keyId, hash: hmac.digest() };
  };
  root(settings.current);
  return {
    makeDataKey(boundTo) {
      const bytes = randomBytes(32);
      const wrapped = encrypt(root(settings.current).wrap, bytes, boundTo);
      return { key: createSecretKey(bytes), keyId: settings.current, wrapped };
    },
    unwrapDataKey: ({ keyId, wrapped }, boundTo) => createSecretKey(decrypt(root(keyId).wrap, wrapped, boundTo)),
    seal(purpose, plain, boundTo) {
      const name = Buffer.from(settings.current);
      const sealed = encrypt(root(settings.current).seal[purpose], plain, boundTo);
      return Buffer.concat([Buffer.from([KEY_OF_ITS_OWN, name.length]), name, sealed]);
    },
    unseal(purpose, sealed, boundTo) {
      const common = sealed[0] !== KEY_OF_ITS_OWN;
      if (common && !COMMON_BEFORE.has(purpose)) throw new Error(`Nothing was ever sealed so as a ${purpose}`);
      const named = sealed.subarray(common ? 0 : 1);
      const end = 1 + (named[0] ?? 0);
      const keys = root(named.subarray(1, end).toString());
      return decrypt(common ? keys.common : keys.seal[purpose], named.subarray(end), boundTo);
    },
    mac: (purpose, content, keyId = settings.current) => macUnder(keyId, purpose, content),
    macs: (purpose, content) => [...roots.keys()].map((keyId) => macUnder(keyId, purpose, content)),
    sign: (purpose, content) => ({
      keyId: settings.current,
      signature: sign(null, Buffer.from(content), root(settings.current).sign[purpose]),
    }),
    isSigned: (purpose, content, { keyId, signature }) =>
      roots.has(keyId) && verify(null, Buffer.from(content), createPublicKey(root(keyId).sign[purpose]), signature),
    publicKey: (purpose, keyId = settings.current) => createPublicKey(root(keyId).sign[purpose]),
    has: (keyId) => roots.has(keyId),
    keyedHash: (text) => hashUnder(settings.current, text),
    keyedHashes: (text) => [...roots.keys()].map((keyId) => hashUnder(keyId, text)),
  };
}

/**
 * The first byte of what was sealed with the key of its purpose. What one key sealed for all purposes, before there was one
 * each, begins with the length of the key's name, which is never nothing.
 */
const KEY_OF_ITS_OWN = 0;

/** One root key serves several purposes, each with a key derived for it alone: whoever gets hold of one has no other. */
function deriveAll(root: Buffer) {
  return {
    wrap: derive(root, 'wrap data key'),
    hash: derive(root, 'identity hash'),
    common: derive(root, 'seal secret'),
    seal: deriveEach(root, 'seal', SEAL_PURPOSES),
    mac: deriveEach(root, 'mac', MAC_PURPOSES),
    sign: deriveSigners(root),
  };
}

/** How an Ed25519 key is written down: this, then its 32 bytes. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

function deriveSigners(root: Buffer) {
  const derived = SIGN_PURPOSES.map((purpose) => {
    const seed = Buffer.from(hkdfSync('sha256', root, '', `sign: ${purpose}`, 32));
    const key = createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
    return [purpose, key] as const;
  });
  return Object.fromEntries(derived) as Record<SignPurpose, KeyObject>;
}

function deriveEach<Purpose extends string>(root: Buffer, use: string, purposes: readonly Purpose[]) {
  const derived = purposes.map((purpose) => [purpose, derive(root, `${use}: ${purpose}`)] as const);
  return Object.fromEntries(derived) as Record<Purpose, KeyObject>;
}

/** AES-256-GCM: nonce, ciphertext, tag. `boundTo` (a row's id) is authenticated, so a value cannot be moved between rows. */
export function encrypt(key: KeyObject, plain: Buffer | string, boundTo: string): Buffer {
  const nonce = randomBytesFromPool(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(boundTo));
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  return Buffer.concat([nonce, body, cipher.final(), cipher.getAuthTag()]);
}

export function decrypt(key: KeyObject, sealed: Buffer, boundTo: string): Buffer {
  // A shorter tag would be easier to guess, and the text says how long it is.
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(sealed.subarray(sealed.length - 16));
  return Buffer.concat([decipher.update(sealed.subarray(12, sealed.length - 16)), decipher.final()]);
}

/** A key object, because Node takes three times as long to use the same bytes as a buffer. */
function derive(root: Buffer, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', root, '', purpose, 32)));
}
