// Documents in PUT and PATCH: which customer they must belong to, which status they need, and what submitting them does.
import { DOCUMENT_STATUSES } from '@onboarding/contract';
import { enterPartner } from '@onboarding/domain/partners';
import { updateBusiness } from '@onboarding/domain/profiles';
import { createCatalogueSource } from '@onboarding/domain/requirements';
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

/** Confirmed documents of another customer of the same partner, and of another partner. */
let elsewhere: string;
let foreign: string;
beforeAll(async () => {
  elsewhere = await documentIn(api, database, await createCustomer(api), 'Confirmed');
  const token = await api.issuer.token(await database.addPartner());
  const outsider: TestApi = {
    ...api,
    call: (method, path, options = {}) => api.call(method, path, { ...options, token }),
    create: (body) => api.call('POST', '/partner/v1/business-profiles', { body, token }),
  };
  foreign = await documentIn(outsider, database, await createCustomer(outsider), 'Confirmed');
});

const submit = (customer: Customer, ...ids: string[]) => patch(api, customer, { businessDocumentIdList: ids });

/** A person whose only identity refers to a document. */
const shownBy = (documentUploadId: string | null, changes: Record<string, unknown> = {}) =>
  validPerson({ identities: [{ ...validIdentity(), documentUploadId }], ...changes });

