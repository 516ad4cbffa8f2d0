// A business is approved only with complete evidence, and documents that arrive later are reviewed: a partner cannot refer to an
// empty upload link and upload a file of its choice after the approval.
import type { PackageRecord } from '@onboarding/contract';
import type { Db } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Team, useTeam } from '../../harness/analysts.ts';
import { validIdentity, validPerson } from '../../harness/bodies.ts';
import { openTestDb } from '../../harness/connecting.ts';
import { recordArrival } from '../../harness/scenes/arrivals.ts';
import { documentIn, link, setDocument } from '../../harness/scenes/documents.ts';
import { type Customer, createCustomer, patch, tracesOf } from '../../harness/scenes/updates.ts';
import { confirm, outcomeOf, proposalOf, propose, setScreened } from '../../harness/scenes/verdicts.ts';

let team: Team;
let workerDb: Db;
useTeam((made) => {
  team = made;
});
beforeAll(() => {
  workerDb = openTestDb(team.database.workerUrl, { poolSize: 2 });
});
afterAll(() => workerDb.close());

const MISSING = '409 Review.DocumentMissing';
const passport = ({ uboIds: [uboId] }: Customer) => ({
  documentCategory: 'IdentityFront',
  contentType: 'application/pdf',
  uboId,
});

/** Refers to a document from the identity of the customer's only person, as the partner would. */
async function nameIt(customer: Customer, documentUploadId: string): Promise<void> {
  const [person] = customer.body.businessPersonList;
  const identities = [{ ...validIdentity(), documentUploadId }];
  const answer = await patch(team.api, customer, { businessPersonList: [validPerson({ ...person, identities })] });
  expect(outcomeOf(answer)).toBe('200');
}

const created = () => createCustomer(team.api);

/** Claims it as Ada, after screening. */
async function claim({ customerId }: Customer): Promise<void> {
  await setScreened(team.database, customerId);
  expect(outcomeOf(await team.ada.on(customerId, 'claim'))).toBe('200');
}

const arrive = (documentId: string, more: { refusal?: 'Infected'; by?: 'api' | 'worker' } = {}) =>
  recordArrival(more.by === 'api' ? team.api.context.db : workerDb, team.api, {
    partnerId: team.api.partner.partnerId,
    documentId,
    ...more,
  });

const packageOf = async ({ customerId }: Customer): Promise<PackageRecord> =>
  (await team.ada.call('GET', `/packages/${customerId}`)).json().value;

const proposing = ({ customerId }: Customer) => team.ada.on(customerId, 'decisions', proposalOf('Approve'));

async function approve(customer: Customer): Promise<void> {
  const decisionId = await propose(team.ada, customer.customerId, 'Approve');
  expect(outcomeOf(await confirm(team.ben, customer.customerId, decisionId))).toBe('200');
}

describe('a document that an identity refers to', () => {
  test.each(['LinkIssued', 'Superseded', 'Uploaded', 'Expired', 'Rejected', 'Quarantined'])(
    'prevents only an approval while it is %s',
    async (status) => {
      const customer = await created();
      const documentId = await documentIn(team.api, team.database, customer, status, passport(customer));
      await nameIt(customer, documentId);
      await claim(customer);
      expect(outcomeOf(await proposing(customer))).toBe(MISSING);
      const [blocker, ...others] = (await packageOf(customer)).blockers;
      expect(others).toEqual([]);
      expect(blocker).toMatchObject({ code: 'Review.DocumentMissing', uboId: customer.uboIds[0], documentId });
      expect(blocker?.message).toMatch(
        /request changes so that the partner uploads it or submits another document\.$/i,
      );
      expect(outcomeOf(await team.ada.on(customer.customerId, 'decisions', proposalOf('Reject')))).toBe('200');
    },
  );

  test('also prevents the confirmation, and the proposal stays open', async () => {
    const customer = await created();
    const { documentId } = await link(team.api, customer, passport(customer));
    await nameIt(customer, documentId);
    await arrive(documentId);
    await claim(customer);
    const decisionId = await propose(team.ada, customer.customerId, 'Approve');
    // Partners cannot do this; if it happens anyway, it must not go unnoticed.
    await setDocument(team.database, documentId, 'LinkIssued');
    expect(outcomeOf(await confirm(team.ben, customer.customerId, decisionId))).toBe(MISSING);
    await setDocument(team.database, documentId, 'Confirmed');
    expect(outcomeOf(await confirm(team.ben, customer.customerId, decisionId))).toBe('200');
  });

  test('no longer prevents it once confirmed or replaced by another document', async () => {
    const [filled, replaced] = [await created(), await created()];
    const { documentId } = await link(team.api, filled, passport(filled));
    await nameIt(filled, documentId);
    await nameIt(replaced, (await link(team.api, replaced, passport(replaced))).documentId);
    await nameIt(replaced, await documentIn(team.api, team.database, replaced, 'Confirmed', passport(replaced)));
    await claim(filled);
    await claim(replaced);
    expect([outcomeOf(await proposing(filled)), outcomeOf(await proposing(replaced))]).toEqual([MISSING, '200']);
    expect((await arrive(documentId)).outcome).toBe('Confirmed');
    expect(outcomeOf(await proposing(filled))).toBe('200');
  });
});

