// Verdicts on people and documents, notes, and what the partner sees of them.

import { eraseCustomer } from '@onboarding/domain/erasure';
import { decrypt } from '@onboarding/platform/crypto';
import { openObjectStore, StorageUnavailable } from '@onboarding/platform/s3';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Analyst, useTeam } from '../../harness/analysts.ts';
import type { TestApi } from '../../harness/api.ts';
import { openTestDb } from '../../harness/connecting.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { NO_STORAGE } from '../../harness/no-storage.ts';
import { documentIn } from '../../harness/scenes/documents.ts';
import { type Customer, createCustomer, patch, read } from '../../harness/scenes/updates.ts';
import { confirm, outcomeOf, propose, setScreened, storedAbout } from '../../harness/scenes/verdicts.ts';

let api: TestApi;
let database: TestDatabase;
let ada: Analyst;
let ben: Analyst;
let supervisor: Analyst;
let auditor: Analyst;
useTeam((team) => {
  ({ api, database, ada, ben, supervisor, auditor } = team);
});

let customer: Customer;
let customerId: string;
let uboId: string;
beforeEach(async () => {
  customer = await createCustomer(api);
  customerId = customer.customerId;
  uboId = customer.uboIds[0] ?? '';
  await setScreened(database, customerId);
  await ada.on(customerId, 'claim');
});

const stored = () => storedAbout(database, customerId);
const faultsOf = (answer: { json(): { error: { details: { pointer: string }[] } } }) =>
  answer.json().error.details.map(({ pointer }) => pointer);

describe('a verdict on a person', () => {
  const judge = (body: unknown, by = ada, id = uboId) => by.on(customerId, `people/${id}/verdict`, body);

  test('is visible to the partner, with a new version, an event and an audit entry', async () => {
    const before = await stored();
    const answer = await judge({ verdict: 'ChangesRequested', reasonCode: 'Person.IdentityExpired' });
    expect(answer.json().value).toEqual({
      customerId,
      subjectKind: 'Person',
      subjectId: uboId,
      verdict: 'ChangesRequested',
      reasonCode: 'Person.IdentityExpired',
      version: 3,
    });
    const after = await stored();
    expect(after.review_verdicts).toMatchObject([
      { subject_kind: 'Person', subject_id: uboId, verdict: 'ChangesRequested', given_by: ada.accountId },
    ]);
    const events = after.events.slice(before.events.length).map(({ body }) => JSON.parse(String(body)));
    expect(events).toMatchObject([
      { eventType: 'business.person.updated', data: { customerId, uboId, changedFields: ['verificationStatus'] } },
    ]);
    expect(after.audit_entries.slice(before.audit_entries.length)).toMatchObject([
      { action: 'business.person.verdict' },
    ]);
    const record = await read(api, customer);
    expect(record).toMatchObject({
      version: 3,
      businessPersonList: [{ uboId, verificationStatus: 'ChangesRequested' }],
    });
    expect(JSON.stringify([events, after.audit_entries.at(-1)?.details])).not.toContain(ada.accountId);
  });

  test('can be changed, and has no effect if repeated', async () => {
    await judge({ verdict: 'Rejected' });
    await judge({ verdict: 'Approved' });
    const before = await stored();
    expect(before.people[0]?.verification_status).toBe('Approved');
    expect((await judge({ verdict: 'Approved', reasonCode: null })).json().value.version).toBe(4);
    expect(await stored()).toEqual(before);
  });

  test('is reset when the partner changes the person, and can be given again', async () => {
    await judge({ verdict: 'Approved' });
    await ada.on(customerId, 'release');
    const people = customer.body.businessPersonList.map((one) => ({ ...one, lastName: 'Bello' }));
    await patch(api, customer, { businessPersonList: people });
    expect((await read(api, customer)).businessPersonList[0].verificationStatus).toBe('NotStarted');
    await ben.on(customerId, 'claim');
    expect(outcomeOf(await judge({ verdict: 'Approved' }, ben))).toBe('200');
    const { people: rows, review_verdicts: verdicts } = await stored();
    expect([rows[0]?.verification_status, verdicts[0]?.given_by]).toEqual(['Approved', ben.accountId]);
  });

  test('is kept when the partner changes something else', async () => {
    await judge({ verdict: 'ChangesRequested' });
    await ada.on(customerId, 'release');
    await patch(api, customer, { description: 'Other', businessPersonList: customer.body.businessPersonList });
    expect((await read(api, customer)).businessPersonList[0].verificationStatus).toBe('ChangesRequested');
  });

  test('is accepted only from the analyst who has the package, and only for people of that business', async () => {
    const other = await createCustomer(api);
    const before = await stored();
    expect(outcomeOf(await judge({ verdict: 'Approved' }, ben))).toBe('409 Review.NotYours');
    expect(outcomeOf(await judge({ verdict: 'Approved' }, supervisor))).toBe('409 Review.NotYours');
    expect(outcomeOf(await judge({ verdict: 'Approved' }, auditor))).toBe('403 Session.RoleMissing');
    for (const id of [other.uboIds[0], crypto.randomUUID(), 'nobody']) {
      expect(outcomeOf(await judge({ verdict: 'Approved' }, ada, id))).toBe('404 Review.SubjectNotFound');
    }
    expect(await stored()).toEqual(before);
    expect(outcomeOf(await judge({ verdict: 'Approved' }, ada, uboId.toUpperCase()))).toBe('200');
  });

  test.each([
    [{}, ['/verdict']],
    [{ verdict: 'NotStarted', reasonCode: 'No.Such' }, ['/verdict', '/reasonCode']],
    [{ verdict: 'Approved', reasonCode: 'Person.IdentityExpired' }, ['/reasonCode']],
    [{ verdict: 'Rejected', reasonCode: 'Document.Expired' }, ['/reasonCode']],
    [{ verdict: 'ChangesRequested', reasonCode: 'Business.NotAcceptable' }, ['/reasonCode']],
    [[], ['']],
    ['text', ['']],
  ])('is rejected with the body %j', async (body, pointers) => {
    const before = await stored();
    const answer = await judge(body);
    expect([answer.statusCode, faultsOf(answer)]).toEqual([400, pointers]);
    expect(await stored()).toEqual(before);
  });
});

