// The events of a create, each compared in full with the specification and the request.
import { expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { newReference, validBody, validPerson } from '../../harness/bodies.ts';
import type { TestDatabase } from '../../harness/database.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

const OWNERSHIP = [['DIRECTOR'], ['SHAREHOLDER', 'UBO'], ['UBO']];

async function eventsOf(customerId: string) {
  const { rows } = await database.owner.query(
    'select event_id, occurred_at, body from events where customer_id = $1 order by sequence',
    [customerId],
  );
  return rows.map((row) => ({ eventId: row.event_id, occurredAt: row.occurred_at.toISOString(), body: row.body }));
}

test.each([0, 1, 3])(
  'publishes business.profile.created, then business.person.added for each of %i people, with the request id',
  { tags: ['S-186', 'S-308', 'S-316', 'S-318'] },
  async (count) => {
    const people = OWNERSHIP.slice(0, count).map((ownershipType) => validPerson({ ownershipType }));
    const partnerCustomerId = newReference();
    const requestId = `create-of-${count}`;
    const body = validBody({ businessPersonList: people, partnerCustomerId });
    const answer = await api.create(body, { 'x-request-id': requestId });
    const { customerId, ubos } = answer.json().value;
    expect([ubos.length, answer.headers['x-request-id']]).toEqual([count, requestId]);

    const events = await eventsOf(customerId);
    const told = [
      {
        eventType: 'business.profile.created',
        data: { customerId, partnerCustomerId, verificationStatus: 'PendingVerification', version: 1 },
      },
      ...people.map(({ ownershipType }, index) => ({
        eventType: 'business.person.added',
        data: { customerId, uboId: ubos[index].uboId, ownershipType },
      })),
    ];
    expect(events.map((event) => JSON.parse(event.body))).toEqual(
      told.map((event, index) => ({
        ...event,
        eventId: events[index]?.eventId,
        eventVersion: 1,
        occurredAt: events[index]?.occurredAt,
        partnerId: api.partner.partnerId,
        sequence: index + 1,
        correlation: { requestId, customerId, partnerCustomerId },
      })),
    );
  },
);

test('uses the X-Request-Id of the response in events when the request has none', { tags: ['S-308'] }, async () => {
  const answer = await api.create(validBody());
  const events = await eventsOf(answer.json().value.customerId);
  const ids = events.map(({ body }) => JSON.parse(body).correlation.requestId);
  expect(ids).toEqual([answer.headers['x-request-id'], answer.headers['x-request-id']]);
});
