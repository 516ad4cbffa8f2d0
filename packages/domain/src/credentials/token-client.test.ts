import type { Db } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDb } from '../../../../tests/harness/connecting.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../../../../tests/harness/database.ts';
import { findTokenClients, listCertificatesOfClient } from './index.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const days = (count: number) => new Date(NOW.getTime() + count * 86_400_000);

let database: TestDatabase;
let db: Db;
let partner: TestPartner;
let other: TestPartner;
beforeAll(async () => {
  database = await cloneDatabase();
  [partner, other] = [await database.addPartner(), await database.addPartner({ status: 'Inactive' })];
  const add = (owner: TestPartner, name: string, from: Date, to: Date, revokedAt: Date | null = null) =>
    database.owner.query(
      `insert into api_certificates (partner_id, certificate_id, name, subject, thumbprint, spki_hash, pem, not_before, not_after,
         registered_at, revoked_at)
       values ($1, gen_random_uuid(), $2::text, 'CN=test', $2::text, sha256($2::text::bytea), 'pem', $3, $4, $3, $5)`,
      [owner.partnerId, name, from, to, revokedAt],
    );
  await add(partner, 'usable', days(-1), days(1));
  await add(partner, 'from now', NOW, days(1));
  await add(partner, 'until now', days(-1), NOW);
  await add(partner, 'later', days(1), days(2));
  await add(partner, 'revoked', days(-1), days(1), NOW);
  await add(partner, 'revoked and expired', days(-2), days(-1), days(-2));
  await add(other, 'theirs', days(-1), days(1));
  db = openTestDb(database.identityUrl);
});
afterAll(async () => {
  await db?.close();
  await database?.close();
});

test('each certificate of a client has its state at that time', async () => {
  const found = await db.transaction((tx) => listCertificatesOfClient(tx, partner.clientId, NOW));
  expect(Object.fromEntries(found.map(({ thumbprint, state }) => [thumbprint, state]))).toEqual({
    usable: 'Usable',
    'from now': 'Usable',
    'until now': 'Expired',
    later: 'NotYetValid',
    revoked: 'Revoked',
    'revoked and expired': 'Revoked',
  });
});

test('a client is found with its own usable certificates only, and whether its partner is active', async () => {
  const ids = [partner.clientId, 'unknown', other.clientId];
  const [first, unknown, second] = await db.transaction((tx) => findTokenClients(tx, ids, NOW));
  const namesOf = (client: typeof first) => client?.certificates.map(({ thumbprint, state }) => [thumbprint, state]);
  expect(first).toMatchObject({ clientId: partner.clientId, partnerId: partner.partnerId, active: true });
  expect(namesOf(first)?.toSorted()).toEqual([
    ['from now', 'Usable'],
    ['usable', 'Usable'],
  ]);
  expect(unknown).toBeUndefined();
  expect(second).toMatchObject({ partnerId: other.partnerId, active: false });
  expect(namesOf(second)).toEqual([['theirs', 'Usable']]);
});
