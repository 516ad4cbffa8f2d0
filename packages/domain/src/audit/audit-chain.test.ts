import { randomBytes } from 'node:crypto';
import { openKeyRing } from '@onboarding/platform/crypto';
import { expect, test } from 'vitest';
import { type AuditContent, CHAIN_START, chainHash, keyOf, unkeyedHash } from './audit-chain.ts';

const k1 = randomBytes(32).toString('base64');
const k2 = randomBytes(32).toString('base64');
const keys = openKeyRing({ current: 'k1', keys: { k1 } });

const entry: AuditContent = {
  auditId: '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f',
  partnerId: '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e30',
  customerId: '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e31',
  sequence: 1,
  action: 'business.profile.created',
  actorKind: 'Client',
  actorId: 'acme',
  requestId: 'r-1',
  occurredAt: new Date('2026-11-15T10:00:00.123Z'),
  details: '{}',
};

test('the hash covers every field of an entry and the previous hash', () => {
  const hash = chainHash(keys, CHAIN_START, entry);
  const changes: Partial<AuditContent>[] = [
    { auditId: 'x' },
    { partnerId: 'x' },
    { customerId: 'x' },
    { sequence: 2 },
    { action: 'x' },
    { actorId: 'x' },
    { requestId: 'x' },
    { occurredAt: new Date(0) },
    { details: '{"x":1}' },
  ];
  for (const change of changes) expect(chainHash(keys, CHAIN_START, { ...entry, ...change }).equals(hash)).toBe(false);
  expect(chainHash(keys, hash, entry).equals(hash)).toBe(false);
  expect(chainHash(keys, CHAIN_START, { ...entry }).equals(hash)).toBe(true);
});

test('moving text from one field into the next changes the hash', () => {
  const left = chainHash(keys, CHAIN_START, { ...entry, actorId: 'ab', requestId: 'c' });
  expect(chainHash(keys, CHAIN_START, { ...entry, actorId: 'a', requestId: 'bc' }).equals(left)).toBe(false);
});

test('the hash names its key, so that it can be recomputed after a rotation, and by no other key', () => {
  const rotated = openKeyRing({ current: 'k2', keys: { k1, k2 } });
  const hash = chainHash(keys, CHAIN_START, entry);
  expect([keyOf(hash), keyOf(chainHash(rotated, CHAIN_START, entry)), keyOf(unkeyedHash(CHAIN_START, entry))]).toEqual([
    'k1',
    'k2',
    undefined,
  ]);
  expect(chainHash(rotated, CHAIN_START, entry, 'k1').equals(hash)).toBe(true);
  const outsider = openKeyRing({ current: 'k1', keys: { k1: k2 } });
  expect(chainHash(outsider, CHAIN_START, entry).equals(hash)).toBe(false);
});
