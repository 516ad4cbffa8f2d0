// An approval requires that both the proposing and the confirming analyst have opened every document.
import type { Blocker, PackageRecord } from '@onboarding/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Analyst, signInAnalyst, type Team, useTeam } from '../../harness/analysts.ts';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { documentIn } from '../../harness/scenes/documents.ts';
import { type Customer, createCustomer, patch } from '../../harness/scenes/updates.ts';
import { outcomeOf, proposalOf, REASONS, setScreened } from '../../harness/scenes/verdicts.ts';

let team: Team;
useTeam((made) => {
  team = made;
});

const UNOPENED = '409 Review.DocumentUnopened';
const STATEMENT = { documentCategory: 'BankStatement', contentType: 'application/pdf' };

interface Case extends Customer {
  documentIds: string[];
}

/** Claimed by Ada, with two confirmed documents and a rejected one. */
async function claimed(by: Analyst = team.ada): Promise<Case> {
  const { api, database } = team;
  const customer = await createCustomer(api);
  const first = await documentIn(api, database, customer, 'Confirmed');
  await documentIn(api, database, customer, 'Rejected');
  const second = await documentIn(api, database, customer, 'Confirmed', STATEMENT);
  await setScreened(database, customer.customerId);
  expect(outcomeOf(await by.on(customer.customerId, 'claim'))).toBe('200');
  return { ...customer, documentIds: [first, second] };
}

const packageOf = async (by: Analyst, { customerId }: Customer): Promise<PackageRecord> =>
  (await by.call('GET', `/packages/${customerId}`)).json().value;

const open = async (by: Analyst, { customerId }: Customer, documentId: string | undefined) =>
  expect(outcomeOf(await by.openDocument(customerId, documentId))).toBe('200');

/** Decides with the current evidence version, without opening documents. */
async function decide(by: Analyst, customer: Customer, body: object, operation = 'decisions') {
  const { evidenceVersion: seenVersion } = await packageOf(by, customer);
  return by.on(customer.customerId, operation, { seenVersion, ...body });
}

const remaining = (blockers: readonly Blocker[]) =>
  blockers.filter(({ code }) => code === 'Review.DocumentUnopened').map(({ documentId }) => documentId);

test('an approval can be proposed only after opening every confirmed document; blockers list the rest', async () => {
  const one = await claimed();
  const { ada } = team;
  const { customerId, documentIds } = one;
  const [first, second] = documentIds;
  expect(remaining((await packageOf(ada, one)).blockers)).toEqual(documentIds);
  const refused = await decide(ada, one, proposalOf('Approve'));
  expect(outcomeOf(refused)).toBe(UNOPENED);
  expect(refused.json().error.description).toContain(`${first} (CertificateOfIncorporation) and 1 more`);
  await open(ada, one, first);
  const preview = await ada.on(customerId, 'decisions/preview', proposalOf('Approve'));
  expect(remaining(preview.json().value.blockers)).toEqual([second]);
  // A document opened by a colleague counts only for the colleague.
  await open(team.ben, one, second);
  expect(outcomeOf(await decide(ada, one, proposalOf('Approve')))).toBe(UNOPENED);
  await open(ada, one, second);
  expect(remaining((await packageOf(ada, one)).blockers)).toEqual([]);
  expect(outcomeOf(await decide(ada, one, proposalOf('Approve')))).toBe('200');
});

test('an approval can be confirmed only after opening them, even by a supervisor; it stays proposed until then', async () => {
  const one = await claimed();
  const { ada, ben, supervisor } = team;
  await ada.openAll(one.customerId);
  const { decisionId } = (await decide(ada, one, proposalOf('Approve'))).json().value;
  const confirming = (by: Analyst) => decide(by, one, {}, `decisions/${decisionId}/confirm`);
  expect([outcomeOf(await confirming(ben)), outcomeOf(await confirming(supervisor))]).toEqual([UNOPENED, UNOPENED]);
  await open(ben, one, one.documentIds[0]);
  expect(outcomeOf(await confirming(ben))).toBe(UNOPENED);
  expect(remaining((await packageOf(ben, one)).blockers)).toEqual([one.documentIds[1]]);
  expect((await packageOf(ben, one)).decisions[0]?.state).toBe('Proposed');
  await open(ben, one, one.documentIds[1]);
  expect(outcomeOf(await confirming(ben))).toBe('200');
  expect(remaining((await packageOf(team.auditor, one)).blockers), 'nobody decides now').toEqual([]);
});

describe('documents need not be opened', () => {
  test('to reject, to confirm a rejection, or to request changes', async () => {
    const [one, other] = [await claimed(), await claimed()];
    const { ada, ben } = team;
    const { decisionId } = (await decide(ada, one, proposalOf('Reject'))).json().value;
    expect(outcomeOf(await decide(ben, one, {}, `decisions/${decisionId}/confirm`))).toBe('200');
    expect(outcomeOf(await decide(ada, other, { outcome: 'RequestChanges', reasons: REASONS }))).toBe('200');
  });

  test('again in the same review after a release and a new claim', async () => {
    const one = await claimed();
    const { ada } = team;
    await ada.openAll(one.customerId);
    expect(outcomeOf(await ada.on(one.customerId, 'release'))).toBe('200');
    expect(outcomeOf(await ada.on(one.customerId, 'claim'))).toBe('200');
    expect(outcomeOf(await decide(ada, one, proposalOf('Approve')))).toBe('200');
  });
});

test('documents must be opened again in the next review', async () => {
  const one = await claimed();
  const { ada, api, database } = team;
  await ada.openAll(one.customerId);
  await decide(ada, one, { outcome: 'RequestChanges', reasons: REASONS });
  await patch(api, one, { businessDocumentIdList: one.documentIds });
  await setScreened(database, one.customerId);
  await ada.on(one.customerId, 'claim');
  expect(outcomeOf(await decide(ada, one, proposalOf('Approve')))).toBe(UNOPENED);
});

describe('with the setting off', () => {
  let lenient: TestApi;
  let analyst: Analyst;
  beforeAll(async () => {
    lenient = await startTestApi(team.database, { openedDocuments: false });
    analyst = await signInAnalyst(lenient, team.database);
  });
  afterAll(() => lenient.close());

  test('an approval needs no opened documents and lists no blockers', async () => {
    const one = await claimed(analyst);
    expect((await packageOf(analyst, one)).blockers).toEqual([]);
    expect(outcomeOf(await decide(analyst, one, proposalOf('Approve')))).toBe('200');
  });
});
