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
  const keys = readKeys(settings);
  const { current, active, retired } = keys;
  // A ring whose current key is missing or retired is refused when it is opened.
  rootOf(keys, current);
  /** Active keys first. */
  const all = [...active.keys(), ...retired.keys()];
  const wrapDataKey = (key: KeyObject, boundTo: string) => ({
    keyId: current,
    wrapped: encrypt(rootOf(keys, current).wrap, key.export(), boundTo),
  });
  const publicKey = (purpose: SignPurpose, keyId = current) =>
    retired.get(keyId)?.anchors ?? createPublicKey(rootOf(keys, keyId).sign[purpose]);
  return {
    makeDataKey(boundTo) {
      const key = createSecretKey(randomBytes(32));
      return { key, ...wrapDataKey(key, boundTo) };
    },
    wrapDataKey,
    unwrapDataKey: ({ keyId, wrapped }, boundTo) =>
      createSecretKey(decrypt(rootOf(keys, keyId).wrap, wrapped, boundTo)),
    seal: (purpose, plain, boundTo) => sealWith(keys, purpose, plain, boundTo),
    unseal: (purpose, sealed, boundTo) => unsealWith(keys, purpose, sealed, boundTo),
    mac: (purpose, content, keyId = current) => macUnder(keys, keyId, purpose, content),
    macs: (purpose, content) => [...active.keys()].map((keyId) => macUnder(keys, keyId, purpose, content)),
    sign: (purpose, content) => ({
      keyId: current,
      signature: sign(null, Buffer.from(content), rootOf(keys, current).sign[purpose]),
    }),
    isSigned: (purpose, content, { keyId, signature }) =>
      all.includes(keyId) && verify(null, Buffer.from(content), publicKey(purpose, keyId), signature),
    publicKey,
    has: (keyId) => all.includes(keyId),
    current,
    keyIds: all.map((keyId) => ({ keyId, retired: retired.has(keyId) })),
    retiredForm: (keyId) => retiredForm(keys, keyId),
    keyedHash: (text) => hashUnder(keys, current, text),
    keyedHashes: (text) => all.map((keyId) => hashUnder(keys, keyId, text)),
  };
}

/** The keys of a ring by their ids. */
interface Keys {
  current: string;
  active: ReadonlyMap<string, ReturnType<typeof deriveAll>>;
  retired: ReadonlyMap<string, ReturnType<typeof readRetired>>;
}

function readKeys(settings: { current: string; keys: Record<string, string> }): Keys {
  const given = Object.entries(settings.keys);
  return {
    current: settings.current,
    active: new Map(
      given
        .filter(([, text]) => !text.startsWith(RETIRED))
        .map(([keyId, encoded]) => [keyId, deriveAll(Buffer.from(encoded, 'base64'))]),
    ),
    retired: new Map(
      given.filter(([, text]) => text.startsWith(RETIRED)).map(([keyId, text]) => [keyId, readRetired(text)]),
    ),
  };
}

function rootOf({ active, retired }: Keys, keyId: string): ReturnType<typeof deriveAll> {
  const found = active.get(keyId);
  if (found !== undefined) return found;
  throw new Error(
    retired.has(keyId) ? `The key ${keyId} is retired and opens nothing` : `The key ring has no key ${keyId}`,
  );
}

function sealWith(keys: Keys, purpose: SealPurpose, plain: Buffer | string, boundTo: string): Buffer {
  const name = Buffer.from(keys.current);
  const sealed = encrypt(rootOf(keys, keys.current).seal[purpose], plain, boundTo);
  return Buffer.concat([Buffer.from([KEY_OF_ITS_OWN, name.length]), name, sealed]);
}

function unsealWith(keys: Keys, purpose: SealPurpose, sealed: Buffer, boundTo: string): Buffer {
  const common = sealed[0] !== KEY_OF_ITS_OWN;
  if (common && !COMMON_BEFORE.has(purpose)) throw new Error(`Nothing was ever sealed so as a ${purpose}`);
  const named = sealed.subarray(common ? 0 : 1);
  const end = 1 + (named[0] ?? 0);
  const root = rootOf(keys, named.subarray(1, end).toString());
  return decrypt(common ? root.common : root.seal[purpose], named.subarray(end), boundTo);
}

function hashUnder(keys: Keys, keyId: string, text: string): KeyedHash {
  const { hash } = keys.retired.get(keyId) ?? rootOf(keys, keyId);
  return { keyId, hash: createHmac('sha256', hash).update(text).digest() };
}

function macUnder(keys: Keys, keyId: string, purpose: MacPurpose, content: readonly (Buffer | string)[]): KeyedHash {
  const trail = purpose === 'audit trail' ? keys.retired.get(keyId)?.trail : undefined;
  const hmac = createHmac('sha256', trail ?? rootOf(keys, keyId).mac[purpose]);
  for (const part of content) hmac.update(part);
  return { keyId, hash: hmac.digest() };
}

function retiredForm(keys: Keys, keyId: string): string {
  const { hash, mac, sign: signers } = rootOf(keys, keyId);
  const { x = '' } = createPublicKey(signers['audit anchor']).export({ format: 'jwk' });
  const kept = Buffer.concat([hash.export(), mac['audit trail'].export(), Buffer.from(x, 'base64url')]);
  return RETIRED + kept.toString('base64');
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
