// Notices for analysts: what each is notified of, until when, and the daily mail.
import type { NoticeKind, NoticeList } from '@onboarding/contract';
import { NOTICE_MAILS_QUEUE, tellAnalysts } from '@onboarding/domain/analyst-notices';
import { openMail } from '@onboarding/domain/mails';
import { listNotices } from '@onboarding/domain/review-state';
import { openKeyRing } from '@onboarding/platform/crypto';
import { createJobs } from '@onboarding/platform/jobs';
import { createLogger } from '@onboarding/platform/logger';
import type { Db } from '@onboarding/platform/postgres';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { QUEUE_HANDLERS } from '../../../apps/worker/src/jobs/jobs.ts';
import { type Analyst, type Team, useTeam } from '../../harness/analysts.ts';
import { explaining } from '../../harness/checks/plans.ts';
import { openTestDb } from '../../harness/connecting.ts';
import { PATIENCE_MS } from '../../harness/patience.ts';
import { bareParts } from '../../harness/queue-handlers.ts';
import { recordArrival } from '../../harness/scenes/arrivals.ts';
import { link } from '../../harness/scenes/documents.ts';
import { type Customer, createCustomer } from '../../harness/scenes/updates.ts';
import { confirm, outcomeOf, propose, sendBack, setScreened, withdraw } from '../../harness/scenes/verdicts.ts';
import { TEST_KEY_RING } from '../../harness/values.ts';

let team: Team;
let db: Db;
useTeam((made) => {
  team = made;
});
beforeAll(() => {
  db = openTestDb(team.database.workerUrl, { poolSize: 4 });
});
afterAll(() => db.close());

let customer: Customer;
beforeEach(async () => {
  // Each test has the notices to itself.
  await team.database.owner.query('delete from analyst_notices');
  await team.database.owner.query(`update review_decisions set state = 'Confirmed', settled_at = now(), note_id = null,
    voided_by = null where state <> 'Confirmed'`);
  await team.database.owner.query('update reviews set claimed_by = null, claimed_at = null, claim_ends_at = null');
  customer = await createCustomer(team.api);
  await setScreened(team.database, customer.customerId);
});

const list = async (analyst: Analyst): Promise<NoticeList> => (await analyst.call('GET', '/notices')).json().value;
const kinds = async (analyst: Analyst): Promise<NoticeKind[]> => (await list(analyst)).items.map(({ kind }) => kind);
const counts = async (analyst: Analyst) => (await analyst.call('GET', '/notices/counts')).json().value;

async function claimed(): Promise<string> {
  expect(outcomeOf(await team.ada.on(customer.customerId, 'claim'))).toBe('200');
  return customer.customerId;
}

async function documentArrives(): Promise<void> {
  const { documentId } = await link(team.api, customer);
  await recordArrival(db, team.api, { partnerId: team.api.partner.partnerId, documentId });
}

const queuedBefore = (hours: number) =>
  team.database.owner.query(`update reviews set queued_at = $2 where customer_id = $1`, [
    customer.customerId,
    new Date(team.api.context.clock.now().getTime() - hours * 3_600_000),
  ]);

