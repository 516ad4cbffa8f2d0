// The records that the OpenID provider stores, and their lifetimes.
import { openKeyRing } from '@onboarding/platform/crypto';
import type { Db } from '@onboarding/platform/postgres';
import type { Adapter } from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount } from '../../../../tests/harness/account-rows.ts';
import { openTestDb } from '../../../../tests/harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { TEST_KEY_RING } from '../../../../tests/harness/values.ts';
import { createAdapter } from './adapter.ts';
import { hashOf } from './record-store.ts';

let database: TestDatabase;
let db: Db;
let adapterOf: (model: string) => Adapter;
let accountId: string;
let now = new Date();
beforeAll(async () => {
  database = await cloneDatabase();
  db = openTestDb(database.identityUrl);
  const clients = { findMetadata: async () => ({ client_id: 'acme-1' }) } as never;
  adapterOf = createAdapter({ db, clock: { now: () => now }, keys: openKeyRing(TEST_KEY_RING), clients });
  accountId = await addAccount(database, { realm: 'staff' });
});
afterAll(async () => {
  await db.close();
  await database.close();
});

async function rowOf(id: string) {
  const { rows } = await database.owner.query('select * from oidc_records where record_hash = $1', [hashOf(id)]);
  return rows[0];
}

describe('a record', () => {
  test('is stored encrypted with its account id and read back unchanged', async () => {
    const grants = adapterOf('Grant');
    await grants.upsert('g1', { accountId, jti: 'secret words' }, 60);
    const row = await rowOf('g1');
    expect(row.account_id).toBe(accountId);
    expect(row.payload.toString('latin1')).not.toContain('secret words');
    expect(await grants.find('g1')).toEqual({ accountId, jti: 'secret words' });
    expect(await adapterOf('AccessToken').find('g1')).toBeUndefined();
    await grants.upsert('g1', { accountId: 'no uuid' }, 60);
    expect((await rowOf('g1')).account_id).toBeNull();
  });

  test.each([
    [60, 60],
    [14 * 3600, 14 * 3600],
    [15 * 3600, 14 * 3600],
    [0, 14 * 3600],
  ])('with a lifetime of %d seconds is found for %d', async (wanted, lasts) => {
    const grants = adapterOf('Grant');
    const begun = now;
    await grants.upsert('g2', { accountId }, wanted);
    now = new Date(begun.getTime() + lasts * 1000 - 1);
    expect(await grants.find('g2')).toBeDefined();
    now = new Date(begun.getTime() + lasts * 1000);
    expect(await grants.find('g2')).toBeUndefined();
  });

  test('can be consumed once', async () => {
    const codes = adapterOf('AuthorizationCode');
    await codes.upsert('c1', { accountId }, 60);
    await codes.consume('c1');
    expect(await codes.find('c1')).toEqual({ accountId, consumed: Math.floor(now.getTime() / 1000) });
    await expect(codes.consume('c1')).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('is removed with its grant or individually', async () => {
    const codes = adapterOf('AuthorizationCode');
    for (const [id, grantId] of [
      ['c2', 'one'],
      ['c3', 'one'],
      ['c4', 'other'],
      ['c5', 'other'],
    ] as const)
      await codes.upsert(id, { accountId, grantId }, 60);
    await codes.revokeByGrantId('one');
    await codes.destroy('c4');
    expect(await Promise.all(['c2', 'c3', 'c4', 'c5'].map(async (id) => (await codes.find(id)) !== undefined))).toEqual(
      [false, false, false, true],
    );
  });

  test('cannot be decrypted under the id of another', async () => {
    const grants = adapterOf('Grant');
    await grants.upsert('g3', { accountId }, 60);
    await database.owner.query('update oidc_records set record_hash = $1 where record_hash = $2', [
      hashOf('g4'),
      hashOf('g3'),
    ]);
    await expect(grants.find('g4')).rejects.toThrow();
  });
});

describe('a provider session', () => {
  const session = (uid: string, more: object = {}) => ({
    uid,
    accountId,
    amr: ['pwd', 'mfa'],
    loginTs: Math.floor(now.getTime() / 1000),
    ...more,
  });

  test('is found until its sign-in ends', async () => {
    const sessions = adapterOf('Session');
    await sessions.upsert('s1', session('u1'), 3600);
    expect(await sessions.findByUid('u1')).toMatchObject({ accountId });
    await database.owner.query('update sign_ins set ended_at = $1', [now]);
    expect(await sessions.find('s1')).toBeUndefined();
    expect(await sessions.findByUid('u1')).toBeUndefined();
  });

  test.each([
    ['without a second factor', { amr: ['pwd'] }],
    ['without the time of its sign-in', { loginTs: undefined }],
  ])('%s is not found', async (_, missing) => {
    const sessions = adapterOf('Session');
    await sessions.upsert('s2', session('u2', missing), 3600);
    expect(await sessions.find('s2')).toBeUndefined();
  });

  test('is found before anyone has signed in', async () => {
    const sessions = adapterOf('Session');
    await sessions.upsert('s3', { uid: 'u3' }, 3600);
    expect(await sessions.find('s3')).toEqual({ uid: 'u3' });
  });
});

test('finds clients among the partners, and stores nothing for replay detection', async () => {
  expect(await adapterOf('Client').find('acme-1')).toEqual({ client_id: 'acme-1' });
  const replays = adapterOf('ReplayDetection');
  await replays.upsert('r1', {}, 60);
  expect([await replays.find('r1'), await rowOf('r1')]).toEqual([undefined, undefined]);
});
