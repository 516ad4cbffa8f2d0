// The value of a session cookie: random bytes, and a tag that only a holder of the key ring can compute. The tag grants no
// access; it allows rejecting forged values without a database query.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { KeyRing } from '@onboarding/platform/crypto';

const RANDOM_BYTES = 24;
const TAG_BYTES = 8;
const FORM = /^[A-Za-z0-9_-]{43}$/;

export function makeSessionValue(keys: Pick<KeyRing, 'mac'>): string {
  const random = randomBytes(RANDOM_BYTES);
  return Buffer.concat([random, tagOf(keys.mac('session cookie', [random]).hash)]).toString('base64url');
}

/** Whether this value was issued with any key of the ring. The session may no longer exist. */
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