describe('a proposal', () => {
  test('is to be confirmed by every colleague but not by its proposer, until it is', async () => {
    const { ada, ben, supervisor } = team;
    const decisionId = await propose(ada, await claimed(), 'Reject');
    const { items } = await list(ben);
    expect(items).toEqual([
      {
        kind: 'ToConfirm',
        customerId: customer.customerId,
        companyName: customer.body.companyName,
        at: expect.any(String),
        seen: false,
        by: { accountId: ada.accountId, name: 'Ada Lind' },
        outcome: 'Reject',
        dueAt: null,
      },
    ]);
    expect([await kinds(ada), await kinds(supervisor)]).toEqual([[], ['ToConfirm']]);
    await confirm(ben, customer.customerId, decisionId);
    expect([await kinds(ada), await kinds(ben)]).toEqual([[], []]);
  });

  test('that was sent back is news to its proposer until they propose again, or until a week has passed', async () => {
    const { ada, ben, database } = team;
    await sendBack(ben, await claimed(), await propose(ada, customer.customerId, 'Reject'));
    expect((await list(ada)).items).toMatchObject([{ kind: 'SentBack', by: { accountId: ben.accountId } }]);
    expect(await kinds(ben)).toEqual([]);
    await database.owner.query(
      `update review_decisions set settled_at = settled_at - interval '8 days' where note_id is not null`,
    );
    expect(await kinds(ada)).toEqual([]);
    await database.owner.query(
      `update review_decisions set settled_at = settled_at + interval '8 days' where note_id is not null`,
    );
    expect(await kinds(ada)).toEqual(['SentBack']);
    await propose(ada, customer.customerId, 'Reject');
    expect(await kinds(ada)).toEqual([]);
  });

  test('that was sent back is no longer news to its proposer once a colleague has the package', async () => {
    const { ada, ben } = team;
    await sendBack(ben, await claimed(), await propose(ada, customer.customerId, 'Reject'));
    await ada.on(customer.customerId, 'release');
    expect(await kinds(ada)).toEqual(['SentBack']);
    await ben.on(customer.customerId, 'claim');
    expect(await kinds(ada)).toEqual([]);
  });

  test('that its proposer withdrew is no news', async () => {
    const { ada } = team;
    await withdraw(ada, await claimed(), await propose(ada, customer.customerId, 'Reject'));
    expect(await kinds(ada)).toEqual([]);
  });

  test('that a new document voided is news to its proposer, once', async () => {
    const { ada, ben } = team;
    await propose(ada, await claimed(), 'Approve');
    await documentArrives();
    expect((await list(ada)).items).toMatchObject([{ kind: 'ProposalVoided', outcome: 'Approve', by: null }]);
    expect(await kinds(ben)).toEqual([]);
  });
});

describe('a claimed package', () => {
  test('with a new document is news to its analyst until they propose a decision', async () => {
    const { ada, ben } = team;
    await claimed();
    expect(await kinds(ada)).toEqual([]);
    await documentArrives();
    expect(await kinds(ada)).toEqual(['EvidenceArrived']);
    expect(await kinds(ben)).toEqual([]);
    await propose(ada, customer.customerId, 'Reject');
    expect(await kinds(ada)).toEqual([]);
  });

  test('with a document that arrived before it was claimed, or by another analyst, is no news', async () => {
    const { ada, ben, supervisor } = team;
    await documentArrives();
    await claimed();
    expect(await kinds(ada)).toEqual([]);
    await documentArrives();
    await supervisor.on(customer.customerId, 'reassign', { accountId: ben.accountId });
    expect([await kinds(ada), await kinds(ben)]).toEqual([[], []]);
  });

  test('is news in the last quarter of its time and when it is late, unless its decision waits for a colleague', async () => {
    const { ada } = team;
    await claimed();
    await queuedBefore(35.9);
    expect(await kinds(ada)).toEqual([]);
    for (const hours of [36.1, 60]) {
      await queuedBefore(hours);
      const [notice] = (await list(ada)).items;
      expect(notice?.kind).toBe('TargetNear');
      const left = Date.parse(notice?.dueAt ?? '') - team.api.context.clock.now().getTime();
      expect(Math.abs(left - (48 - hours) * 3_600_000)).toBeLessThan(60_000);
    }
    await propose(ada, customer.customerId, 'Reject');
    expect(await kinds(ada)).toEqual([]);
  });
});

