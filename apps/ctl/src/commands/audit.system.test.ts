// Verifies trails as an operator or auditor would, after the owner of the database has tampered with them.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditEntriesRow } from '@onboarding/database/tables';
import { openKeyRing } from '@onboarding/platform/crypto';
import { uuidv7 } from '@onboarding/platform/ids';
import { toRows } from '@onboarding/platform/postgres';
import { beforeAll, describe, expect, test } from 'vitest';
import { CHAIN_START, chainHash, unkeyedHash } from '../../../../packages/domain/src/audit/audit-chain.ts';
import { type Analyst, signInAnalyst } from '../../../../tests/harness/analysts.ts';
import { type TestApi, useTestApi } from '../../../../tests/harness/api.ts';
import { ctl } from '../../../../tests/harness/command.ts';
import { runCtl } from '../../../../tests/harness/command-process.ts';
import type { TestDatabase } from '../../../../tests/harness/database.ts';
import { type Customer, createCustomer, patch } from '../../../../tests/harness/scenes/updates.ts';
import { TEST_KEY_RING } from '../../../../tests/harness/values.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

const run = (...words: string[]) => ctl(['audit', ...words], { MIGRATION_DATABASE_URL: database.ownerUrl });

/** Four entries: created, updated twice, claimed. */
async function withFourEntries(analyst: Analyst): Promise<Customer> {
  const customer = await createCustomer(api);
  for (const website of ['https://one.example', 'https://two.example']) await patch(api, customer, { website });
  expect((await analyst.on(customer.customerId, 'claim')).statusCode).toBe(200);
  return customer;
}

const CHANGED = (change: string) => [`update audit_entries ${change} where customer_id = $1 and sequence = 2`];
const REMOVED = (sequence: number) => [`delete from audit_entries where customer_id = $1 and sequence = ${sequence}`];
const MISSING = 'an entry is missing';
const UNKEYED = 'it was written without a key';
const NOT_BUILT = 'it does not continue the entry before it';

/** What the owner of the database can do, unrestricted by any grant, and where it is detected. */
const TAMPERINGS: [string, string[], number, string][] = [
  ['changes the details', CHANGED(`set details = '{}'`), 2, 'it was changed'],
  ['changes who did it', CHANGED(`set actor_id = 'someone else'`), 2, 'it was changed'],
  ['changes the time', CHANGED(`set occurred_at = occurred_at - interval '1 second'`), 2, 'it was changed'],
  ['changes the action', CHANGED(`set action = 'business.profile.created'`), 2, 'it was changed'],
  ['changes a hash', CHANGED(`set hash = set_byte(hash, 20, get_byte(hash, 20) # 1)`), 2, 'it was changed'],
  ['replaces a hash with one made without the key', CHANGED(`set hash = sha256('x')`), 2, UNKEYED],
  [
    'names a key that is not in KEY_RING',
    CHANGED(`set hash = '\\x026b39' || sha256('x')`),
    2,
    'it names the key k9, which is not in KEY_RING',
  ],
  ['removes the first entry', REMOVED(1), 1, MISSING],
  ['removes an entry in the middle', REMOVED(3), 3, MISSING],
  ['removes the last entry', REMOVED(4), 4, 'the chain does not end where the customer says'],
  [
    'removes the first entry and backdates the customer to a month that was dropped',
    [...REMOVED(1), `update customers set created_at = '2020-01-15T10:00:00Z' where customer_id = $1`],
    1,
    MISSING,
  ],
  ['removes all entries', ['delete from audit_entries where customer_id = $1'], 1, MISSING],
  [
    'swaps two entries',
    ['update audit_entries set sequence = 5 - sequence where customer_id = $1 and sequence in (2, 3)'],
    2,
    NOT_BUILT,
  ],
  [
    'removes an entry and renumbers the rest',
    [...REMOVED(2), 'update audit_entries set sequence = sequence - 1 where customer_id = $1 and sequence > 2'],
    2,
    NOT_BUILT,
  ],
  [
    'adds one',
    [
      `insert into audit_entries select partner_id, uuid_floor(now()), customer_id, 5, action, actor_kind, actor_id, request_id,
         occurred_at, details, hash, sha256('x') from audit_entries where customer_id = $1 and sequence = 4`,
    ],
    5,
    UNKEYED,
  ],
  [
    'replaces an entry with one of another customer',
    [
      ...REMOVED(1),
      `insert into audit_entries select partner_id, audit_id, $1, sequence, action, actor_kind, actor_id, request_id,
         occurred_at, details, previous_hash, hash
       from audit_entries where customer_id <> $1 and sequence = 1 and partner_id = (select partner_id from customers where customer_id = $1)
       limit 1`,
    ],
    1,
    'it was changed',
  ],
];