describe('a verdict on a document', () => {
  const judge = (id: string, body: unknown, by = ada) => by.on(customerId, `documents/${id}/verdict`, body);

  test('is internal: the version, the events and what the partner reads do not change', async () => {
    const documentId = await documentIn(api, database, customer, 'Confirmed');
    const [before, record] = [await stored(), await read(api, customer)];
    const answer = await judge(documentId, { verdict: 'Rejected', reasonCode: 'Document.Unreadable' });
    expect(answer.json().value).toMatchObject({ subjectKind: 'Document', subjectId: documentId, version: 2 });
    const after = await stored();
    expect(after.audit_entries.slice(before.audit_entries.length)).toMatchObject([
      { action: 'review.document.verdict' },
    ]);
    expect([after.events, after.people]).toEqual([before.events, before.people]);
    expect(await read(api, customer)).toEqual(record);
    expect(outcomeOf(await judge(documentId, { verdict: 'Approved', reasonCode: 'Document.Expired' }))).toBe(
      '400 ValidationControl.Error',
    );
    // A rejected document does not prevent an approval.
    expect(outcomeOf(await confirm(ben, customerId, await propose(ada, customerId, 'Approve')))).toBe('200');
  });

  test('can be changed, and has no effect if repeated', async () => {
    const documentId = await documentIn(api, database, customer, 'Confirmed');
    await judge(documentId, { verdict: 'Rejected', reasonCode: 'Document.Unreadable' });
    await judge(documentId, { verdict: 'Approved' });
    const before = await stored();
    expect(before.review_verdicts).toMatchObject([{ subject_id: documentId, verdict: 'Approved' }]);
    const again = await judge(documentId, { verdict: 'Approved', reasonCode: null });
    expect(again.json().value).toMatchObject({ subjectId: documentId, verdict: 'Approved', version: 2 });
    expect(await stored()).toEqual(before);
  });

  test('is accepted only for a confirmed document of that business', async () => {
    const waiting = await documentIn(api, database, customer, 'Uploaded');
    const elsewhere = await documentIn(api, database, await createCustomer(api), 'Confirmed');
    const before = await stored();
    expect(outcomeOf(await judge(waiting, { verdict: 'Approved' }))).toBe('409 Review.DocumentUnreadable');
    for (const id of [elsewhere, crypto.randomUUID(), 'none']) {
      expect(outcomeOf(await judge(id, { verdict: 'Approved' }))).toBe('404 Review.SubjectNotFound');
    }
    expect(outcomeOf(await judge(waiting, { verdict: 'Approved' }, ben))).toBe('409 Review.NotYours');
    expect(await stored()).toEqual(before);
  });
});

