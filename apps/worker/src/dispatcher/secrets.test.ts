import { type LeasedLane, newSecret, secretBytes } from '@onboarding/domain/webhooks';
import { expect, test } from 'vitest';
import { madeLane } from '../../../../tests/harness/dispatcher-parts.ts';
import { keys } from '../../../../tests/harness/dispatching.ts';
import { createSecretSource } from './secrets.ts';

const now = new Date();
const later = (ms: number) => new Date(now.getTime() + ms);

/** The source, and how many secrets it has decrypted. */
function openSource(kept?: number) {
  let unsealed = 0;
  const counting: typeof keys = {
    ...keys,
    unseal(...given) {
      unsealed++;
      return keys.unseal(...given);
    },
  };
  return { secretsOf: createSecretSource(counting, kept), unsealed: () => unsealed };
}

function seal(partnerId: string) {
  const bytes = secretBytes(newSecret());
  return { bytes, sealed: keys.seal('webhook secret', bytes, `webhook-secret:${partnerId}`) };
}

function makeSealed(changes: Partial<LeasedLane> = {}) {
  const partnerId = crypto.randomUUID();
  const { bytes, sealed } = seal(partnerId);
  return { bytes, lane: madeLane({ partnerId, secret: sealed, ...changes }) };
}

test('decrypts a secret once, and again when it changes', () => {
  const { secretsOf, unsealed } = openSource();
  const { bytes, lane } = makeSealed();
  for (let times = 0; times < 3; times++) expect(secretsOf(lane, now).map((one) => one.export())).toEqual([bytes]);
  expect(unsealed()).toBe(1);
  const renewed = seal(lane.partnerId);
  expect(secretsOf({ ...lane, secret: renewed.sealed }, now).map((one) => one.export())).toEqual([renewed.bytes]);
  expect(unsealed()).toBe(2);
});

test('returns the previous secret after the current one until it expires', () => {
  const { secretsOf, unsealed } = openSource();
  const { bytes, lane } = makeSealed({ previousSecretExpiresAt: later(1_000) });
  const previous = seal(lane.partnerId);
  const rotated = { ...lane, previousSecret: previous.sealed };
  const at = (time: Date) => secretsOf(rotated, time).map((one) => one.export());
  expect(at(later(999))).toEqual([bytes, previous.bytes]);
  expect(at(later(1_000))).toEqual([bytes]);
  expect(unsealed()).toBe(2);
});

test('rejects a secret of another partner', () => {
  const { secretsOf } = openSource();
  expect(() => secretsOf({ ...makeSealed().lane, partnerId: crypto.randomUUID() }, now)).toThrow();
});

test('a renewed secret replaces its own, and then counts as the newest', () => {
  const { secretsOf, unsealed } = openSource(2);
  const [first, second, third] = [makeSealed().lane, makeSealed().lane, makeSealed().lane];
  for (const lane of [first, second]) secretsOf(lane, now);
  const renewed = (lane: LeasedLane) => ({ ...lane, secret: seal(lane.partnerId).sealed });
  secretsOf(renewed(second), now);
  secretsOf(first, now);
  expect(unsealed()).toBe(3);
  const again = renewed(first);
  for (const lane of [again, third, again]) secretsOf(lane, now);
  expect(unsealed()).toBe(5);
});

test('evicts the oldest secret when the cache is full', () => {
  const { secretsOf, unsealed } = openSource(2);
  const [first, second, third] = [makeSealed().lane, makeSealed().lane, makeSealed().lane];
  for (const lane of [first, second, third]) secretsOf(lane, now);
  for (const lane of [second, third]) secretsOf(lane, now);
  expect(unsealed()).toBe(3);
  secretsOf(first, now);
  expect(unsealed()).toBe(4);
});