describe('a document that no identity refers to', () => {
  test('prevents an approval, if submitted, until its check has an outcome, even a refusal', async () => {
    for (const refusal of [undefined, 'Infected'] as const) {
      const customer = await created();
      const documentId = await documentIn(team.api, team.database, customer, 'Uploaded');
      expect(outcomeOf(await patch(team.api, customer, { businessDocumentIdList: [documentId] }))).toBe('200');
      await claim(customer);
      expect(outcomeOf(await proposing(customer))).toBe(MISSING);
      await arrive(documentId, refusal === undefined ? {} : { refusal });
      expect((await packageOf(customer)).blockers.filter(({ code }) => code === 'Review.DocumentMissing')).toEqual([]);
      expect(outcomeOf(await proposing(customer))).toBe('200');
    }
  });

  test('does not prevent an approval if it is only an unused link', async () => {
    const customer = await created();
    await link(team.api, customer);
    await claim(customer);
    expect(outcomeOf(await proposing(customer))).toBe('200');
  });
});

describe('a document of an approved business', () => {
  test.each(['worker', 'api'] as const)(
    'that the %s confirms starts monitoring, invisibly to the partner',
    async (by) => {
      const customer = await created();
      const { documentId } = await link(team.api, customer);
      await claim(customer);
      await approve(customer);
      const before = await tracesOf(team.database, customer);
      expect((await arrive(documentId, { by })).outcome).toBe('Confirmed');
      const { queue, verification, audit } = await packageOf(customer);
      expect([verification.status, queue.reason, queue.priority]).toEqual(['Approved', 'Monitoring', 2]);
      expect(audit[0]).toMatchObject({
        action: 'review.monitoring.opened',
        details: { trigger: 'DocumentConfirmed', documentId },
      });
      // The partner sees only that its document is confirmed.
      const after = await tracesOf(team.database, customer);
      const news = after.events.slice(before.events.length).map(({ type }) => type);
      expect([after.version - before.version, news]).toEqual([1, ['business.document.confirmed']]);
      const trail = (await team.api.call('GET', `${customer.path}/audit`)).json().value.items;
      expect(trail[0].action).toBe('business.document.confirmed');
      // The new document is now part of the evidence.
      expect(outcomeOf(await team.ada.on(customer.customerId, 'claim'))).toBe('200');
      await approve(customer);
      expect((await packageOf(customer)).queue.reason).toBeNull();
    },
  );

  test('does not change monitoring already started, and starts none if refused', async () => {
    const customer = await created();
    const documents = [];
    for (const documentCategory of ['BankStatement', 'SourceOfFunds', 'OwnershipChart']) {
      documents.push((await link(team.api, customer, { documentCategory, contentType: 'application/pdf' })).documentId);
    }
    const [first = '', second = '', third = ''] = documents;
    await claim(customer);
    await approve(customer);
    expect((await arrive(first, { refusal: 'Infected' })).outcome).toBe('Quarantined');
    expect((await packageOf(customer)).queue.reason).toBeNull();
    await arrive(second);
    const { queue } = await packageOf(customer);
    await arrive(third);
    expect((await packageOf(customer)).queue).toEqual(queue);
    const entries = (await packageOf(customer)).audit.filter(({ action }) => action === 'review.monitoring.opened');
    expect(entries).toHaveLength(1);
  });
});
