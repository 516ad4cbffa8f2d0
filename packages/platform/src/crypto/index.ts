// Encryption at rest. A key ring holds root keys by id; each customer has a separate data key, wrapped with the ring's
// current key. To rotate, add a key and make it current: older keys still unwrap what they wrapped. Once nothing is wrapped
// with an older key, it is retired: the ring keeps only what is needed to match earlier hashes and verify the audit trail.
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

interface KeyedHash {
  keyId: string;
  hash: Buffer;
}

interface WrappedKey {
  keyId: string;
  wrapped: Buffer;
}

export interface KeyRing {
  /** A new data key and its wrapped form, bound to the row that will store it. */
  makeDataKey(boundTo: string): { key: KeyObject } & WrappedKey;
  unwrapDataKey(wrapped: WrappedKey, boundTo: string): KeyObject;
  /** Wraps with the ring's current key. */
  wrapDataKey(key: KeyObject, boundTo: string): WrappedKey;
  /** Encrypts a small secret for one purpose, bound to the row that will store it; the result names the ring's key. */
  seal(purpose: SealPurpose, plain: Buffer | string, boundTo: string): Buffer;
  unseal(purpose: SealPurpose, sealed: Buffer, boundTo: string): Buffer;
  /** Proves that a holder of the ring wrote the content. Uses the ring's current key by default. */
  mac(purpose: MacPurpose, content: readonly (Buffer | string)[], keyId?: string): KeyedHash;
  /** The same with every key of the ring, to check MACs from before a rotation. */
  macs(purpose: MacPurpose, content: readonly (Buffer | string)[]): KeyedHash[];
  /** Signs with the ring's current key; the public half is enough to verify. */
  sign(purpose: SignPurpose, content: string): { keyId: string; signature: Buffer };
  isSigned(purpose: SignPurpose, content: string, by: { keyId: string; signature: Buffer }): boolean;
  publicKey(purpose: SignPurpose, keyId?: string): KeyObject;
  /** Whether the ring has a key with this id, retired or not. */
  has(keyId: string): boolean;
  readonly current: string;
  readonly keyIds: readonly { keyId: string; retired: boolean }[];
  /** The reduced form of a key that no longer wraps anything; it cannot decrypt. */
  retiredForm(keyId: string): string;
  /** Equal texts have equal hashes under the same key, and guesses cannot be tested without the ring. */
  keyedHash(text: string): KeyedHash;
  /** The hashes of a text under every key of the ring, for finding rows written before a rotation. */
  keyedHashes(text: string): KeyedHash[];
}

export function openKeyRing(settings: { current: string; keys: Record<string, string> }): KeyRing {
  const given = Object.entries(settings.keys);
  const roots = new Map(
    given
      .filter(([, text]) => !text.startsWith(RETIRED))
      .map(([keyId, encoded]) => [keyId, deriveAll(Buffer.from(encoded, 'base64'))]),
  );
  const retired = new Map(
    given.filter(([, text]) => text.startsWith(RETIRED)).map(([keyId, text]) => [keyId, readRetired(text)]),
  );
  const root = (keyId: string) => {
    const found = roots.get(keyId);
    if (found !== undefined) return found;
    throw new Error(
      retired.has(keyId) ? `The key ${keyId} is retired and opens nothing` : `The key ring has no key ${keyId}`,
    );
  };
  /** Active keys first. */
  const all = [...roots.keys(), ...retired.keys()];
  const hashUnder = (keyId: string, text: string) => ({
    keyId,
    hash: createHmac('sha256', (retired.get(keyId) ?? root(keyId)).hash)
      .update(text)
      .digest(),
  });
  const macUnder = (keyId: string, purpose: MacPurpose, content: readonly (Buffer | string)[]) => {
    const trail = purpose === 'audit trail' ? retired.get(keyId)?.trail : undefined;
    const hmac = createHmac('sha256', trail ?? root(keyId).mac[purpose]);
    for (const part of content) hmac.update(part);
    return { keyId, hash: hmac.digest() };
  };
  const wrapDataKey = (key: KeyObject, boundTo: string) => ({
    keyId: settings.current,
    wrapped: encrypt(root(settings.current).wrap, key.export(), boundTo),
  });
  const publicKey = (purpose: SignPurpose, keyId = settings.current) =>
    retired.get(keyId)?.anchors ?? createPublicKey(root(keyId).sign[purpose]);
  root(settings.current);
  return {
    makeDataKey(boundTo) {
      const key = createSecretKey(randomBytes(32));
      return { key, ...wrapDataKey(key, boundTo) };
    },
    wrapDataKey,
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
      all.includes(keyId) && verify(null, Buffer.from(content), publicKey(purpose, keyId), signature),
    publicKey,
    has: (keyId) => all.includes(keyId),
    current: settings.current,
    keyIds: all.map((keyId) => ({ keyId, retired: retired.has(keyId) })),
    retiredForm(keyId) {
      const { hash, mac, sign: signers } = root(keyId);
      const { x = '' } = createPublicKey(signers['audit anchor']).export({ format: 'jwk' });
      const kept = Buffer.concat([hash.export(), mac['audit trail'].export(), Buffer.from(x, 'base64url')]);
      return RETIRED + kept.toString('base64');
    },
    keyedHash: (text) => hashUnder(settings.current, text),
    keyedHashes: (text) => all.map((keyId) => hashUnder(keyId, text)),
  };
}

/**
 * The first byte of a value sealed with a purpose-specific key. Values sealed with the former common key start with the
 * length of the key's name, which is never zero.
 */
const KEY_OF_ITS_OWN = 0;

/** The prefix of a retired key in the settings; three keys of 32 bytes each follow. */
const RETIRED = 'retired:';
const RETIRED_BYTES = 96;

/** Whether a text is a valid key of a ring; the current key must not be retired. */
export function isRingKey(text: string, mayBeRetired: boolean): boolean {
  const retired = text.startsWith(RETIRED);
  const bytes = Buffer.from(retired ? text.slice(RETIRED.length) : text, 'base64');
  return retired ? mayBeRetired && bytes.length === RETIRED_BYTES : bytes.length === 32;
}

/** If stolen, these keys allow guessing hashed texts and forging hashes of the trail, but they decrypt nothing. */
function readRetired(text: string) {
  const kept = Buffer.from(text.slice(RETIRED.length), 'base64');
  const x = kept.subarray(64).toString('base64url');
  return {
    hash: createSecretKey(kept.subarray(0, 32)),
    trail: createSecretKey(kept.subarray(32, 64)),
    anchors: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }),
  };
}

/** Each purpose has its own key, derived from the root key: a leaked key reveals no other. */
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

/** The PKCS #8 prefix of an Ed25519 key; its 32 bytes follow. */
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

/**
 * AES-256-GCM: nonce, ciphertext, tag. `boundTo` (a row's id) is authenticated, so a value cannot be moved to another
 * row.
 */
export function encrypt(key: KeyObject, plain: Buffer | string, boundTo: string): Buffer {
  const nonce = randomBytesFromPool(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(Buffer.from(boundTo));
  const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
  return Buffer.concat([nonce, body, cipher.final(), cipher.getAuthTag()]);
}

export function decrypt(key: KeyObject, sealed: Buffer, boundTo: string): Buffer {
  // The length is fixed because a shorter tag would be easier to guess, and the input controls it.
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(sealed.subarray(sealed.length - 16));
  return Buffer.concat([decipher.update(sealed.subarray(12, sealed.length - 16)), decipher.final()]);
}

/** A KeyObject, because the same bytes as a buffer are three times slower in Node. */
function derive(root: Buffer, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', root, '', purpose, 32)));
}
