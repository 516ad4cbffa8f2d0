// Documents named by PUT and PATCH: whose they must be, how far they must have come, and what then happens.
import { DOCUMENT_STATUSES } from '@onboarding/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validIdentity, validPerson } from '../../harness/bodies.ts';
import {
  ACCEPTED,
  type Finding,
  IDENTITY,
  messagesOf,
  outcomeOf,
  refusedWith,
} from '../../harness/cases/create-answers.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { documentIn } from '../../harness/scenes/documents.ts';
import { type Customer, createCustomer, patch, put, read, setStatus, tracesOf } from '../../harness/scenes/updates.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

/** Of another customer of the same partner, and of another partner; both as good as a document can be. */
let elsewhere: string;
let foreign: string;
beforeAll(async () => {
  elsewhere = await documentIn(api, database, await createCustomer(api), 'Confirmed');
  const token = await api.issuer.token(await database.addPartner());
  const stranger: TestApi = {
    ...api,
    call: (method, path, options = {}) => api.call(method, path, { ...options, token }),
    create: (body) => api.call('POST', '/partner/v1/business-profiles', { body, token }),
  };
  foreign = await documentIn(stranger, database, await createCustomer(stranger), 'Confirmed');
});

const handIn = (customer: Customer, ...ids: string[]) => patch(api, customer, { businessDocumentIdList: ids });

/** A person with a single identity that is shown by a document. */
const shownBy = (documentUploadId: string | null, changes: Record<string, unknown> = {}) =>
  validPerson({ identities: [{ ...validIdentity(), documentUploadId }], ...changes });