test('the count falls when the list was seen, rises with the next notice, and shows no customer', async () => {
  const { ada, ben, database } = team;
  await propose(ada, await claimed(), 'Reject');
  expect(await counts(ben)).toEqual({ notices: 1, unseen: 1 });
  const { readAt } = await list(ben);
  const reads = async () =>
    (await database.owner.query('select count(*)::int as n from staff_reads where account_id = $1', [ben.accountId]))
      .rows[0].n;
  const before = await reads();
  expect((await ben.call('POST', '/notices/seen', { until: readAt })).json().value).toEqual({ notices: 1, unseen: 0 });
  expect(await counts(ben)).toEqual({ notices: 1, unseen: 0 });
  expect(await reads()).toBe(before);
  expect((await list(ben)).items).toMatchObject([{ seen: true }]);
  expect(await reads()).toBe(before + 1);
  // An older page reports later.
  await ben.call('POST', '/notices/seen', { until: '2020-01-01T00:00:00Z' });
  expect(await counts(ben)).toMatchObject({ unseen: 0 });
  // A clock that is ahead hides nothing that has not happened yet.
  await ben.call('POST', '/notices/seen', { until: '2999-01-01T00:00:00Z' });
  customer = await createCustomer(team.api);
  await propose(ada, await claimed(), 'Reject');
  expect(await counts(ben)).toEqual({ notices: 2, unseen: 1 });
  expect(await counts(team.supervisor)).toEqual({ notices: 2, unseen: 2 });
});

test('what an analyst has seen is their own row: the database shows and changes no other', async () => {
  const { ada, ben, database } = team;
  await ben.call('POST', '/notices/seen', { until: new Date().toISOString() });
  const client = new pg.Client({ connectionString: database.staffUrl });
  await client.connect();
  const seenBy = async (reader: Analyst) => {
    await client.query(`select set_config('app.account_id', $1, true)`, [reader.accountId]);
    return (await client.query('select account_id from analyst_notices')).rows.map((row) => row.account_id);
  };
  try {
    await client.query('begin');
    expect([await seenBy(ben), await seenBy(ada)]).toEqual([[ben.accountId], []]);
    expect((await client.query('update analyst_notices set seen_until = now()')).rowCount).toBe(0);
    await expect(
      client.query('insert into analyst_notices (account_id, seen_until) values ($1, now())', [crypto.randomUUID()]),
    ).rejects.toThrow(/row-level security/);
  } finally {
    await client.query('rollback');
    await client.end();
  }
});

test('notices are read through indexes, however many packages and decisions there are', async () => {
  const { ada, ben, api, database } = team;
  const { partnerId } = api.partner;
  await propose(ada, await claimed(), 'Reject');
  await database.owner.query(
    `insert into review_decisions (partner_id, customer_id, decision_id, outcome, state, attempt, proposed_by, proposed_at, settled_at, settled_by, note_id)
     select $1, $2, gen_random_uuid(), 'Reject', 'Withdrawn', 1, gen_random_uuid(), now() - interval '40 days', now() - interval '30 days', $3, gen_random_uuid()
     from generate_series(1, 20000)`,
    [partnerId, customer.customerId, ada.accountId],
  );
  await database.owner.query('vacuum analyze review_decisions');
  const client = new pg.Client({ connectionString: database.staffUrl });
  await client.connect();
  const now = api.context.clock.now();
  const scope = { person: ben.accountId, now, undoneSince: new Date(now.getTime() - 7 * 86_400_000), most: 100 };
  const { result, plans } = await explaining(client, partnerId, /^review_list_notices$/, (tx) =>
    listNotices(tx, scope),
  ).finally(() => client.end());
  expect(result.map(({ kind }) => kind)).toEqual(['ToConfirm']);
  const indexes = plans.flatMap(({ nodes }) => nodes).flatMap((node) => node['Index Name'] ?? []);
  expect(indexes).toEqual(expect.arrayContaining(['review_decisions_undone', 'review_decisions_waiting']));
  const scanned = plans
    .flatMap(({ nodes }) => nodes)
    .filter((node) => node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'review_decisions');
  expect(scanned).toEqual([]);
  await database.owner.query('delete from review_decisions where note_id is not null');
});

