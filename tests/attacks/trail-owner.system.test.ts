// The owner of the database changes trails that statements cover, while the service keeps writing: the API appends new,
// properly keyed entries to what it finds.
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openKeyRing } from '@onboarding/platform/crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestPartner } from '../harness/database.ts';
import { TEST_KEY_RING } from '../harness/values.ts';
import { openTrails, type Trails } from './trail-servers.ts';

const CHANGED = 'it was changed';
const MISSING = 'an entry is missing';
const SHORT = 'the chain does not end where the customer says';
const NOT_BUILT = 'it does not continue the entry before it';

let folder: string;
let trails: Trails;
let partner: TestPartner;
/** Has five entries: three covered by statement 1, two by statement 2. */
let victim: string;
let bystander: string;

const own = (sql: string, ...values: unknown[]) => trails.database.owner.query(sql, values);
const verify = () => trails.run('audit', 'verify', '--all');

/** The content of a dump of the two tables. */
async function copy(name: string): Promise<void> {
  await own(`create table ${name}_entries as table audit_entries`);
  await own(`create table ${name}_customers as table customers`);
}

async function putBackEntries(name: string): Promise<void> {
  await own('truncate audit_entries');
  await own(`insert into audit_entries select * from ${name}_entries`);
}

async function putBackCustomers(name: string): Promise<void> {
  await own(
    `update customers c set (audit_sequence, audit_hash, website, created_at) = (k.audit_sequence, k.audit_hash, k.website, k.created_at)
     from ${name}_customers k where k.customer_id = c.customer_id`,
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anchors-'));
  trails = await openTrails(`file:${join(folder, 'kept')}`);
  partner = await trails.database.addPartner();
  victim = await trails.makeCustomer(partner);
  bystander = await trails.makeCustomer(partner);
  expect((await trails.run('audit', 'anchor')).stdout).toContain('Statement 1 was created.');
  await copy('early');
  for (const website of ['https://three.example', 'https://four.example'])
    await trails.change(partner, victim, website);
  await trails.change(partner, bystander, 'https://three.example');
  expect((await trails.run('audit', 'anchor')).stdout).toContain('Statement 2 was created.');
  await copy('full');
});
afterAll(async () => {
  await trails?.close();
  await rm(folder, { recursive: true, force: true });
});

/** As the runbook says: restores what was removed byte for byte, after which everything is intact again. */
async function putBack(): Promise<void> {
  await putBackEntries('full');
  await putBackCustomers('full');
  const { code, stdout } = await verify();
  expect([code, stdout.split('\n')[0]]).toEqual([0, 'All intact: 2 trails with 9 entries.']);
  expect(stdout).toContain('2 statements verified, stored outside the database');
}

/** Recomputes the hashes of the victim's entries from one entry on, and that of the customer. */
async function rehash(from: number, makeHash: (previous: Buffer, content: string) => Buffer): Promise<void> {
  const { rows } = await own('select * from audit_entries where customer_id = $1 order by sequence', victim);
  let previous: Buffer = Buffer.alloc(32);
  for (const row of rows) {
    if (Number(row.sequence) >= from) {
      const facts = [row.audit_id, row.partner_id, row.customer_id, Number(row.sequence), row.action, row.actor_kind];
      const rest = [row.actor_id, row.request_id, row.occurred_at.toISOString(), row.details];
      row.hash = makeHash(previous, JSON.stringify([...facts, ...rest]));
      await own(
        'update audit_entries set previous_hash = $2, hash = $3 where audit_id = $1',
        row.audit_id,
        previous,
        row.hash,
      );
    }
    previous = row.hash;
  }
  await own('update customers set audit_hash = $2 where customer_id = $1', victim, previous);
}

const ring = openKeyRing(TEST_KEY_RING);
const withTheRing = (previous: Buffer, content: string) =>
  Buffer.concat([Buffer.from('\x02k1'), ring.mac('audit trail', [previous, content]).hash]);
const withoutKey = (previous: Buffer, content: string) =>
  createHash('sha256').update(previous).update(content).digest();