let untouched: Customer;
const tampered = new Map<string, string>();
let found: Awaited<ReturnType<typeof run>>;
beforeAll(async () => {
  const analyst = await signInAnalyst(api, database);
  untouched = await withFourEntries(analyst);
  for (const [what, statements] of TAMPERINGS) {
    const { customerId } = await withFourEntries(analyst);
    for (const sql of statements) await database.owner.query(sql, [customerId]);
    tampered.set(what, customerId);
  }
  found = await runCtl(['audit', 'verify', api.partner.partnerId], { MIGRATION_DATABASE_URL: database.ownerUrl });
});

describe('verify names the broken entry when the database owner', () => {
  test.each(TAMPERINGS)('%s', (what, _statements, entry, why) => {
    const named = `Partner ${api.partner.partnerId}, customer ${tampered.get(what)}: `;
    expect(found.stdout.split('\n').filter((line) => line.startsWith(named))).toEqual([
      `${named}Broken at entry ${entry}: ${why}.`,
    ]);
  });

  test('tampers with all trails but one, and does not name the intact one', () => {
    expect(found.code).toBe(1);
    expect(found.stdout).not.toContain(untouched.customerId);
    expect(found.stdout.trimEnd().split('\n').at(-2)).toBe(
      `${TAMPERINGS.length} of ${TAMPERINGS.length + 1} trails are broken.`,
    );
  });
});

const contentOf = (row: AuditEntriesRow) => ({ ...row, sequence: Number(row.sequence) });

async function queryEntry(text: string, values: unknown[]): Promise<AuditEntriesRow> {
  const [entry] = toRows<AuditEntriesRow>(await database.owner.query({ text, values, rowMode: 'array' }));
  if (entry === undefined) throw new Error('There is no such entry');
  return entry;
}

const verifyOne = async (customerId: string) => {
  const { code, stdout } = await run('verify', api.partner.partnerId, customerId);
  return [code, stdout];
};

test('verifies a single customer', async () => {
  expect(await verifyOne(untouched.customerId)).toEqual([0, 'Intact: 4 entries.\n']);
  const changed = tampered.get('changes who did it') ?? '';
  expect(await verifyOne(changed)).toEqual([1, 'Broken at entry 2: it was changed.\n']);
});

test('accepts that older entries were dropped with their month', async () => {
  const { customerId: recent } = await createCustomer(api);
  const customerId = uuidv7(new Date('2020-01-15T10:00:00Z'));
  // As if the customer had been created in a month whose partition no longer exists.
  const row = await queryEntry(
    `with copied as (
       insert into customers select (jsonb_populate_record(c, jsonb_build_object('customer_id', $2::uuid, 'partner_customer_id', $2::text,
         'audit_sequence', 2))).* from customers c where customer_id = $1 returning partner_id
     ) insert into audit_entries select (jsonb_populate_record(a, jsonb_build_object('customer_id', $2::uuid, 'sequence', 2,
         'transaction_id', pg_current_xact_id()::text))).*
       from audit_entries a where customer_id = $1 returning *`,
    [recent, customerId],
  );
  const content = { ...contentOf(row), customerId, sequence: 2 };
  const values = [customerId, chainHash(openKeyRing(TEST_KEY_RING), row.previousHash, content)];
  await database.owner.query('update audit_entries set hash = $2 where customer_id = $1', values);
  await database.owner.query('update customers set audit_hash = $2 where customer_id = $1', values);
  const whole = 'Intact: 1 entry, starting at entry 2; older ones were dropped.\n';
  expect(await verifyOne(customerId)).toEqual([0, whole]);
});

