// Decisions are based on the evidence that the analyst has seen: they are refused if it has changed, they can be previewed, and
// the package shows who has opened which document.
import type { PackageRecord, VerificationStatusRecord } from '@onboarding/contract';
import { describe, expect, test } from 'vitest';
import { type Analyst, type Team, useTeam } from '../../harness/analysts.ts';
import { insist } from '../../harness/insist.ts';
import { documentIn } from '../../harness/scenes/documents.ts';
import { flagged, screened } from '../../harness/scenes/reviewed.ts';
import { type Customer, createCustomer, patch } from '../../harness/scenes/updates.ts';
import { outcomeOf, proposalOf, propose, REASONS, setScreened, storedAbout } from '../../harness/scenes/verdicts.ts';

let team: Team;
useTeam((made) => {
  team = made;
});

interface Case extends Customer {
  documentId: string;
  uboId: string;
}

/** Claimed by Ada, screened, with one person and one document, which by default both analysts have opened. */
async function claimed({ opened = true } = {}): Promise<Case> {
  const { api, database, ada, ben } = team;
  const customer = await createCustomer(api);
  const documentId = await documentIn(api, database, customer, 'Confirmed');
  await setScreened(database, customer.customerId);
  await screened(database, customer, {});
  await ada.on(customer.customerId, 'claim');
  for (const analyst of opened ? [ada, ben] : []) await analyst.openAll(customer.customerId);
  return { ...customer, documentId, uboId: customer.uboIds[0] ?? '' };
}

async function packageOf({ customerId }: Customer, by: Analyst = team.ada): Promise<PackageRecord> {
  return (await by.call('GET', `/packages/${customerId}`)).json().value;
}

const seenBy = async (by: Analyst, customer: Customer) => (await packageOf(customer, by)).evidenceVersion;
const stored = ({ customerId }: Customer) => storedAbout(team.database, customerId);

const FLAG = { code: 'NoOwner', facts: { people: 1 } };
const HIT = { listName: 'list', entityId: 'e1', name: 'Someone', score: 0.9 };

/** Changes of the evidence after the analyst has read the package. */
const CHANGES: Record<string, (one: Case) => Promise<unknown>> = {
  'a flag': (one) => flagged(team.database, one, [FLAG]),
  'a screening hit': (one) => screened(team.database, one, { uboId: one.uboId, hits: [HIT] }),
  'a first clear screening of a person': (one) => screened(team.database, one, { uboId: one.uboId }),
  'a verdict on a document': (one) =>
    team.ada.on(one.customerId, `documents/${one.documentId}/verdict`, { verdict: 'Approved' }),
  'a verdict on a person': (one) => team.ada.on(one.customerId, `people/${one.uboId}/verdict`, { verdict: 'Approved' }),
};

describe.each(Object.entries(CHANGES))('%s after the package was read', (_name, change) => {
  test('causes each decision to be refused without any write, until the package is read again', async () => {
    const one = await claimed();
    const seenVersion = await seenBy(team.ada, one);
    await change(one);
    const before = await stored(one);
    for (const body of [
      proposalOf('Approve'),
      proposalOf('Reject'),
      { outcome: 'RequestChanges' as const, reasons: REASONS },
    ]) {
      const answer = await team.ada.on(one.customerId, 'decisions', { seenVersion, ...body });
      expect(outcomeOf(answer), body.outcome).toBe('409 Review.EvidenceChanged');
    }
    expect(await stored(one)).toEqual(before);
    // A rejection, because a hit without a finding prevents an approval.
    expect(outcomeOf(await team.ada.on(one.customerId, 'decisions', proposalOf('Reject')))).toBe('200');
  });
});