/** Ends the victim's trail at an entry, and resets the customer to it. */
async function cutAfter(sequence: number): Promise<void> {
  await own('delete from audit_entries where customer_id = $1 and sequence > $2', victim, sequence);
  await own(
    `update customers c set audit_sequence = $2, audit_hash = a.hash, website = 'https://two.example' from audit_entries a
     where c.customer_id = $1 and a.customer_id = c.customer_id and a.sequence = $2`,
    victim,
    sequence,
  );
}

const change = (sequence: number) =>
  own(`update audit_entries set actor_id = 'someone-else' where customer_id = $1 and sequence = $2`, victim, sequence);

interface Attack {
  what: string;
  tamper(): Promise<unknown>;
  /** What verify reports about the victim's chain, also after another entry if that differs; undefined if the chain is intact. */
  chain?: [entry: number, why: string, onTop?: string];
  /** Other trails are affected as well. */
  touchesAll?: true;
  /** The first statement that no longer matches; undefined if only the chain reveals it. */
  statement?: 1 | 2;
}

const ATTACKS: Attack[] = [
  { what: 'cuts off the newest entries', tamper: () => cutAfter(3), statement: 2 },
  { what: 'cuts off all but the first entry', tamper: () => cutAfter(1), statement: 1 },
  {
    what: 'deletes an entry in the middle',
    tamper: () => own('delete from audit_entries where customer_id = $1 and sequence = 2', victim),
    chain: [2, MISSING],
    statement: 1,
  },
  {
    what: 'deletes an entry in the middle, renumbers the rest and links it to the entry before',
    async tamper() {
      await own('delete from audit_entries where customer_id = $1 and sequence = 4', victim);
      await own('update audit_entries set sequence = 4 where customer_id = $1 and sequence = 5', victim);
      await own(
        `update audit_entries a set previous_hash = b.hash from audit_entries b
         where a.customer_id = $1 and b.customer_id = $1 and a.sequence = 4 and b.sequence = 3`,
        victim,
      );
      await own('update customers set audit_sequence = 4 where customer_id = $1', victim);
    },
    chain: [4, CHANGED],
    statement: 2,
  },
  { what: 'changes an entry', tamper: () => change(2), chain: [2, CHANGED] },
  {
    what: 'changes an entry and recomputes all later hashes without a key',
    tamper: () => change(2).then(() => rehash(2, withoutKey)),
    chain: [2, 'it was written without a key'],
    statement: 1,
  },
  {
    what: 'has the key ring, changes an entry and recomputes all later hashes',
    tamper: () => change(4).then(() => rehash(4, withTheRing)),
    statement: 2,
  },
  {
    what: 'swaps two entries with their hashes',
    tamper: () =>
      own('update audit_entries set sequence = 5 - sequence where customer_id = $1 and sequence in (2, 3)', victim),
    chain: [2, NOT_BUILT],
  },
  {
    what: 'swaps the content of two entries but not their hashes',
    tamper: () =>
      own(
        `update audit_entries a set details = b.details from audit_entries b
         where a.customer_id = $1 and b.customer_id = $1 and a.sequence in (2, 3) and b.sequence = 5 - a.sequence`,
        victim,
      ),
    chain: [2, CHANGED],
  },
  {
    what: 'has the key ring, swaps two entries and recomputes all later hashes',
    tamper: () =>
      own(
        'update audit_entries set sequence = 5 - sequence where customer_id = $1 and sequence in (2, 3)',
        victim,
      ).then(() => rehash(2, withTheRing)),
    statement: 1,
  },
  {
    what: 'restores an earlier copy of the entries',
    tamper: () => putBackEntries('early'),
    chain: [4, SHORT, MISSING],
    touchesAll: true,
    statement: 2,
  },
  {
    what: 'restores an earlier copy of entries and customers',
    tamper: () => putBackEntries('early').then(() => putBackCustomers('early')),
    statement: 2,
  },
  {
    what: 'restores an earlier copy of entries, customers and statements',
    tamper: () =>
      putBackEntries('early')
        .then(() => putBackCustomers('early'))
        .then(() => own('delete from audit_anchors where number = 2')),
    statement: 2,
  },
  {
    what: 'cuts off the beginning and backdates the customer before the retention period',
    async tamper() {
      await own('delete from audit_entries where customer_id = $1 and sequence < 3', victim);
      await own(`update customers set created_at = '2019-01-15T10:00:00Z' where customer_id = $1`, victim);
    },
    chain: [1, MISSING],
    statement: 1,
  },
];

