// The keys that sign tokens, and their three steps: published (verifiers can fetch it), active (it signs), retired (no longer
// needed). Each step waits until every verifier has followed the previous one.
import { createHash, createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { MINUTE_MS } from '@onboarding/contract';
import type { SigningKeysRow } from '@onboarding/database/tables';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { Tx } from '@onboarding/platform/postgres';
import { addSigningKey, listSigningKeys, lockSigningKeys, makeActive, makeRetired } from './signing-key-store.ts';

/** Verifiers may use an older key set for this long; our own API refreshes after five minutes. */
export const PUBLISHED_FOR_MS = 10 * MINUTE_MS;
/** Longer than a token's lifetime plus clock skew, plus the time until every process has switched. */
export const RETIRING_FOR_MS = 6 * MINUTE_MS;

/** The step is not possible now; the message says why, and when it will be. */
export class KeyStepRefused extends Error {
  override name = 'KeyStepRefused';
}

export interface KeyParts {
  keys: KeyRing;
  now: Date;
  /** Skips the waiting times, for a compromised key. */
  force?: boolean;
}

export interface SigningKeyInUse {
  keyId: string;
  privateKey: KeyObject;
}

/** All keys in use, the signing one first. Creates the first key if there is none. */
export async function openSigningKeys(tx: Tx, parts: KeyParts): Promise<SigningKeyInUse[]> {
  const found = await listSigningKeys(tx);
  if (found.some((key) => key.status === 'Active')) return found.map((key) => open(key, parts.keys));
  await lockSigningKeys(tx);
  // Another process may have created it while this one waited for the lock.
  const again = await listSigningKeys(tx);
  if (!again.some((key) => key.status === 'Active')) await addNewKey(tx, 'Active', parts);
  return (await listSigningKeys(tx)).map((key) => open(key, parts.keys));
}

export async function publishSigningKey(tx: Tx, parts: KeyParts): Promise<string> {
  await lockSigningKeys(tx);
  const waiting = (await listSigningKeys(tx)).find((key) => key.status === 'Published');
  if (waiting !== undefined) throw new KeyStepRefused(`${waiting.keyId} is already published: activate it first`);
  return addNewKey(tx, 'Published', parts);
}

export async function activateSigningKey(tx: Tx, parts: KeyParts): Promise<string> {
  await lockSigningKeys(tx);
  const key = (await listSigningKeys(tx)).find((one) => one.status === 'Published');
  if (key === undefined) throw new KeyStepRefused('There is no published key: publish one first');
  requireTime('activated', key.publishedAt, PUBLISHED_FOR_MS, parts);
  await makeActive(tx, key.keyId, parts.now);
  return key.keyId;
}

/** Retires every key that no longer signs. */
export async function retireSigningKeys(tx: Tx, parts: KeyParts): Promise<string[]> {
  await lockSigningKeys(tx);
  const keys = (await listSigningKeys(tx)).filter((key) => key.status === 'Retiring');
  if (keys.length === 0) throw new KeyStepRefused('There is no key to retire: activate a new one first');
  for (const key of keys) {
    requireTime('retired', key.retiringAt ?? parts.now, RETIRING_FOR_MS, parts);
    await makeRetired(tx, key.keyId, parts.now);
  }
  return keys.map((key) => key.keyId);
}

function requireTime(step: string, since: Date, milliseconds: number, { now, force }: KeyParts): void {
  const at = new Date(since.getTime() + milliseconds);
  if (force === true || now >= at) return;
  throw new KeyStepRefused(
    `The key can be ${step} from ${at.toISOString()}: until then, verifiers may still need the other one`,
  );
}

async function addNewKey(tx: Tx, status: 'Active' | 'Published', { keys, now }: KeyParts): Promise<string> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const { n, e } = publicKey.export({ format: 'jwk' });
  const thumbprint = createHash('sha256')
    .update(JSON.stringify({ e, kty: 'RSA', n }))
    .digest('base64url');
  const secret = privateKey.export({ type: 'pkcs8', format: 'der' });
  const sealed = keys.seal('signing key', secret, boundTo(thumbprint));
  await addSigningKey(tx, { keyId: thumbprint, status, publicJwk: JSON.stringify({ kty: 'RSA', n, e }), sealed }, now);
  return thumbprint;
}

function open({ keyId, privateKey: sealed }: SigningKeysRow, keys: KeyRing): SigningKeyInUse {
  if (sealed === null) throw new Error(`The signing key ${keyId} has no private half`);
  const der = keys.unseal('signing key', sealed, boundTo(keyId));
  return { keyId, privateKey: createPrivateKey({ key: der, type: 'pkcs8', format: 'der' }) };
}

const boundTo = (keyId: string) => `signing key ${keyId}`;

/** Encrypts with the ring's current key. */
export function resealSigningKey(keys: KeyRing, keyId: string, sealed: Buffer): Buffer {
  return keys.seal('signing key', keys.unseal('signing key', sealed, boundTo(keyId)), boundTo(keyId));
}