describe('businessDocumentIdList', () => {
  test.each([
    ['Expired', 'request a new link'],
    ['Rejected', 'larger than 10 MiB'],
    ['Quarantined', 'infected'],
  ])('a document that is %s is Document.NotUploaded, and the message says what to do', async (status, text) => {
    const customer = await createCustomer(api);
    const answer = await handIn(customer, await documentIn(api, database, customer, status));
    expect(outcomeOf(answer)).toEqual(refusedWith(['/businessDocumentIdList/0', 'Document.NotUploaded']));
    expect(messagesOf(answer)[0]).toContain(text);
  });

  // Here is no storage to ask. What is answered where there is one: tests/faults/documents.system.test.ts.
  test.each(['LinkIssued', 'Superseded'])(
    'of a document that is %s nobody can tell while the storage is away: 503, and it is to be sent again',
    async (status) => {
      const customer = await createCustomer(api);
      const before = await tracesOf(database, customer);
      const answer = await handIn(customer, await documentIn(api, database, customer, status));
      expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'Service.Unavailable']);
      expect(answer.json().error.message).toContain('send the request again');
      expect(answer.headers['retry-after']).toBe('5');
      expect(await tracesOf(database, customer)).toEqual(before);
    },
  );

  test.each(['Uploaded', 'Confirmed'])(
    'a document that is %s is fine, and the answer says how far it is',
    { tags: ['S-223'] },
    async (status) => {
      const customer = await createCustomer(api);
      const documentId = await documentIn(api, database, customer, status);
      const answer = await handIn(customer, documentId);
      expect(outcomeOf(answer)).toEqual(ACCEPTED);
      expect(answer.json().value.documents).toEqual([{ documentId, status }]);
    },
  );

  test('every state is judged here one way or the other', () => {
    const judged = ['LinkIssued', 'Expired', 'Superseded', 'Rejected', 'Quarantined', 'Uploaded', 'Confirmed'];
    expect(judged.sort()).toEqual([...DOCUMENT_STATUSES].sort());
  });

  test('an unknown one is Document.NotFound', { tags: ['S-227', 'S-336'] }, async () => {
    const answer = await handIn(await createCustomer(api), crypto.randomUUID());
    expect(outcomeOf(answer)).toEqual(refusedWith(['/businessDocumentIdList/0', 'Document.NotFound']));
  });

  test("another customer's is Document.AccessDenied, whoever its partner is", {
    tags: ['S-228', 'S-337'],
  }, async () => {
    const answer = await handIn(await createCustomer(api), elsewhere, foreign);
    expect(outcomeOf(answer)).toEqual(
      refusedWith(
        ['/businessDocumentIdList/0', 'Document.AccessDenied'],
        ['/businessDocumentIdList/1', 'Document.AccessDenied'],
      ),
    );
    // One cannot be told from the other.
    const [own, other] = messagesOf(answer).map((text) => text.replace(/\[\d\]/, ''));
    expect(own).toBe(other);
    expect(answer.body).not.toContain('Confirmed');
  });

  test('all are judged at once, with everything else that is wrong, and nothing of the request happens', {
    tags: ['S-229'],
  }, async () => {
    const customer = await createCustomer(api);
    const [before, record] = [await tracesOf(database, customer), await read(api, customer)];
    const waiting = await documentIn(api, database, customer, 'Expired');
    const good = await documentIn(api, database, customer, 'Confirmed', {
      documentCategory: 'Other',
      contentType: 'image/png',
    });
    const answer = await patch(api, customer, {
      companyName: 'Another Name Ltd',
      industry: 'Farming',
      businessPersonList: [shownBy(crypto.randomUUID()), shownBy(foreign), shownBy(good)],
      businessDocumentIdList: [good, crypto.randomUUID(), elsewhere, waiting],
    });
    const expected: Finding[] = [
      ['/industry', 'ValidationControl.Error'],
      [`${IDENTITY}/documentUploadId`, 'Document.NotFound'],
      ['/businessPersonList/1/identities/0/documentUploadId', 'Document.AccessDenied'],
      ['/businessDocumentIdList/1', 'Document.NotFound'],
      ['/businessDocumentIdList/2', 'Document.AccessDenied'],
      ['/businessDocumentIdList/3', 'Document.NotUploaded'],
    ];
    expect(outcomeOf(answer)).toEqual(refusedWith(...expected));
    expect(await tracesOf(database, customer)).toEqual(before);
    const { documents: _, ...unchanged } = record;
    expect(await read(api, customer)).toMatchObject(unchanged);
  });

  test('a document that cannot be taken keeps the rest of the PATCH from happening', { tags: ['S-229'] }, async () => {
    const customer = await createCustomer(api);
    await setStatus(database, customer, 'ChangesRequested');
    const before = await tracesOf(database, customer);
    const waiting = await documentIn(api, database, customer, 'Expired');
    for (const id of [crypto.randomUUID(), elsewhere, foreign, waiting]) {
      const answer = await patch(api, customer, {
        companyName: 'Another Name Ltd',
        businessPersonList: [validPerson()],
        businessDocumentIdList: [id],
      });
      expect(answer.statusCode).toBe(400);
    }
    expect(await tracesOf(database, customer)).toEqual(before);
  });

  test('takes an id in any case and answers each once, in the order of the request', async () => {
    const customer = await createCustomer(api);
    const first = await documentIn(api, database, customer, 'Confirmed');
    const second = await documentIn(api, database, customer, 'Uploaded');
    const answer = await handIn(customer, second.toUpperCase(), first, second);
    expect(answer.json().value.documents).toEqual([
      { documentId: second, status: 'Uploaded' },
      { documentId: first, status: 'Confirmed' },
    ]);
  });

  test('takes 50, and not one more', async () => {
    const customer = await createCustomer(api);
    const id = await documentIn(api, database, customer, 'Confirmed');
    expect(outcomeOf(await handIn(customer, ...Array(50).fill(id)))).toEqual(ACCEPTED);
    expect(outcomeOf(await handIn(customer, ...Array(51).fill(id)))).toEqual(
      refusedWith(['/businessDocumentIdList', 'ValidationControl.Error']),
    );
  });

  test('after ChangesRequested a document is an answer: the customer waits for review again', async () => {
    const customer = await createCustomer(api);
    await setStatus(database, customer, 'ChangesRequested');
    const answer = await handIn(customer, await documentIn(api, database, customer, 'Confirmed'));
    expect(answer.json().value).toMatchObject({ verificationStatus: 'PendingVerification', version: 2 });
    expect(await tracesOf(database, customer)).toMatchObject({
      attempt: 2,
      verification_status: 'PendingVerification',
    });
  });

  test('handing in documents is a change, told by one event; handing them in again is none', {
    tags: ['S-317'],
  }, async () => {
    const customer = await createCustomer(api);
    const ids = [
      await documentIn(api, database, customer, 'Confirmed'),
      await documentIn(api, database, customer, 'Confirmed'),
    ];
    const before = await tracesOf(database, customer);
    const answer = await handIn(customer, ...ids);
    expect(answer.json().value).toMatchObject({ verificationStatus: 'PendingVerification', version: 2 });
    const after = await tracesOf(database, customer);
    expect(after.events.slice(before.events.length)).toMatchObject([
      { type: 'business.profile.updated', data: { version: 2, changedFields: ['businessDocumentIdList'] } },
    ]);
    expect(after.audit.slice(before.audit.length)).toMatchObject([
      { action: 'business.profile.updated', details: { changedFields: ['businessDocumentIdList'] } },
    ]);
    expect(after.audit.at(-1)?.details.documentIds).toEqual(expect.arrayContaining(ids));
    expect((await handIn(customer, ...ids)).json().value.version).toBe(2);
    expect(await tracesOf(database, customer)).toEqual(after);
  });

  test('after ChangesRequested the event of the change comes before that of the status', async () => {
    const customer = await createCustomer(api);
    await setStatus(database, customer, 'ChangesRequested');
    const before = await tracesOf(database, customer);
    await handIn(customer, await documentIn(api, database, customer, 'Confirmed'));
    const { events } = await tracesOf(database, customer);
    expect(events.slice(before.events.length).map(({ type }) => type)).toEqual([
      'business.profile.updated',
      'business.verification.updated',
    ]);
  });

  test('in other states naming a document that was handed in and known changes nothing', async () => {
    const customer = await createCustomer(api);
    const id = await documentIn(api, database, customer, 'Confirmed');
    await handIn(customer, id);
    for (const status of ['PendingVerification', 'Approved']) {
      await setStatus(database, customer, status);
      await database.owner.query('update customers set decided_at = now() where customer_id = $1', [
        customer.customerId,
      ]);
      const answer = await handIn(customer, id);
      expect(answer.json().value).toMatchObject({ verificationStatus: status, version: 2 });
    }
    await setStatus(database, customer, 'StartedNotCompleted');
    expect((await handIn(customer, id)).json().error.code).toBe('Customer.UnderReview');
  });
});

