// What a session's cookie holds: random bytes, and a tag that only somebody with the key ring can make. The tag lets nobody
// in; it tells values that were made up from ours without a look into the database.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '@onboarding/platform/crypto';

const RANDOM_BYTES = 24;
const TAG_BYTES = 8;
const FORM = /^[A-Za-z0-9_-]{43}$/;

export function makeSessionValue(keys: Pick<KeyRing, 'mac'>): string {
  const random = randomBytes(RANDOM_BYTES);
  return Buffer.concat([random, tagOf(keys.mac('session cookie', [random]).hash)]).toString('base64url');
}

/** Whether we have made this value, under any key of the ring. Whether it still leads to a session is another question. */
export function isSessionValue(keys: Pick<KeyRing, 'macs'>, value: string): boolean {
  if (!FORM.test(value)) return false;
  const bytes = Buffer.from(value, 'base64url');
  const tag = bytes.subarray(RANDOM_BYTES);
  return keys
    .macs('session cookie', [bytes.subarray(0, RANDOM_BYTES)])
    .some(({ hash }) => timingSafeEqual(tagOf(hash), tag));
}

function tagOf(hash: Buffer): Buffer {
  return hash.subarray(0, TAG_BYTES);
}
