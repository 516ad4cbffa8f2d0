// How far the review of a business is, as its partner may know it.
import { verificationStatusSchema } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../harness/api.ts';
import { validBody, validPerson } from '../harness/bodies.ts';
import type { TestDatabase } from '../harness/database.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

const pathOf = (customerId: string) => `/partner/v1/business-profiles/${customerId}/verification-status`;

async function createdWith(people: number): Promise<{ customerId: string; ubos: { uboId: string }[] }> {
  const businessPersonList = Array.from({ length: people }, () => validPerson());
  return (await api.create(validBody({ businessPersonList, partnerCustomerId: crypto.randomUUID() }))).json().value;
}

test('a new business is pending, with its people not started, since it was created', async () => {
  const { customerId, ubos } = await createdWith(2);
  const profile = (await api.call('GET', `/partner/v1/business-profiles/${customerId}`)).json().value;
  const answer = await api.call('GET', pathOf(customerId));
  expect(answer.statusCode).toBe(200);
  expect(answer.headers.etag).toBe('"1-3"');
  expect(verificationStatusSchema.strict().parse(answer.json().value)).toEqual({
    customerId,
    partnerCustomerId: profile.partnerCustomerId,
    verificationStatus: 'PendingVerification',
    statusChangedAt: profile.createdAt,
    submittedAt: profile.createdAt,
    decidedAt: null,
    attempt: 1,
    canUpdate: true,
    nextAction: 'None',
    reasons: [],
    people: ubos.map(({ uboId }) => ({ uboId, verificationStatus: 'NotStarted' })),
    documents: [],
    sequence: 3,
  });
});

test('a business without people has none', async () => {
  const { customerId } = await createdWith(0);
  expect((await api.call('GET', pathOf(customerId))).json().value).toMatchObject({ people: [], sequence: 1 });
});

test.each([
  ['NotStarted', true, 'None'],
  ['PendingVerification', true, 'None'],
  ['StartedNotCompleted', false, 'None'],
  ['Approved', true, 'None'],
  ['Rejected', false, 'None'],
  ['ChangesRequested', true, 'CorrectData'],
])('%s: an update is accepted: %s; expected next: %s', async (status, canUpdate, nextAction) => {
  const { customerId } = await createdWith(1);
  await database.owner.query(
    `update customers set verification_status = $2, status_changed_at = '2026-03-01T10:00:00Z',
       submitted_at = '2026-02-28T10:00:00Z', decided_at = '2026-03-01T10:00:00Z', attempt = 2 where customer_id = $1`,
    [customerId, status],
  );
  expect((await api.call('GET', pathOf(customerId))).json().value).toMatchObject({
    verificationStatus: status,
    canUpdate,
    nextAction,
    attempt: 2,
    statusChangedAt: '2026-03-01T10:00:00.000Z',
    submittedAt: '2026-02-28T10:00:00.000Z',
    decidedAt: '2026-03-01T10:00:00.000Z',
  });
});

test('the ETag changes with the version and with the sequence, and holds as long as neither does', async () => {
  const { customerId } = await createdWith(1);
  const tag = async () => (await api.call('GET', pathOf(customerId))).headers.etag;
  const first = await tag();
  expect(await tag()).toBe(first);
  await database.owner.query('update customers set version = version + 1 where customer_id = $1', [customerId]);
  const second = await tag();
  await database.owner.query('update customers set event_sequence = event_sequence + 1 where customer_id = $1', [
    customerId,
  ]);
  expect(new Set([first, second, await tag()]).size).toBe(3);
});

test("nothing about anybody leaves: no name, no address, no e-mail, and nothing of another partner's", async () => {
  const { customerId } = await createdWith(1);
  const answer = await api.call('GET', pathOf(customerId));
  expect(answer.body).not.toMatch(/Amara|Okafor|\.example|Lagos|1961/);
  const token = await api.issuer.token(await database.addPartner());
  const theirs = await api.call('GET', pathOf(customerId), { token });
  expect([theirs.statusCode, theirs.json().error.code, theirs.headers.etag]).toEqual([
    403,
    'Partner.NotAuthorized',
    undefined,
  ]);
});
