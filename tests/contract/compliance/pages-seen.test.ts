// How many pages of a document an analyst has seen: recorded by the reader, shown to colleagues, required by nothing.
import type { PackageRecord } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { type Analyst, type Team, useTeam } from '../../harness/analysts.ts';
import { documentIn } from '../../harness/scenes/documents.ts';
import { type Customer, createCustomer, patch } from '../../harness/scenes/updates.ts';
import { outcomeOf, proposalOf, REASONS, setScreened } from '../../harness/scenes/verdicts.ts';

let team: Team;
useTeam((made) => {
  team = made;
});

interface Case extends Customer {
  documentId: string;
}

/** Queued, with one confirmed document, which these have opened. */
async function openedBy(...readers: Analyst[]): Promise<Case> {
  const { api, database } = team;
  const customer = await createCustomer(api);
  const documentId = await documentIn(api, database, customer, 'Confirmed');
  await setScreened(database, customer.customerId);
  for (const reader of readers) await reader.openDocument(customer.customerId, documentId);
  return { ...customer, documentId };
}

const report = (by: Analyst, { customerId, documentId }: Case, pagesSeen: number, pagesTotal = 5) =>
  by.on(customerId, `documents/${documentId}/pages-seen`, { pagesSeen, pagesTotal });

/** As a colleague reads it: who has seen how many pages. */
async function shownTo(by: Analyst, { customerId }: Case) {
  const found: PackageRecord = (await by.call('GET', `/packages/${customerId}`)).json().value;
  return found.documents.flatMap((one) =>
    one.openedBy.map(({ accountId, pagesSeen, pagesTotal }) => [accountId, pagesSeen, pagesTotal]),
  );
}

test('the pages that a reader reports are shown to colleagues; a reader who reported none has null', async () => {
  const { ada, ben, auditor } = team;
  const one = await openedBy(ada, ben);
  const answer = await report(ada, one, 3);
  expect(answer.json().value).toEqual({ documentId: one.documentId, pagesSeen: 3, pagesTotal: 5 });
  const shown = [
    [ada.accountId, 3, 5],
    [ben.accountId, null, null],
  ];
  expect(await shownTo(ben, one)).toEqual(shown);
  expect(await shownTo(auditor, one)).toEqual(shown);
});

test('within a review the numbers only grow, in any order of reports', async () => {
  const one = await openedBy(team.ada);
  const seen: number[] = [];
  for (const pages of [2, 4, 3, 4, 5, 1]) seen.push((await report(team.ada, one, pages)).json().value.pagesSeen);
  expect(seen).toEqual([2, 4, 4, 4, 5, 5]);
  expect((await report(team.ada, one, 1, 2)).json().value).toMatchObject({ pagesSeen: 5, pagesTotal: 5 });
});

test('a report is refused from an analyst who has not opened the document in this review', async () => {
  const { ada, ben, api, database } = team;
  const one = await openedBy(ada);
  await report(ada, one, 5);
  expect(outcomeOf(await report(ben, one, 1))).toBe('409 Review.DocumentUnopened');
  await ada.on(one.customerId, 'claim');
  await ada.on(one.customerId, 'decisions', { outcome: 'RequestChanges', reasons: REASONS });
  const withPartner = await report(ada, one, 5);
  expect(outcomeOf(withPartner)).toBe('409 Review.StateConflict');
  await patch(api, one, { businessDocumentIdList: [one.documentId] });
  await setScreened(database, one.customerId);
  expect(outcomeOf(await report(ada, one, 5))).toBe('409 Review.DocumentUnopened');
  // What was seen in the last review does not count, and does not stay the largest number.
  await ada.openDocument(one.customerId, one.documentId);
  expect(await shownTo(ben, one)).toEqual([[ada.accountId, null, null]]);
  expect((await report(ada, one, 2)).json().value.pagesSeen).toBe(2);
});

test('a report about a document of another business is refused like one about an unknown document', async () => {
  const { ada } = team;
  const [one, other] = [await openedBy(ada), await openedBy(ada)];
  for (const documentId of [other.documentId, crypto.randomUUID(), 'none']) {
    expect(outcomeOf(await report(ada, { ...one, documentId }, 3))).toBe('404 Review.SubjectNotFound');
  }
  expect([await shownTo(ada, one), await shownTo(ada, other)]).toEqual(Array(2).fill([[ada.accountId, null, null]]));
});

test('auditors and operators cannot report pages, even of a document that they have opened', async () => {
  const { auditor, operator } = team;
  const one = await openedBy(auditor);
  expect([outcomeOf(await report(auditor, one, 1)), outcomeOf(await report(operator, one, 1))]).toEqual([
    '403 Session.RoleMissing',
    '403 Session.RoleMissing',
  ]);
  expect(await shownTo(team.ada, one)).toEqual([[auditor.accountId, null, null]]);
});

test.each([
  ['no page', { pagesSeen: 0, pagesTotal: 5 }, '/pagesSeen'],
  ['part of a page', { pagesSeen: 1.5, pagesTotal: 5 }, '/pagesSeen'],
  ['more pages than there are', { pagesSeen: 6, pagesTotal: 5 }, '/pagesSeen'],
  ['too many pages', { pagesSeen: 1, pagesTotal: 10_001 }, '/pagesTotal'],
  ['no total', { pagesSeen: 1 }, '/pagesTotal'],
])('a report of %s is refused with its field', async (_, body, pointer) => {
  const one = await openedBy(team.ada);
  const answer = await team.ada.on(one.customerId, `documents/${one.documentId}/pages-seen`, body);
  expect(outcomeOf(answer)).toBe('400 ValidationControl.Error');
  expect(answer.json().error.details.map((problem: { pointer: string }) => problem.pointer)).toEqual([pointer]);
});

test('an approval depends on opened documents, not on pages seen', async () => {
  const { ada, ben } = team;
  const one = await openedBy(ada, ben);
  await ada.on(one.customerId, 'claim');
  await report(ada, one, 1);
  const proposed = await ada.on(one.customerId, 'decisions', proposalOf('Approve'));
  expect(outcomeOf(proposed)).toBe('200');
  const { decisionId } = proposed.json().value;
  expect(outcomeOf(await ben.on(one.customerId, `decisions/${decisionId}/confirm`, {}))).toBe('200');
});

test('reports leave no trace in the audit trail, and void no proposal', async () => {
  const { ada, database } = team;
  const one = await openedBy(ada);
  await ada.on(one.customerId, 'claim');
  await ada.on(one.customerId, 'decisions', proposalOf('Approve'));
  const entries = async () =>
    (
      await database.owner.query('select count(*)::int as count from audit_entries where customer_id = $1', [
        one.customerId,
      ])
    ).rows[0].count;
  const before = await entries();
  expect(outcomeOf(await report(ada, one, 5))).toBe('200');
  expect(await entries()).toBe(before);
  const { rows } = await database.owner.query('select state from review_decisions where customer_id = $1', [
    one.customerId,
  ]);
  expect(rows).toEqual([{ state: 'Proposed' }]);
});