describe('businessDocumentIdList', () => {
  test.each([
    ['Expired', 'request a new link'],
    ['Rejected', 'larger than 10 MiB'],
    ['Quarantined', 'infected'],
  ])('rejects a document that is %s with Document.NotUploaded and says what to do', async (status, text) => {
    const customer = await createCustomer(api);
    const answer = await submit(customer, await documentIn(api, database, customer, status));
    expect(outcomeOf(answer)).toEqual(refusedWith(['/businessDocumentIdList/0', 'Document.NotUploaded']));
    expect(messagesOf(answer)[0]).toContain(text);
  });

  // This test has no storage. tests/faults/documents.system.test.ts covers the responses with one.
  test.each(['LinkIssued', 'Superseded'])(
    'answers 503 with Retry-After for a document that is %s while the storage is unavailable',
    async (status) => {
      const customer = await createCustomer(api);
      const before = await tracesOf(database, customer);
      const answer = await submit(customer, await documentIn(api, database, customer, status));
      expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'Service.Unavailable']);
      expect(answer.json().error.message).toContain('send the request again');
      expect(answer.headers['retry-after']).toBe('5');
      expect(await tracesOf(database, customer)).toEqual(before);
    },
  );

  // The storage was searched without success. The expiry is recorded only when no upload can be running.
  test.each([
    ['29 minutes', 29, 'LinkIssued', /whose file has not arrived; upload it to its link, then send this again\.$/],
    [
      '30 minutes',
      30,
      'LinkIssued',
      /whose link expired before a file arrived; request a new link and upload it there\.$/,
    ],
    [
      'a minute',
      1,
      'Superseded',
      /whose link was replaced before a file arrived; use the documentId of the newer link\.$/,
    ],
  ])('rejects a document without a file %s after its link was issued, and says what is true then', async (...row) => {
    const [, minutes, status, message] = row;
    const customer = await createCustomer(api);
    const documentId = await documentIn(api, database, customer, status);
    const issued = await database.owner.query('select created_at from documents where document_id = $1', [documentId]);
    const now = new Date(issued.rows[0].created_at.getTime() + minutes * 60_000);
    const context = { ...api.context, clock: { now: () => now } };
    const request = {
      kind: 'PATCH' as const,
      customerId: customer.customerId,
      ifMatch: undefined,
      body: { businessDocumentIdList: [documentId] },
      lookedFor: { ids: [documentId], unseen: [] },
    };
    const catalogue = await createCatalogueSource(context.db, context.clock).current();
    const { partnerId, clientId } = api.partner;
    const update = api.context.db.transaction(async (tx) => {
      await enterPartner(tx, partnerId);
      return updateBusiness(tx, context, { kind: 'Client', partnerId, clientId, requestId: 'r' }, catalogue, request);
    });
    await expect(update).rejects.toMatchObject({
      code: 'Document.NotUploaded',
      details: [{ pointer: '/businessDocumentIdList/0', message: expect.stringMatching(message) }],
    });
  });

  test.each(['Uploaded', 'Confirmed'])(
    'accepts a document that is %s and returns its status',
    { tags: ['S-223'] },
    async (status) => {
      const customer = await createCustomer(api);
      const documentId = await documentIn(api, database, customer, status);
      const answer = await submit(customer, documentId);
      expect(outcomeOf(answer)).toEqual(ACCEPTED);
      expect(answer.json().value.documents).toEqual([{ documentId, status }]);
    },
  );

  test('is tested with every document status', () => {
    const judged = ['LinkIssued', 'Expired', 'Superseded', 'Rejected', 'Quarantined', 'Uploaded', 'Confirmed'];
    expect(judged.sort()).toEqual([...DOCUMENT_STATUSES].sort());
  });

  test('rejects an unknown id with Document.NotFound', { tags: ['S-227', 'S-336'] }, async () => {
    const answer = await submit(await createCustomer(api), crypto.randomUUID());
    expect(outcomeOf(answer)).toEqual(refusedWith(['/businessDocumentIdList/0', 'Document.NotFound']));
  });

  test("rejects another customer's document with Document.AccessDenied, regardless of its partner", {
    tags: ['S-228', 'S-337'],
  }, async () => {
    const answer = await submit(await createCustomer(api), elsewhere, foreign);
    expect(outcomeOf(answer)).toEqual(
      refusedWith(
        ['/businessDocumentIdList/0', 'Document.AccessDenied'],
        ['/businessDocumentIdList/1', 'Document.AccessDenied'],
      ),
    );
    // The two cases must be indistinguishable.
    const [own, other] = messagesOf(answer).map((text) => text.replace(/\[\d\]/, ''));
    expect(own).toBe(other);
    expect(answer.body).not.toContain('Confirmed');
  });

  test('reports all documents along with all other problems, and writes nothing', {
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

  test('rejects the whole PATCH because of one unacceptable document', { tags: ['S-229'] }, async () => {
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

  test('accepts ids in any case and returns each document once, in the order of the request', async () => {
    const customer = await createCustomer(api);
    const first = await documentIn(api, database, customer, 'Confirmed');
    const second = await documentIn(api, database, customer, 'Uploaded');
    const answer = await submit(customer, second.toUpperCase(), first, second);
    expect(answer.json().value.documents).toEqual([
      { documentId: second, status: 'Uploaded' },
      { documentId: first, status: 'Confirmed' },
    ]);
  });

  test('accepts 50 ids and rejects 51', async () => {
    const customer = await createCustomer(api);
    const id = await documentIn(api, database, customer, 'Confirmed');
    expect(outcomeOf(await submit(customer, ...Array(50).fill(id)))).toEqual(ACCEPTED);
    expect(outcomeOf(await submit(customer, ...Array(51).fill(id)))).toEqual(
      refusedWith(['/businessDocumentIdList', 'ValidationControl.Error']),
    );
  });

  test('returns a ChangesRequested customer to PendingVerification', async () => {
    const customer = await createCustomer(api);
    await setStatus(database, customer, 'ChangesRequested');
    const answer = await submit(customer, await documentIn(api, database, customer, 'Confirmed'));
    expect(answer.json().value).toMatchObject({ verificationStatus: 'PendingVerification', version: 2 });
    expect(await tracesOf(database, customer)).toMatchObject({
      attempt: 2,
      verification_status: 'PendingVerification',
    });
  });

  test('publishes one event when documents are submitted, and none when they are submitted again', {
    tags: ['S-317'],
  }, async () => {
    const customer = await createCustomer(api);
    const ids = [
      await documentIn(api, database, customer, 'Confirmed'),
      await documentIn(api, database, customer, 'Confirmed'),
    ];
    const before = await tracesOf(database, customer);
    const answer = await submit(customer, ...ids);
    expect(answer.json().value).toMatchObject({ verificationStatus: 'PendingVerification', version: 2 });
    const after = await tracesOf(database, customer);
    expect(after.events.slice(before.events.length)).toMatchObject([
      { type: 'business.profile.updated', data: { version: 2, changedFields: ['businessDocumentIdList'] } },
    ]);
    expect(after.audit.slice(before.audit.length)).toMatchObject([
      { action: 'business.profile.updated', details: { changedFields: ['businessDocumentIdList'] } },
    ]);
    expect(after.audit.at(-1)?.details.documentIds).toEqual(expect.arrayContaining(ids));
    expect((await submit(customer, ...ids)).json().value.version).toBe(2);
    expect(await tracesOf(database, customer)).toEqual(after);
  });

  test('publishes the event of the update before that of the status change, after ChangesRequested', async () => {
    const customer = await createCustomer(api);
    await setStatus(database, customer, 'ChangesRequested');
    const before = await tracesOf(database, customer);
    await submit(customer, await documentIn(api, database, customer, 'Confirmed'));
    const { events } = await tracesOf(database, customer);
    expect(events.slice(before.events.length).map(({ type }) => type)).toEqual([
      'business.profile.updated',
      'business.verification.updated',
    ]);
  });

  test('changes nothing in other states if the document was already submitted', async () => {
    const customer = await createCustomer(api);
    const id = await documentIn(api, database, customer, 'Confirmed');
    await submit(customer, id);
    for (const status of ['PendingVerification', 'Approved']) {
      await setStatus(database, customer, status);
      await database.owner.query('update customers set decided_at = now() where customer_id = $1', [
        customer.customerId,
      ]);
      const answer = await submit(customer, id);
      expect(answer.json().value).toMatchObject({ verificationStatus: status, version: 2 });
    }
    await setStatus(database, customer, 'StartedNotCompleted');
    expect((await submit(customer, id)).json().error.code).toBe('Customer.UnderReview');
  });
});

describe.each(['PUT', 'PATCH'] as const)('documentUploadId of an identity on %s', (kind) => {
  const send = (customer: Customer, ...people: unknown[]) =>
    kind === 'PUT'
      ? put(api, customer, { businessPersonList: people })
      : patch(api, customer, { businessPersonList: people });

  test.each(DOCUMENT_STATUSES)(
    'may be a document of this customer that is %s, and is returned by reads',
    { tags: ['S-143'] },
    async (status) => {
      const customer = await createCustomer(api);
      const id = await documentIn(api, database, customer, status);
      expect(outcomeOf(await send(customer, shownBy(id.toUpperCase())))).toEqual(ACCEPTED);
      const { businessPersonList: people } = await read(api, customer);
      expect(people.at(-1).identities[0].documentUploadId).toBe(id);
    },
  );

  test("is rejected with Document.NotFound if unknown, and Document.AccessDenied if another customer's", {
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

  test('creates a new identity for another document, and keeps the identity for the same one', async () => {
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

test('a PATCH with 1,000 unknown documents gets 100 problems and a note that there are more', async () => {
  const customer = await createCustomer(api);
  const id = await documentIn(api, database, customer, 'Confirmed');
  const identities = () =>
    Array.from({ length: 10 }, () => ({ ...validIdentity(), documentUploadId: crypto.randomUUID() }));
  const people = Array.from({ length: 100 }, () => validPerson({ percentageShare: null, identities: identities() }));
  const answer = await patch(api, customer, { businessPersonList: people, businessDocumentIdList: [id] });
  expect(answer.statusCode).toBe(400);
  // 100 problems, and one that says that there are more.
  expect(answer.json().error.details).toHaveLength(101);
});

test('create rejects every documentUploadId, even of an existing document', async () => {
  for (const id of [elsewhere, foreign, crypto.randomUUID()]) {
    const answer = await api.create({ ...(await createCustomer(api)).body, businessPersonList: [shownBy(id)] });
    expect(outcomeOf(answer)).toEqual(refusedWith([`${IDENTITY}/documentUploadId`, 'Document.NotFound']));
  }
});
