import { randomBytes } from 'node:crypto';
import { openKeyRing } from '@onboarding/platform/crypto';
import { expect, test } from 'vitest';
import { isSessionValue, makeSessionValue } from './session-value.ts';

const key = () => randomBytes(32).toString('base64');
const k1 = key();
const before = openKeyRing({ current: 'k1', keys: { k1 } });

test('recognises its own value, even after a key rotation', () => {
  const value = makeSessionValue(before);
  expect(value).toMatch(/^[\w-]{43}$/);
  expect(isSessionValue(before, value)).toBe(true);
  expect(isSessionValue(openKeyRing({ current: 'k2', keys: { k1, k2: key() } }), value)).toBe(true);
});

test('every value is different', () => {
  expect(makeSessionValue(before)).not.toBe(makeSessionValue(before));
});

test('rejects a value that is random, modified or made with an unknown key', () => {
  const value = makeSessionValue(before);
  const changed = (value.startsWith('A') ? 'B' : 'A') + value.slice(1);
  const foreign = makeSessionValue(openKeyRing({ current: 'k1', keys: { k1: key() } }));
  for (const other of [changed, foreign, randomBytes(32).toString('base64url'), '', `${value}A`, value.slice(1)]) {
    expect(isSessionValue(before, other)).toBe(false);
  }
});