describe.each(['PUT', 'PATCH'] as const)('documentUploadId of an identity, by %s', (kind) => {
  const send = (customer: Customer, ...people: unknown[]) =>
    kind === 'PUT'
      ? put(api, customer, { businessPersonList: people })
      : patch(api, customer, { businessPersonList: people });

  test.each(DOCUMENT_STATUSES)(
    'may be a document of this customer that is %s, and is shown',
    { tags: ['S-143'] },
    async (status) => {
      const customer = await createCustomer(api);
      const id = await documentIn(api, database, customer, status);
      expect(outcomeOf(await send(customer, shownBy(id.toUpperCase())))).toEqual(ACCEPTED);
      const { businessPersonList: people } = await read(api, customer);
      expect(people.at(-1).identities[0].documentUploadId).toBe(id);
    },
  );

  test('is Document.NotFound when unknown and Document.AccessDenied when it is not of this customer', {
    tags: ['S-143'],
  }, async () => {
    const customer = await createCustomer(api);
    const before = await tracesOf(database, customer);
    const answer = await send(
      customer,
      shownBy(crypto.randomUUID()),
      shownBy(elsewhere),
      shownBy(foreign),
      shownBy(null),
    );
    const at = (index: number) => `/businessPersonList/${index}/identities/0/documentUploadId`;
    expect(outcomeOf(answer)).toEqual(
      refusedWith([at(0), 'Document.NotFound'], [at(1), 'Document.AccessDenied'], [at(2), 'Document.AccessDenied']),
    );
    expect(await tracesOf(database, customer)).toEqual(before);
  });

  test('another document makes another identity; the same one leaves it', async () => {
    const customer = await createCustomer(api);
    const [first, second] = [
      await documentIn(api, database, customer, 'Confirmed'),
      await documentIn(api, database, customer, 'Confirmed'),
    ];
    const person = shownBy(first);
    await send(customer, person);
    const identityOf = async () => (await read(api, customer)).businessPersonList.at(-1).identities[0];
    const { identityId } = await identityOf();
    expect((await send(customer, person)).json().value.version).toBe(2);
    expect(await identityOf()).toMatchObject({ identityId, documentUploadId: first });
    await send(customer, { ...person, identities: [{ ...person.identities[0], documentUploadId: second }] });
    const changed = await identityOf();
    expect(changed.documentUploadId).toBe(second);
    expect(changed.identityId).not.toBe(identityId);
  });
});

test('as many documents as a request can name are looked up together', async () => {
  const customer = await createCustomer(api);
  const id = await documentIn(api, database, customer, 'Confirmed');
  const identities = () =>
    Array.from({ length: 10 }, () => ({ ...validIdentity(), documentUploadId: crypto.randomUUID() }));
  const people = Array.from({ length: 100 }, () => validPerson({ percentageShare: null, identities: identities() }));
  const answer = await patch(api, customer, { businessPersonList: people, businessDocumentIdList: [id] });
  expect(answer.statusCode).toBe(400);
  // A hundred, and one that says that there are more.
  expect(answer.json().error.details).toHaveLength(101);
});

test('on create there is no document yet, not even one that exists', async () => {
  for (const id of [elsewhere, foreign, crypto.randomUUID()]) {
    const answer = await api.create({ ...(await createCustomer(api)).body, businessPersonList: [shownBy(id)] });
    expect(outcomeOf(answer)).toEqual(refusedWith([`${IDENTITY}/documentUploadId`, 'Document.NotFound']));
  }
});