describe('verify detects tampering even after the API appended an entry, and no further statement is signed: a database owner', () => {
  afterEach(async () => {
    const { rows } = await own('select 1 from audit_anchors where number = 2');
    if (rows.length === 0) await own('insert into audit_anchors select * from kept_anchors where number = 2');
    await putBack();
  });
  beforeAll(() => own('create table kept_anchors as table audit_anchors'));

  test.each(ATTACKS.map((attack) => [attack.what, attack] as const))(
    'who %s',
    async (_what, { tamper, chain, touchesAll, statement }) => {
      await tamper();
      const before = await verify();
      await trails.change(partner, victim, 'https://on-top.example');
      const after = await verify();
      const [entry, why, onTop = why] = chain ?? [];
      for (const [{ code, stdout }, told] of [
        [before, why],
        [after, onTop],
      ] as const) {
        expect(code).toBe(1);
        if (touchesAll !== true) expect(stdout).not.toContain(bystander);
        if (chain === undefined) expect(stdout).toMatch(/^All intact: 2 trails/);
        else expect(stdout).toContain(`customer ${victim}: Broken at entry ${entry}: ${told}.\n`);
        const named = new RegExp(
          `^Statement ${statement} of \\S+Z, partner ${partner.partnerId}: the entries do not match it\\.`,
          'm',
        );
        if (statement === undefined) expect(stdout).toContain('2 statements verified');
        else expect(stdout).toMatch(named);
      }
      expect(after.stderr).toContain('docs/runbooks/AuditTrailDiffers.md');
      // Only the last statement is checked before the next one is signed.
      if (statement !== 2) return;
      const refused = await trails.run('audit', 'anchor');
      expect([refused.code, refused.stdout]).toEqual([1, '']);
      expect(refused.stderr).toContain('Statement 2');
    },
  );
});

describe('an entry that no published statement covers yet', () => {
  afterEach(putBack);

  test('can be cut off or rolled back undetected, even if the API then appends another: only statements protect the end of a trail', async () => {
    await trails.change(partner, victim, 'https://uncovered.example');
    await putBackEntries('full');
    await putBackCustomers('full');
    expect(await verify()).toMatchObject({ code: 0 });
    await trails.change(partner, victim, 'https://on-top.example');
    const { code, stdout } = await verify();
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'All intact: 2 trails with 10 entries.']);
  });

  test.each<[string, string, string]>([
    ['removed', `delete from audit_entries where customer_id = $1 and sequence = 6`, MISSING],
    ['changed', `update audit_entries set actor_id = 'someone-else' where customer_id = $1 and sequence = 6`, CHANGED],
  ])('cannot be %s undetected if others follow: the chain reveals it', async (_how, sql, why) => {
    for (const website of ['https://six.example', 'https://seven.example'])
      await trails.change(partner, victim, website);
    await own(sql, victim);
    const { code, stdout } = await verify();
    expect(code).toBe(1);
    expect(stdout).toContain(`customer ${victim}: Broken at entry 6: ${why}.\n`);
  });
});

test('verify detects an owner who deletes the customer, which records where the trail ends, and changes an entry', async () => {
  const { rows } = await own(
    `select conrelid::regclass as child, conname from pg_constraint where confrelid = 'customers'::regclass and conparentid = 0`,
  );
  for (const { child, conname } of rows) await own(`alter table ${child} drop constraint ${conname}`);
  await own('delete from customers where customer_id = $1', victim);
  await change(2);
  for (const { code, stdout } of [await verify(), await trails.run('audit', 'verify', partner.partnerId)]) {
    expect([code, stdout.split('\n').slice(0, 2)]).toEqual([
      1,
      [
        `Partner ${partner.partnerId}, customer ${victim}: Broken at entry 1: its customer is missing.`,
        '1 of 2 trails are broken.',
      ],
    ]);
  }
  const one = await trails.run('audit', 'verify', partner.partnerId, victim);
  expect([one.code, one.stdout]).toEqual([1, 'That partner has no such customer.\n']);
});
