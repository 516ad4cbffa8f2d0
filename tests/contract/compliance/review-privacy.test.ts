// Notes and screening hits are internal: no response, event or feed for the partner contains them.
import { beforeAll, expect, test } from 'vitest';
import { partnerRoutes } from '../../../apps/api/src/partner/routes.ts';
import { type Analyst, signInAnalyst } from '../../harness/analysts.ts';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validPerson } from '../../harness/bodies.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { documentIn } from '../../harness/scenes/documents.ts';
import { flagged, screened } from '../../harness/scenes/reviewed.ts';
import { type Customer, createCustomer, patch } from '../../harness/scenes/updates.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

const TELLING = [
  'zanzibar-note',
  'quetzal-hit',
  'xylophone-list',
  'NK-marmalade',
  'ScreeningHit',
  'Wilhelmina Analyst',
];
let ada: Analyst;
let customer: Customer;
beforeAll(async () => {
  ada = await signInAnalyst(api, database);
  await database.owner.query('update accounts set name = $1 where realm = $2', ['Wilhelmina Analyst', 'staff']);
  customer = await createCustomer(api);
  const { customerId } = customer;
  const [uboId = ''] = customer.uboIds;
  const documentId = await documentIn(api, database, customer, 'Confirmed');
  const hits = [{ listName: 'xylophone-list', entityId: 'NK-marmalade', name: 'quetzal-hit', score: 0.9 }];
  await screened(database, customer, { uboId, hits });
  await screened(database, customer, { hits });
  await flagged(database, customer, [{ code: 'ScreeningHit', facts: { subjects: [{ uboId, hits: 1 }], more: false } }]);
  await database.owner.query('update reviews set screening_due_at = null where customer_id = $1', [customerId]);
  const done = async (operation: string, body?: unknown) => {
    const answer = await ada.on(customerId, operation, body);
    expect(answer.statusCode, `${operation}: ${answer.body}`).toBe(200);
  };
  await done('claim');
  await done('notes', { text: 'zanzibar-note: he is on the xylophone-list as quetzal-hit' });
  expect((await ada.openDocument(customerId, documentId)).statusCode).toBe(200);
  await done(`documents/${documentId}/verdict`, { verdict: 'Rejected', reasonCode: 'Document.Expired' });
  await done('decisions', { outcome: 'RequestChanges', reasons: [{ code: 'Document.Expired', documentId }] });
});

/** The internal values that a text contains. */
const foundIn = (text: string) => [...TELLING, ada.accountId].filter((word) => text.includes(word));

test('self-test: the package contains all internal values', async () => {
  const { body } = await ada.call('GET', `/packages/${customer.customerId}`);
  expect(foundIn(body)).toEqual([...TELLING, ada.accountId]);
});

const QUERIES: Record<string, string> = { listIdentityRequirements: '?countryCode=NGA' };
const reading = partnerRoutes.filter((route) => route.method === 'GET');

test.each(reading.map((route) => [route.path, route] as const))(
  'GET %s contains no internal values',
  async (_path, route) => {
    const path = route.path
      .replace('{customerId}', customer.customerId)
      .replace('{partnerCustomerId}', customer.body.partnerCustomerId);
    const answer = await api.call('GET', `${path}${QUERIES[route.operationId] ?? ''}`);
    expect(answer.statusCode).toBe(200);
    expect(foundIn(answer.body)).toEqual([]);
  },
);

test('responses to accepted and refused updates contain no internal values', async () => {
  const { body: updated } = await patch(api, customer, { businessPersonList: [validPerson()] });
  await ada.on(customer.customerId, 'claim');
  const { statusCode, body: refused } = await patch(api, customer, { tradingName: 'New' });
  expect(statusCode).toBe(409);
  expect(foundIn(updated + refused)).toEqual([]);
});

test('events and stored audit entries contain no internal values', async () => {
  const events = await database.owner.query('select body from events where customer_id = $1', [customer.customerId]);
  expect(events.rows.length).toBeGreaterThan(4);
  expect(foundIn(JSON.stringify(events.rows))).toEqual([]);
  const audit = await database.owner.query('select action, details from audit_entries where customer_id = $1', [
    customer.customerId,
  ]);
  expect(foundIn(JSON.stringify(audit.rows))).toEqual([]);
});

test('notes and hits are encrypted at rest', async () => {
  const { rows } = await database.owner.query(
    `select encode(text_cipher, 'escape') as sealed from review_notes
     union all select encode(hits_cipher, 'escape') from screenings where hits_cipher is not null`,
  );
  expect(rows).toHaveLength(3);
  expect(foundIn(JSON.stringify(rows))).toEqual([]);
});
