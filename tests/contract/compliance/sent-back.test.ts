// A second analyst who disagrees sends a proposal back: what is stored, who learns of it, and what the queue shows.
import type { PackageRecord, QueuePage } from '@onboarding/contract';
import { openMail } from '@onboarding/domain/mails';
import { tellSentBack } from '@onboarding/domain/review-mails';
import { openKeyRing } from '@onboarding/platform/crypto';
import { createJobs } from '@onboarding/platform/jobs';
import { beforeEach, expect, test } from 'vitest';
import { type Team, useTeam } from '../../harness/analysts.ts';
import { openTestDb } from '../../harness/connecting.ts';
import { createCustomer } from '../../harness/scenes/updates.ts';
import { confirm, outcomeOf, propose, sendBack, setScreened, storedAbout } from '../../harness/scenes/verdicts.ts';
import { TEST_KEY_RING } from '../../harness/values.ts';

const WHY = 'The passport of Amara Obi ends next week.';
let team: Team;
let customerId: string;
let decisionId: string;
useTeam((made) => {
  team = made;
});
beforeEach(async () => {
  const { api, database, ada } = team;
  ({ customerId } = await createCustomer(api));
  await setScreened(database, customerId);
  await ada.on(customerId, 'claim');
  decisionId = await propose(ada, customerId, 'Approve');
  await database.owner.query('delete from pgboss.job');
});

const jobs = async (queue: string) =>
  (await team.database.owner.query('select data from pgboss.job where name = $1', [queue])).rows.map(
    ({ data }) => data,
  );

test('the package stays with the proposer, who reads the note of the colleague', async () => {
  const { ada, ben } = team;
  expect((await sendBack(ben, customerId, decisionId, WHY)).json().value).toMatchObject({
    decisionId,
    state: 'Withdrawn',
    verificationStatus: 'StartedNotCompleted',
  });
  const found: PackageRecord = (await ada.call('GET', `/packages/${customerId}`)).json().value;
  const [note] = found.notes;
  expect(note).toMatchObject({ text: WHY, writtenBy: { accountId: ben.accountId } });
  expect(found.decisions).toMatchObject([
    { state: 'Withdrawn', noteId: note?.noteId, settledBy: { accountId: ben.accountId } },
  ]);
  expect(found.claim).toMatchObject({ accountId: ada.accountId });
  const { audit_entries: entries } = await storedAbout(team.database, customerId);
  expect(entries.at(-1)).toMatchObject({ action: 'review.decision.returned', actor_id: ben.accountId });
  expect(String(entries.at(-1)?.details)).not.toContain('passport');
  expect(outcomeOf(await confirm(ben, customerId, decisionId))).toBe('409 Review.DecisionSettled');
});

test('without a note, nothing is sent back', async () => {
  const before = await storedAbout(team.database, customerId);
  for (const text of ['', '  ', undefined]) {
    const refused = await team.ben.on(customerId, `decisions/${decisionId}/send-back`, { text });
    expect(refused.json().error.details).toMatchObject([{ pointer: '/text' }]);
  }
  expect(await storedAbout(team.database, customerId)).toEqual(before);
  expect(await jobs('reviews.sent-back')).toEqual([]);
});

test('the queue shows who sent it back until there is another proposal', async () => {
  const { ada, ben } = team;
  const item = async () => {
    const { items }: QueuePage = (await ada.call('GET', '/queue?claimedBy=me')).json().value;
    return items.find((one) => one.customerId === customerId);
  };
  expect(await item()).toMatchObject({ sentBack: null, proposal: { decisionId } });
  await sendBack(ben, customerId, decisionId);
  expect(await item()).toMatchObject({ sentBack: { byName: 'Ada Lind', at: expect.any(String) }, proposal: null });
  await propose(ada, customerId, 'Reject');
  expect(await item()).toMatchObject({ sentBack: null, proposal: { outcome: 'Reject' } });
});

test('the proposer gets one mail, which links to the package and names neither the business nor its people', async () => {
  const { ada, ben, api, database } = team;
  await sendBack(ben, customerId, decisionId, WHY);
  const [job, ...more] = await jobs('reviews.sent-back');
  expect(more).toEqual([]);
  const db = openTestDb(database.workerUrl);
  const keys = openKeyRing(TEST_KEY_RING);
  const tell = () =>
    db.transaction((tx) => tellSentBack(tx, { clock: api.context.clock, jobs: createJobs(), keys }, job));
  await tell();
  const [mail, ...others] = (await jobs('mail.send')).map((data) => openMail(keys, data));
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: `${ada.accountId}@people.example`, subject: 'A colleague sent your proposal back' });
  expect(mail?.text).toContain(`/console/packages/${customerId}\n`);
  expect(mail?.text).not.toMatch(/passport|Obi|Kadoma/);
  await database.owner.query(`update accounts set status = 'Disabled' where account_id = $1`, [ada.accountId]);
  await tell();
  expect(await jobs('mail.send')).toHaveLength(1);
  await db.close();
});