describe('the daily mail', () => {
  const keys = openKeyRing(TEST_KEY_RING);
  const CONSOLE = 'https://console.example/console';
  const tell = (day = 0) => {
    const at = new Date(team.api.context.clock.now().getTime() + day * 86_400_000);
    const context = { db, clock: { now: () => at }, jobs: createJobs(), keys };
    return tellAnalysts(context, CONSOLE, AbortSignal.timeout(PATIENCE_MS));
  };
  const mails = async () =>
    (await team.database.owner.query(`select data from pgboss.job where name = 'mail.send' order by id`)).rows.map(
      ({ data }) => openMail(keys, data),
    );
  beforeEach(() => team.database.owner.query('delete from pgboss.job'));

  test('goes once to each analyst with notices, even if several workers and later runs send it', async () => {
    const { ada, ben, supervisor } = team;
    await propose(ada, await claimed(), 'Reject');
    const sent = await Promise.all([tell(), tell(), tell()]);
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(2);
    expect(await tell()).toBe(0);
    const address = ({ accountId }: Analyst) => `${accountId}@people.example`;
    expect((await mails()).map(({ to }) => to).sort()).toEqual([address(ben), address(supervisor)].sort());
    expect(await tell(1)).toBe(2);
  });

  test('is sent by a job, which logs how many there were', async () => {
    await propose(team.ada, await claimed(), 'Reject');
    const lines: unknown[] = [];
    const logger = createLogger(
      { service: 'worker', level: 'info' },
      { write: (line) => void lines.push(JSON.parse(line)) },
    );
    const context = { db, clock: team.api.context.clock, jobs: createJobs(), keys, logger };
    const handler = QUEUE_HANDLERS.find(({ queue }) => queue === NOTICE_MAILS_QUEUE);
    const handle = handler?.handle({ ...bareParts(context), consoleUrl: CONSOLE });
    await handle?.({ id: 'job', payload: null, attempt: 1, signal: AbortSignal.timeout(PATIENCE_MS) });
    expect(lines).toMatchObject([{ msg: 'mails about notices sent', mails: 2 }]);
    expect(await mails()).toHaveLength(2);
  });

  test('counts what needs the analyst, links to the console and names no business', async () => {
    const { ada, ben } = team;
    await sendBack(ben, await claimed(), await propose(ada, customer.customerId, 'Reject'), 'The passport ends soon.');
    await queuedBefore(60);
    await team.database.owner.query('delete from pgboss.job');
    expect(await tell()).toBe(1);
    const [mail] = await mails();
    expect(mail?.to).toBe(`${ada.accountId}@people.example`);
    expect(mail?.text).toContain('\n1 proposal of yours that a colleague sent back\n');
    expect(mail?.text).toContain('\n1 package of yours that is close to its target or late\n');
    expect(mail?.text).toContain(`\n${CONSOLE}/queue\n`);
    expect(JSON.stringify(mail)).not.toContain(customer.body.companyName);
    expect(JSON.stringify(mail)).not.toContain(customer.customerId);
  });

  test('a mail that could not be queued is sent by the next run', async () => {
    const { ada } = team;
    await propose(ada, await claimed(), 'Reject');
    const broken = { send: () => Promise.reject(new Error('The queue is gone')) } as unknown as ReturnType<
      typeof createJobs
    >;
    const context = { db, clock: team.api.context.clock, jobs: broken, keys };
    await expect(tellAnalysts(context, CONSOLE, AbortSignal.timeout(PATIENCE_MS))).rejects.toThrow('The queue is gone');
    expect(await tell()).toBe(2);
  });

  test('without notices, or for a disabled account, there is no mail', async () => {
    const { ada, ben, database } = team;
    expect(await tell()).toBe(0);
    await propose(ada, await claimed(), 'Reject');
    await database.owner.query(`update accounts set status = 'Disabled' where account_id = $1`, [ben.accountId]);
    await database.owner.query('delete from analyst_notices');
    expect(await tell()).toBe(1);
    await database.owner.query(`update accounts set status = 'Active' where account_id = $1`, [ben.accountId]);
  });
});