test('a flag added after the proposal must be seen before it can be confirmed, and the proposal stays open', async () => {
  const one = await claimed();
  const { ada, ben } = team;
  const decisionId = await propose(ada, one.customerId, 'Approve');
  const seenVersion = await seenBy(ben, one);
  const [proposal] = (await packageOf(one, ben)).decisions;
  expect(proposal?.evidenceVersion, 'proposed on what is there now').toBe(seenVersion);
  await flagged(team.database, one, [FLAG]);
  const before = await stored(one);
  const confirm = (seen: string) => ben.on(one.customerId, `decisions/${decisionId}/confirm`, { seenVersion: seen });
  expect(outcomeOf(await confirm(seenVersion))).toBe('409 Review.EvidenceChanged');
  expect(await stored(one)).toEqual(before);
  const now = await packageOf(one, ben);
  expect(now.flags.map(({ code }) => code)).toEqual(['NoOwner']);
  expect(now.decisions[0]).toMatchObject({ state: 'Proposed', evidenceVersion: seenVersion });
  expect(outcomeOf(await confirm(now.evidenceVersion))).toBe('200');
});

test('a note, an opened document or another clear screening does not change the evidence version', async () => {
  const one = await claimed();
  const { ada, ben } = team;
  const seenVersion = await seenBy(ada, one);
  expect(outcomeOf(await ben.on(one.customerId, 'notes', { text: 'Looks fine to me.' }))).toBe('200');
  expect(outcomeOf(await ben.openDocument(one.customerId, one.documentId))).toBe('200');
  await screened(team.database, one, {});
  await flagged(team.database, one, []);
  const answer = await ada.on(one.customerId, 'decisions', { seenVersion, ...proposalOf('Approve') });
  expect(outcomeOf(answer)).toBe('200');
});

