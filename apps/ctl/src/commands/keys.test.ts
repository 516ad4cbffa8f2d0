import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendMail } from '@onboarding/domain/mails';
import { comparedText } from '@onboarding/domain/people';
import { decrypt, type KeyRing, openKeyRing } from '@onboarding/platform/crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../../../tests/harness/api.ts';
import { validBody } from '../../../../tests/harness/bodies.ts';
import { ctl } from '../../../../tests/harness/command.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { signIn } from '../../../../tests/harness/session.ts';
import { TEST_KEY_RING } from '../../../../tests/harness/values.ts';
import { register } from '../../../../tests/harness/webhooks.ts';

let database: TestDatabase;
let api: TestApi;
let folder: string;
const RECORD = Buffer.alloc(32, 7);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'key-rings-'));
  database = await cloneDatabase();
  api = await startTestApi(database);
  for (let count = 0; count < 3; count++) expect((await api.create(validBody())).statusCode).toBe(200);
  const admin = await signIn(database, { partnerId: api.partner.partnerId });
  await register(api, admin);
  const first = openKeyRing(TEST_KEY_RING);
  const secretOf = (partnerId: string) =>
    first.seal('webhook secret', 'the earlier one', `webhook-secret:${partnerId}`);
  await database.owner.query(
    `update webhook_endpoints set previous_secret = $1, previous_secret_expires_at = now() + interval '1 hour'`,
    [secretOf(api.partner.partnerId)],
  );
  const factorId = crypto.randomUUID();
  await database.owner.query(
    `insert into second_factors (account_id, factor_id, kind, name, secret, created_at) values ($1, $2, 'Totp', 'app', $3, now())`,
    [admin.accountId, factorId, first.seal('second factor', 'totp', factorId)],
  );
  await database.owner.query(
    `insert into oidc_records (model, record_hash, payload, expires_at) values ('Grant', $1, $2, now() + interval '1 hour')`,
    [RECORD, first.seal('provider record', '{}', `oidc Grant ${RECORD.toString('hex')}`)],
  );
  await api.context.db.transaction((tx) =>
    sendMail(tx, api.context, { to: 'a@b.example', subject: 's', text: 't' }, undefined),
  );
  expect(await keys(TEST_KEY_RING, 'signing', 'publish')).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await api?.close();
  await database?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface RingText {
  current: string;
  keys: Record<string, string>;
}

const environmentOf = (ring: RingText) => ({
  MIGRATION_DATABASE_URL: database.ownerUrl,
  KEY_RING: JSON.stringify(ring),
});
const keys = (ring: RingText, ...words: string[]) => ctl(['keys', ...words], environmentOf(ring));
const ringIn = (name: string): RingText => JSON.parse(readFileSync(join(folder, name), 'utf8'));
const heldBy = async (ring: RingText, keyId: string): Promise<Record<string, number>> => {
  const { rootKeys } = JSON.parse((await keys(ring, 'list', '--json')).stdout) as {
    rootKeys: { keyId: string; holds: { column: string; values: number }[] }[];
  };
  const holds = rootKeys.find((one) => one.keyId === keyId)?.holds ?? [];
  return Object.fromEntries(holds.map(({ column, values }) => [column, values]));
};

/** Decrypts every value with this ring, as the service does. */
async function openAll(ring: KeyRing): Promise<string[]> {
  const opened: string[] = [];
  const read = async (sql: string) => (await database.owner.query(sql)).rows;
  for (const row of await read('select * from customers join identities using (partner_id, customer_id)')) {
    const dataKey = ring.unwrapDataKey({ keyId: row.data_key_id, wrapped: row.data_key }, row.customer_id);
    const identityValue = decrypt(dataKey, row.value_cipher, row.identity_id).toString();
    const { issuing_country: issuingCountry, identity_type_code: identityTypeCode } = row;
    const { hash, keyId } = ring.keyedHash(comparedText({ issuingCountry, identityTypeCode, identityValue }));
    expect([row.value_hash.equals(hash), row.value_hash_key_id]).toEqual([true, keyId]);
    opened.push(identityValue);
  }
  for (const { partner_id: partnerId, secret, previous_secret: previous } of await read(
    'select * from webhook_endpoints',
  )) {
    for (const one of [secret, previous]) ring.unseal('webhook secret', one, `webhook-secret:${partnerId}`);
  }
  for (const { factor_id: id, secret } of await read('select * from second_factors')) {
    opened.push(ring.unseal('second factor', secret, id).toString());
  }
  for (const { payload } of await read('select * from oidc_records')) {
    opened.push(ring.unseal('provider record', payload, `oidc Grant ${RECORD.toString('hex')}`).toString());
  }
  for (const { key_id: id, private_key: sealed } of await read('select * from signing_keys')) {
    ring.unseal('signing key', sealed, `signing key ${id}`);
  }
  for (const { data } of await read(`select data from pgboss.job where name = 'mail.send'`)) {
    opened.push(ring.unseal('mail', Buffer.from(data.sealed, 'base64'), `mail ${data.mailId}`).toString());
  }
  return opened;
}

