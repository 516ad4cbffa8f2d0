// Mails about decisions to the users of a partner: one per decision, and one digest for many.
import { openMail } from '@onboarding/domain/mails';
import { tellOfReviews } from '@onboarding/domain/review-mails';
import { openKeyRing } from '@onboarding/platform/crypto';
import { uuidv7 } from '@onboarding/platform/ids';
import { createJobs } from '@onboarding/platform/jobs';
import type { Db } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addAccount } from '../../harness/account-rows.ts';
import { type Team, useTeam } from '../../harness/analysts.ts';
import { openTestDb } from '../../harness/connecting.ts';
import { PATIENCE_MS } from '../../harness/patience.ts';
import { createCustomer } from '../../harness/scenes/updates.ts';
import { confirm, propose, REASONS, setScreened } from '../../harness/scenes/verdicts.ts';
import { TEST_KEY_RING } from '../../harness/values.ts';

const PORTAL = 'https://portal.example/portal';
const keys = openKeyRing(TEST_KEY_RING);
let team: Team;
let db: Db;
let receivers: string[];
let now = Date.now();
useTeam((made) => {
  team = made;
});
beforeAll(async () => {
  const { database, api } = team;
  db = openTestDb(database.workerUrl, { poolSize: 4 });
  const { partnerId } = api.partner;
  const admin = await addAccount(database, { partnerId });
  const chose = await addAccount(database, { partnerId, role: 'viewer' });
  const quiet = await addAccount(database, { partnerId });
  await addAccount(database, { partnerId, role: 'developer' });
  await addAccount(database, { partnerId, status: 'Disabled' });
  await addAccount(database);
  await database.owner.query('update accounts set review_mails = account_id = $1 where account_id in ($1, $2)', [
    chose,
    quiet,
  ]);
  receivers = [admin, chose].map((id) => `${id}@people.example`).sort();
});
beforeEach(async () => {
  now += 3_600_000;
  await team.database.owner.query('delete from pgboss.job');
});
afterAll(() => db.close());

const tell = () =>
  tellOfReviews(
    { db, clock: { now: () => new Date(now) }, jobs: createJobs(), keys },
    PORTAL,
    AbortSignal.timeout(PATIENCE_MS),
  );

async function mails() {
  const { rows } = await team.database.owner.query(`select data from pgboss.job where name = 'mail.send' order by id`);
  return rows.map(({ data }) => openMail(keys, data));
}

async function decide(outcome: 'Approve' | 'Reject' | 'RequestChanges') {
  const { api, database, ada, ben } = team;
  const customer = await createCustomer(api);
  const { customerId } = customer;
  await setScreened(database, customerId);
  await ada.on(customerId, 'claim');
  if (outcome === 'RequestChanges') await ada.on(customerId, 'decisions', { outcome, reasons: REASONS });
  else await confirm(ben, customerId, await propose(ada, customerId, outcome));
  const { rows } = await database.owner.query('select partner_customer_id from customers where customer_id = $1', [
    customerId,
  ]);
  return { customerId, reference: rows[0].partner_customer_id as string };
}

test.each([
  ['Approve', 'approved', 'has ended'],
  ['Reject', 'rejected', 'has ended'],
  ['RequestChanges', 'changes requested', 'has requested changes'],
] as const)('a review that ends with %s is mailed once to those who subscribed', async (outcome, word, what) => {
  const { customerId, reference } = await decide(outcome);
  await Promise.all([tell(), tell()]);
  await tell();
  const sent = await mails();
  expect(sent.map(({ to }) => to).sort()).toEqual(receivers);
  const [mail] = sent;
  expect(mail?.subject).toBe(`Review of ${reference}: ${word}`);
  expect(mail?.text).toContain(what);
  expect(mail?.text).toContain(`\n${PORTAL}/customers/${customerId}\n`);
  expect(mail?.text).toContain(`\n${PORTAL}/you\n`);
});

test('a claim or a proposal sends no mail', async () => {
  const { api, database, ada } = team;
  const { customerId } = await createCustomer(api);
  await setScreened(database, customerId);
  await ada.on(customerId, 'claim');
  await propose(ada, customerId, 'Approve');
  expect(await tell()).toBe(0);
  expect(await mails()).toEqual([]);
});

test('thousands of outcomes become one mail per person, at most every ten minutes', async () => {
  await decide('Approve');
  await tell();
  expect(await mails()).toHaveLength(2);
  await team.database.owner.query(
    `insert into review_notices (partner_id, notice_id, customer_id, partner_customer_id, outcome)
     select $1, gen_random_uuid(), gen_random_uuid(), 'shop-' || i, case when i % 2 = 0 then 'Approved' else 'Rejected' end
     from generate_series(1, 3000) i`,
    [team.api.partner.partnerId],
  );
  now += 9 * 60_000;
  expect(await tell()).toBe(0);
  now += 60_000;
  expect(await tell()).toBe(2);
  const digest = (await mails()).find(({ subject }) => subject.startsWith('Reviews'));
  expect(digest?.subject).toBe('Reviews: 1500 approved, 1500 rejected');
  expect(digest?.text).toContain('1500 approved');
  expect(digest?.text).toContain(`And 2980 more:\n${PORTAL}/customers\n`);
  expect(digest?.text.length).toBeLessThan(5_000);
  now += 3_600_000;
  expect(await tell()).toBe(0);
});

test('notices of a partner without subscribers are removed and do not delay others', async () => {
  const { partnerId } = await team.database.addPartner();
  await team.database.owner.query(
    `insert into review_notices (partner_id, notice_id, customer_id, partner_customer_id, outcome)
     values ($1, $2, gen_random_uuid(), 'shop-1', 'Approved')`,
    [partnerId, uuidv7(new Date(now))],
  );
  await decide('Reject');
  expect(await tell()).toBe(2);
  const { rows } = await team.database.owner.query('select count(*)::int as left from review_notices');
  expect(rows).toEqual([{ left: 0 }]);
});

test('mails contain neither reasons nor the name of the business', async () => {
  await decide('RequestChanges');
  await tell();
  const [mail] = await mails();
  for (const { code } of REASONS) expect(mail?.text).not.toContain(code);
  const { rows } = await team.database.owner.query('select distinct company_name from customers');
  expect(rows.length).toBeGreaterThan(0);
  for (const { company_name: name } of rows) expect(mail?.text).not.toContain(name);
});