test('a confirmation that waits for the transaction of a new flag is refused with EvidenceChanged', async () => {
  const one = await claimed();
  const { ada, ben, database } = team;
  const decisionId = await propose(ada, one.customerId, 'Approve');
  const seenVersion = await seenBy(ben, one);
  // The writer locks the row of the package, as a worker does, until the confirmation waits for it.
  await database.owner.query('begin');
  await flagged(database, one, [FLAG]);
  const confirming = insist(() => ben.on(one.customerId, `decisions/${decisionId}/confirm`, { seenVersion }));
  const waits = `select 1 from pg_locks where locktype = 'transactionid' and not granted`;
  while ((await database.owner.query(waits)).rowCount === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await database.owner.query('commit');
  expect(outcomeOf(await confirming)).toBe('409 Review.EvidenceChanged');
});

describe('a preview', () => {
  const statusOf = async ({ path }: Customer): Promise<VerificationStatusRecord> =>
    (await team.api.call('GET', `${path}/verification-status`)).json().value;
  /** Without the times and the ids of reasons, which differ between decisions. */
  const compared = ({ statusChangedAt: _, decidedAt, reasons, ...rest }: VerificationStatusRecord) => ({
    ...rest,
    isDecided: decidedAt !== null,
    reasons: reasons.map(({ reasonId: __, ...reason }) => reason),
  });

  test.each(['Approve', 'Reject', 'RequestChanges'] as const)(
    'of %s equals what the partner reads afterwards, and writes nothing',
    async (outcome) => {
      const one = await claimed();
      const { ada, ben } = team;
      const { customerId, documentId, uboId } = one;
      const reasons = [
        { code: 'Document.Unreadable', documentId, message: 'The second page is cut off.' },
        { code: 'Person.IdentityExpired', uboId },
      ];
      const body = { outcome, ...(outcome === 'Approve' ? {} : { reasons }) };
      const before = await stored(one);
      const preview = (await ada.on(customerId, 'decisions/preview', body)).json().value;
      expect(await stored(one)).toEqual(before);
      expect(preview.blockers).toEqual([]);
      const { decisionId, state } = (await ada.on(customerId, 'decisions', body)).json().value;
      if (state === 'Proposed') await ben.on(customerId, `decisions/${decisionId}/confirm`);
      const after = await statusOf(one);
      expect(after.reasons).toHaveLength(outcome === 'Approve' ? 0 : 2);
      expect(compared(preview.verificationStatus)).toEqual(compared(after));
    },
  );

  test('lists all blockers of the decision, and the package lists those of an approval', async () => {
    const one = await claimed();
    const { ada, database } = team;
    const { customerId, uboId } = one;
    const seenVersion = await seenBy(ada, one);
    await ada.on(customerId, `people/${uboId}/verdict`, { verdict: 'Rejected' });
    await propose(ada, customerId, 'Reject');
    await database.owner.query('update reviews set screening_due_at = now() where customer_id = $1', [customerId]);
    const codes = async (body: object) =>
      (await ada.on(customerId, 'decisions/preview', body))
        .json()
        .value.blockers.map((one: { code: string }) => one.code);
    const onApproval = ['Review.VerdictOpen', 'Review.ScreeningPending'];
    expect(await codes({ ...proposalOf('Approve'), seenVersion })).toEqual([
      'Review.DecisionOpen',
      'Review.EvidenceChanged',
      ...onApproval,
    ]);
    expect(await codes(proposalOf('Reject'))).toEqual(['Review.DecisionOpen']);
    expect(await codes({ outcome: 'RequestChanges', reasons: REASONS })).toEqual([]);
    const { blockers } = await packageOf(one);
    expect(blockers).toMatchObject([
      { code: onApproval[0], uboId },
      { code: onApproval[1], uboId: null },
    ]);
  });

  test('is available only to the analyst who has the package, and rejects an invalid body', async () => {
    const one = await claimed();
    const { ada, ben } = team;
    const preview = (by: Analyst, body: object) => by.on(one.customerId, 'decisions/preview', body);
    expect(outcomeOf(await preview(ben, proposalOf('Approve')))).toBe('409 Review.NotYours');
    expect(outcomeOf(await preview(ada, { outcome: 'Reject' }))).toBe('400 ValidationControl.Error');
  });
});

test('a package shows who has opened each document in the current attempt', async () => {
  const one = await claimed({ opened: false });
  const { ada, ben, api } = team;
  const view = (by: Analyst) => by.openDocument(one.customerId, one.documentId);
  const openers = async () => {
    const [document] = (await packageOf(one)).documents;
    return document?.openedBy.map(({ accountId }) => accountId);
  };
  expect(await openers()).toEqual([]);
  await view(ada);
  await view(ben);
  await view(ada);
  expect(await openers()).toEqual([ben.accountId, ada.accountId]);
  await ada.on(one.customerId, 'decisions', { outcome: 'RequestChanges', reasons: REASONS });
  expect(await openers(), 'nobody reviews it').toEqual([]);
  const answered = await patch(api, one, { businessDocumentIdList: [one.documentId] });
  expect(answered.json().value.verificationStatus).toBe('PendingVerification');
  expect(await openers()).toEqual([]);
});

test('the state of a package changes with its evidence and proposal, and polling it records no read', async () => {
  const one = await claimed();
  const { ada, auditor, database } = team;
  const state = async () => (await auditor.call('GET', `/packages/${one.customerId}/state`)).json().value;
  const whole = await packageOf(one);
  const asked = await state();
  expect(asked).toEqual({
    evidenceVersion: whole.evidenceVersion,
    claimedBy: ada.accountId,
    proposalId: null,
  });
  const decisionId = await propose(ada, one.customerId, 'Approve');
  expect(await state()).toEqual({ ...asked, proposalId: decisionId });
  await flagged(database, one, [FLAG]);
  expect((await state()).evidenceVersion).toBe((await packageOf(one)).evidenceVersion);
  expect((await state()).evidenceVersion).not.toBe(asked.evidenceVersion);
  const { rows } = await database.owner.query(
    'select count(*)::int as reads from staff_reads where customer_id = $1 and account_id = $2',
    [one.customerId, auditor.accountId],
  );
  expect(rows).toEqual([{ reads: 0 }]);
});