test('accepts unkeyed entries only before the time given with --unkeyed-before', async () => {
  const { customerId } = await createCustomer(api);
  const row = await queryEntry('select * from audit_entries where customer_id = $1', [customerId]);
  const values = [customerId, unkeyedHash(CHAIN_START, contentOf(row))];
  await database.owner.query('update audit_entries set hash = $2 where customer_id = $1', values);
  await database.owner.query('update customers set audit_hash = $2 where customer_id = $1', values);
  const before = async (milliseconds: number) => {
    const time = new Date(row.occurredAt.getTime() + milliseconds).toISOString();
    return (await run('verify', api.partner.partnerId, customerId, '--unkeyed-before', time)).stdout;
  };
  expect(await before(0)).toBe(`Broken at entry 1: ${UNKEYED}.\n`);
  expect(await before(1)).toBe('Intact: 1 entry; 1 unkeyed.\n');
});

test('verifies the trails of other partners only with --all', async () => {
  const outsider = await database.addPartner();
  const token = await api.issuer.token(outsider);
  const body = { ...untouched.body, partnerCustomerId: crypto.randomUUID() };
  expect((await api.call('POST', '/partner/v1/business-profiles', { body, token })).statusCode).toBe(200);
  const unanchored = 'No statement covers the trails yet. Create one with: onboardingctl audit anchor\n';
  const alone = { code: 0, stdout: `All intact: 1 trail with 1 entry.\n${unanchored}` };
  expect(await run('verify', outsider.partnerId)).toMatchObject(alone);
  const { code, stdout } = await run('verify', '--all');
  expect([code, stdout.includes(tampered.get('adds one') ?? '')]).toEqual([1, true]);
});

test('with AUDIT_ANCHORS set, trails not covered by a stored statement are not reported as intact', async () => {
  const outsider = await database.addPartner();
  const token = await api.issuer.token(outsider);
  const body = { ...untouched.body, partnerCustomerId: crypto.randomUUID() };
  expect((await api.call('POST', '/partner/v1/business-profiles', { body, token })).statusCode).toBe(200);
  const directory = await mkdtemp(join(tmpdir(), 'audit-'));
  const place = (AUDIT_ANCHORS: string) => ({ MIGRATION_DATABASE_URL: database.ownerUrl, AUDIT_ANCHORS });
  const verify = (anchors: string) => ctl(['audit', 'verify', outsider.partnerId], place(anchors));
  const kept = `file:${directory}/kept`;
  try {
    expect(await verify(kept)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('No statement covers the trails yet.'),
    });
    expect((await ctl(['audit', 'anchor'], place(kept))).stdout).toBe('Statement 1 was created.\n1 published.\n');
    const log = await ctl(['audit', 'log', '--json'], { OPERATIONS_DATABASE_URL: database.operationsUrl });
    expect(JSON.parse(log.stdout).items).toMatchObject([
      { action: 'StatementMade', actor: { name: 'olga' }, details: { statement: 1 } },
    ]);
    expect(await verify(kept)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 statement verified, stored outside the database'),
    });
    expect(await verify('command:/bin/cat')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('cannot be read back. Set AUDIT_ANCHORS_ASK'),
    });
    await database.owner.query('delete from audit_anchors');
    const refused = 'Statement 1 of \\S+: it is stored outside, but not in the database\\.';
    expect(await ctl(['audit', 'anchor'], place(kept))).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(new RegExp(refused)),
    });
  } finally {
    await rm(directory, { recursive: true });
  }
});

test('rejects invalid arguments and unknown partners, and reports partners without trails', async () => {
  const id = crypto.randomUUID();
  const { partnerId } = await database.addPartner();
  const usage = { code: 2, stderr: 'Name a partner, or use --all.\n' };
  expect(await run('verify')).toMatchObject(usage);
  expect(await run('verify', '--all', id)).toMatchObject(usage);
  expect(await run('verify', partnerId, 'acme')).toMatchObject({
    code: 2,
    stderr: 'The customer id must be a UUID, not "acme".\n',
  });
  expect(await run('verify', partnerId, '--unkeyed-before', 'noon')).toMatchObject({ code: 2 });
  expect(await run('verify', id)).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no partner') });
  expect(await run('verify', partnerId)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^There are no customers, so there are no trails\.\n/),
  });
});
