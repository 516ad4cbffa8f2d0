// The keys that sign tokens, and their three steps: published (verifiers learn of it), active (it signs), retired (nobody
// needs it any more). Each step waits until every verifier has followed the one before.
import { createHash, createPrivateKey, generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import type { SigningKeysRow } from '@onboarding/database/tables';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { Tx } from '@onboarding/platform/postgres';
import { SigningKey } from './signing-key.ts';
import { addSigningKey, listSigningKeys, lockSigningKeys, makeActive, makeRetired } from './signing-key-store.ts';

/** Verifiers may hold an older set of keys for this long; our own API asks again after five minutes. */
export const PUBLISHED_FOR_MS = 10 * 60_000;
/** Longer than a token lives, the clocks' difference included, plus the time in which every process follows. */
export const RETIRING_FOR_MS = 6 * 60_000;

/** The step cannot be taken now; the message says why and when. */
export class KeyStepRefused extends Error {
  override name = 'KeyStepRefused';
}

export interface KeyParts {
  keys: KeyRing;
  now: Date;
  /** Skips the waiting times, for a key that is in the wrong hands. */
  force?: boolean;
}

/** All private keys in use, the signing one first. Makes the first key when there is none. */
export async function loadSigningKeys(tx: Tx, parts: KeyParts): Promise<SigningKey[]> {
  const found = await listSigningKeys(tx);
  if (found.some((key) => key.status === 'Active')) return found.map((key) => toSigningKey(key, parts.keys));
  await lockSigningKeys(tx);
  // Another process may have made it while this one waited for the lock.
  const again = await listSigningKeys(tx);
  if (!again.some((key) => key.status === 'Active')) await addNewKey(tx, 'Active', parts);
  return (await listSigningKeys(tx)).map((key) => toSigningKey(key, parts.keys));
}

export async function publishSigningKey(tx: Tx, parts: KeyParts): Promise<string> {
  await lockSigningKeys(tx);
  const waiting = (await listSigningKeys(tx)).find((key) => key.status === 'Published');
  if (waiting !== undefined) throw new KeyStepRefused(`${waiting.key_id} is published already: activate it first`);
  return addNewKey(tx, 'Published', parts);
}

export async function activateSigningKey(tx: Tx, parts: KeyParts): Promise<string> {
  await lockSigningKeys(tx);
  const key = (await listSigningKeys(tx)).find((one) => one.status === 'Published');
  if (key === undefined) throw new KeyStepRefused('There is no published key: publish one first');
  requireTime('activated', key.published_at, PUBLISHED_FOR_MS, parts);
  await makeActive(tx, key.key_id, parts.now);
  return key.key_id;
}

/** Retires every key that signs no more. */
export async function retireSigningKeys(tx: Tx, parts: KeyParts): Promise<string[]> {
  await lockSigningKeys(tx);
  const keys = (await listSigningKeys(tx)).filter((key) => key.status === 'Retiring');
  if (keys.length === 0) throw new KeyStepRefused('There is no key to retire: activate a new one first');
  for (const key of keys) {
    requireTime('retired', key.retiring_at ?? parts.now, RETIRING_FOR_MS, parts);
    await makeRetired(tx, key.key_id, parts.now);
  }
  return keys.map((key) => key.key_id);
}

function requireTime(step: string, since: Date, milliseconds: number, { now, force }: KeyParts): void {
  const at = new Date(since.getTime() + milliseconds);
  if (force === true || now >= at) return;
  throw new KeyStepRefused(
    `The key can be ${step} from ${at.toISOString()} on: until then, some verifier may need the other one`,
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

function toSigningKey(row: SigningKeysRow, keys: KeyRing): SigningKey {
  if (row.private_key === null) throw new Error(`The signing key ${row.key_id} has no private half`);
  const der = keys.unseal('signing key', row.private_key, boundTo(row.key_id));
  return new SigningKey(row.key_id, createPrivateKey({ key: der, type: 'pkcs8', format: 'der' }));
}

const boundTo = (keyId: string) => `signing key ${keyId}`;