test('rotates a root key: rewraps all values, reports locked rows, and retires the old key once it is unused', async () => {
  const before = await openAll(openKeyRing(TEST_KEY_RING));
  expect(before.length).toBe(6);
  const rotated = await keys(TEST_KEY_RING, 'rotate', 'k2', '--out', folder);
  expect(rotated.code).toBe(0);
  const added = ringIn('key-ring-1-added.json');
  const used = ringIn('key-ring-2-used.json');
  expect([added.current, used.current, used.keys.k1]).toEqual(['k1', 'k2', TEST_KEY_RING.keys.k1]);
  expect(statSync(join(folder, 'key-ring-1-added.json')).mode & 0o077).toBe(0);
  expect(rotated.stdout).not.toContain(used.keys.k2);

  expect(await heldBy(used, 'k1')).toEqual({
    'customers.data_key': 3,
    'identities.value_hash': 3,
    'webhook_endpoints.secret': 1,
    'webhook_endpoints.previous_secret': 1,
    'second_factors.secret': 1,
    'oidc_records.payload': 1,
    'signing_keys.private_key': 1,
    'job_common.data': 1,
  });
  expect(await keys(used, 'retire', 'k1', '--out', folder, '--yes')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('k1 still protects values: 3 in customers.data_key'),
  });

  const busy = new pg.Client({ connectionString: database.ownerUrl });
  await busy.connect();
  await busy.query('begin');
  await busy.query('select from customers order by customer_id limit 1 for update');
  const hindered = await keys(used, 'rewrap');
  expect(hindered).toMatchObject({ code: 1, stdout: expect.stringContaining('Still in use: 1 value. Run it again.') });
  await busy.query('commit');
  await busy.end();
  expect(await keys(used, 'rewrap')).toMatchObject({ code: 0, stdout: 'Moved 1 value to k2.\n' });
  expect(await heldBy(used, 'k1')).toEqual({});

  const retire = (...more: string[]) => keys(used, 'retire', 'k1', '--out', folder, '--yes', ...more);
  const day = new Date(Date.now() + 36 * 86_400_000).toISOString().slice(0, 10);
  expect(await retire()).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`Backups from before the rewrap need k1 until ${day} (BACKUP_DAYS=35)`),
  });
  const early = await retire('--early');
  expect(early).toMatchObject({ code: 0, stdout: expect.stringContaining(`Keep k1 in your vault until ${day}`) });
  expect(early.stdout).not.toContain('Then delete');
  const ring = ringIn('key-ring-without-k1.json');
  expect(ring.keys.k1).toMatch(/^retired:/);
  expect(await openAll(openKeyRing(ring))).toEqual(before);
  const trail = await ctl(['audit', 'verify', api.partner.partnerId], environmentOf(ring));
  expect(trail).toMatchObject({ code: 0 });
  const { rows } = await database.owner.query(
    `select action, subject_id, actor_id from operator_actions where subject_kind = 'RootKey' order by action_id`,
  );
  expect(rows).toEqual([
    { action: 'KeysRewrapped', subject_id: 'k2', actor_id: 'olga' },
    { action: 'KeysRewrapped', subject_id: 'k2', actor_id: 'olga' },
    { action: 'RootKeyRetired', subject_id: 'k1', actor_id: 'olga' },
  ]);
});

test('retires a key without --early once no backup from before the rewrap is kept', async () => {
  const used = ringIn('key-ring-2-used.json');
  const later = mkdtempSync(join(folder, 'later-'));
  const retireAfter = async (days: number) => {
    await database.owner.query(
      `update operator_actions set occurred_at = now() - interval '1 minute' - $1 * interval '1 day' where action = 'KeysRewrapped'`,
      [days],
    );
    return ctl(['keys', 'retire', 'k1', '--out', later, '--yes'], { ...environmentOf(used), BACKUP_DAYS: '10' });
  };
  expect(await retireAfter(10)).toMatchObject({ code: 1, stderr: expect.stringContaining('(BACKUP_DAYS=10)') });
  expect(await retireAfter(11)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Then delete k1 wherever it is stored.'),
  });
  await database.owner.query(`update operator_actions set subject_id = 'k0' where action = 'KeysRewrapped'`);
  expect(await retireAfter(11)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('No rewrap to k2 is on record. Run onboardingctl keys rewrap first.'),
  });
});

test('reports values under a key missing from the ring, and refuses to retire the current or an unknown key', async () => {
  const outsider = { current: 'k9', keys: { k9: Buffer.alloc(32, 9).toString('base64') } };
  expect(await keys(outsider, 'list')).toMatchObject({ code: 1, stdout: expect.stringContaining('NOT IN KEY_RING') });
  const failed = await keys(outsider, 'rewrap');
  expect(failed).toMatchObject({ code: 1, stdout: expect.stringContaining('cannot be opened with KEY_RING') });
  const used = ringIn('key-ring-2-used.json');
  for (const [keyId, reason] of [
    ['k2', 'is the current key'],
    ['k7', 'has no key k7'],
  ] as const) {
    const refused = await keys(used, 'retire', keyId, '--out', folder, '--yes');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
  }
  expect(await keys(used, 'rotate', 'k1', '--out', folder)).toMatchObject({ code: 1 });
});
