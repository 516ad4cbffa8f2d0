import type { Flag } from '@onboarding/contract';
import { describe, expect, test } from 'vitest';
import { newlyBlocking } from './monitoring.ts';

const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const hits = (...subjects: { uboId: string | null; hits: number }[]): Flag => ({
  code: 'ScreeningHit',
  facts: { subjects, more: false },
});
const shared = (more: boolean, ...others: number[]): Flag => ({
  code: 'SharedIdentity',
  facts: {
    matches: others.map((n) => ({
      uboId: id(1),
      identityId: id(2),
      other: { partnerId: id(3), customerId: id(n), uboId: id(n + 100) },
    })),
    more,
  },
});
const expired = (...identities: number[]): Flag => ({
  code: 'IdentityExpired',
  facts: {
    identities: identities.map((n) => ({ uboId: id(1), identityId: id(n), expiryDate: '2026-01-01' })),
    more: false,
  },
});

describe('finds blocking flags unknown at approval', () => {
  test.each<[string, Flag[], Flag[], string[]]>([
    ['a first hit', [], [hits({ uboId: null, hits: 1 })], ['ScreeningHit']],
    ['the same hit', [hits({ uboId: null, hits: 1 })], [hits({ uboId: null, hits: 1 })], []],
    [
      'another hit on the same subject',
      [hits({ uboId: null, hits: 1 })],
      [hits({ uboId: null, hits: 2 })],
      ['ScreeningHit'],
    ],
    ['one hit fewer', [hits({ uboId: null, hits: 2 })], [hits({ uboId: null, hits: 1 })], []],
    [
      'a hit on another subject',
      [hits({ uboId: null, hits: 1 })],
      [hits({ uboId: null, hits: 1 }, { uboId: id(1), hits: 1 })],
      ['ScreeningHit'],
    ],
    ['a second expired identity', [expired(1)], [expired(1, 2)], ['IdentityExpired']],
    ['an expired identity that was removed', [expired(1, 2)], [expired(2)], []],
    ['a third business with the identity', [shared(false, 1)], [shared(false, 1, 2)], ['SharedIdentity']],
    ['other matches in a truncated list', [shared(true, 1)], [shared(true, 2)], []],
    [
      'flags that do not block',
      [],
      [{ code: 'ImplausiblePhone', facts: { numbers: [{ uboId: null, pointer: '/p' }], more: false } }],
      [],
    ],
    [
      'another sum of shares',
      [{ code: 'OwnershipAboveHundred', facts: { sum: 101 } }],
      [{ code: 'OwnershipAboveHundred', facts: { sum: 120 } }],
      [],
    ],
  ])('given %s', (_, known, flags, codes) => {
    expect(newlyBlocking(known, flags)).toEqual(codes);
  });
});
