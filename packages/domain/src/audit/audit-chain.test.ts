import { expect, test } from 'vitest';
import { type AuditContent, CHAIN_START, chainHash } from './audit-chain.ts';

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

test('the hash covers every part of an entry and the hash before it', () => {
  const hash = chainHash(CHAIN_START, entry);
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
  for (const change of changes) expect(chainHash(CHAIN_START, { ...entry, ...change }).equals(hash)).toBe(false);
  expect(chainHash(hash, entry).equals(hash)).toBe(false);
  expect(chainHash(CHAIN_START, { ...entry }).equals(hash)).toBe(true);
});

test('what stands in one part cannot be moved into the next unseen', () => {
  const left = chainHash(CHAIN_START, { ...entry, actorId: 'ab', requestId: 'c' });
  expect(chainHash(CHAIN_START, { ...entry, actorId: 'a', requestId: 'bc' }).equals(left)).toBe(false);
});