describe('a note', () => {
  const TEXT = 'The register says that Amara Okafor left the board.';

  test("is encrypted with the customer's key, and appears neither in partner responses nor in the trail", async () => {
    const [before, record] = [await stored(), await read(api, customer)];
    const answer = await ben.on(customerId, 'notes', { text: ` ${TEXT} ` });
    expect(answer.json().value).toMatchObject({ writtenBy: ben.accountId });
    const after = await stored();
    const [note] = after.review_notes;
    expect(note?.note_id).toBe(answer.json().value.noteId);
    const [row] = after.customers;
    const wrapped = { keyId: String(row?.data_key_id), wrapped: row?.data_key as Buffer };
    const key = api.context.keys.unwrapDataKey(wrapped, customerId);
    expect(decrypt(key, note?.text_cipher as Buffer, String(note?.note_id)).toString()).toBe(TEXT);
    expect(after.audit_entries.at(-1)).toMatchObject({ action: 'review.note.written' });
    expect(JSON.stringify(after)).not.toContain('register');
    expect(after.events).toEqual(before.events);
    expect(after.reviews).toEqual(before.reviews);
    expect(await read(api, customer)).toEqual(record);
  });

  test.each([
    ['', ['/text']],
    ['   ', ['/text']],
    ['x'.repeat(4001), ['/text']],
    [null, ['/text']],
    [7, ['/text']],
  ])('is rejected with the text %j', async (text, pointers) => {
    const answer = await ada.on(customerId, 'notes', { text });
    expect([answer.statusCode, faultsOf(answer)]).toEqual([400, pointers]);
    expect((await stored()).review_notes).toEqual([]);
  });

  test('is accepted only from reviewers', async () => {
    expect(outcomeOf(await supervisor.on(customerId, 'notes', { text: 'x'.repeat(4000) }))).toBe('200');
    expect(outcomeOf(await auditor.on(customerId, 'notes', { text: TEXT }))).toBe('403 Session.RoleMissing');
    expect(outcomeOf(await ada.on(crypto.randomUUID(), 'notes', { text: TEXT }))).toBe('404 Customer.NotFound');
  });
});

test('only a supervisor reopens a rejected business', async () => {
  await confirm(ben, customerId, await propose(ada, customerId, 'Reject'));
  expect(outcomeOf(await ada.on(customerId, 'reopen'))).toBe('403 Session.RoleMissing');
  const answer = await supervisor.on(customerId, 'reopen');
  expect(answer.json().value).toMatchObject({ verificationStatus: 'PendingVerification', claimedBy: null, version: 4 });
  expect((await stored()).customers[0]?.attempt).toBe(1);
});

describe('an erased business', () => {
  async function erase(): Promise<void> {
    const db = openTestDb(database.ownerUrl);
    const { partnerId } = api.partner;
    const actor = { kind: 'Operator', partnerId, operatorName: 'test', requestId: 'erase' } as const;
    // The storage is unreachable: the rows are erased, and the worker removes the objects later.
    const storage = openObjectStore(NO_STORAGE);
    await eraseCustomer({ db, clock: api.context.clock, keys: api.context.keys, storage }, actor, {
      customerId,
      reason: 'asked',
    }).catch((error: unknown) => expect(error).toBeInstanceOf(StorageUnavailable));
    storage.close();
    await db.close();
  }

  test('is neither queued nor claimed, and every action is refused with 409 Customer.Closed', async () => {
    const documentId = await documentIn(api, database, customer, 'Confirmed');
    const decisionId = await propose(ada, customerId, 'Approve');
    await erase();
    const before = await stored();
    expect(before.reviews).toMatchObject([
      { queued_at: null, claimed_by: null, screening_due_at: null, flags_due_at: null },
    ]);
    expect(before.review_decisions).toMatchObject([{ state: 'Voided' }]);
    const tried: [Analyst, string, unknown?][] = [
      [ada, 'claim'],
      [ada, 'release'],
      [ada, 'decisions', { outcome: 'Approve' }],
      [ben, `decisions/${decisionId}/confirm`],
      [ada, `decisions/${decisionId}/withdraw`],
      [ada, `people/${uboId}/verdict`, { verdict: 'Approved' }],
      [ada, `documents/${documentId}/verdict`, { verdict: 'Approved' }],
      [ada, 'notes', { text: 'Gone' }],
      [supervisor, 'reassign', { accountId: ben.accountId }],
      [supervisor, 'reopen'],
    ];
    for (const [who, operation, body] of tried) {
      expect(`${operation} ${outcomeOf(await who.on(customerId, operation, body))}`).toBe(
        `${operation} 409 Customer.Closed`,
      );
    }
    expect(await stored()).toEqual(before);
  });
});
