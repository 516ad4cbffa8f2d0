// The state of a business's review, as far as its partner may see it.
import { verificationStatusSchema } from '@onboarding/contract';
import { describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validBody, validPerson } from '../../harness/bodies.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { documentIn } from '../../harness/scenes/documents.ts';
import { decided } from '../../harness/scenes/reviewed.ts';
import { createCustomer, patch, setStatus } from '../../harness/scenes/updates.ts';

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

test('a new business is PendingVerification since its creation, and its people are NotStarted', {
  tags: ['S-14', 'S-184', 'S-207', 'S-215'],
}, async () => {
  const { customerId, ubos } = await createdWith(2);
  const profile = (await api.call('GET', `/partner/v1/business-profiles/${customerId}`)).json().value;
  const answer = await api.call('GET', pathOf(customerId));
  expect(answer.statusCode).toBe(200);
  expect(answer.headers.etag).toBe('"1-3"');
  expect(answer.json()).toEqual({
    isSuccess: true,
    value: {
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
      version: 1,
      sequence: 3,
    },
  });
});

describe('an error has its own HTTP status and the error envelope:', () => {
  test.each([
    [
      'an unknown customer is 404',
      404,
      'Customer.NotFound',
      async () => ({ customerId: crypto.randomUUID(), token: api.token }),
    ],
    [
      'another partner’s customer is 403',
      403,
      'Partner.NotAuthorized',
      async () => {
        const token = await api.issuer.token(await database.addPartner());
        return { customerId: (await createdWith(0)).customerId, token };
      },
    ],
    [
      'an invalid token is 401',
      401,
      'Partner.NotAuthenticated',
      async () => ({
        customerId: (await createdWith(0)).customerId,
        token: 'x',
      }),
    ],
  ] as const)('%s', { tags: ['S-208'] }, async (_name, status, code, asking) => {
    const { customerId, token } = await asking();
    const answer = await api.call('GET', pathOf(customerId), { token });
    expect(answer.statusCode).toBe(status);
    const requestId = answer.headers['x-request-id'];
    expect(answer.json()).toEqual({
      isSuccess: false,
      error: { code, message: expect.stringMatching(/\w+ \w+/), requestId },
    });
  });
});

test('a business without people has an empty list', async () => {
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
])('%s: canUpdate is %s and nextAction is %s', { tags: ['S-183'] }, async (status, canUpdate, nextAction) => {
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

describe('reasons', () => {
  const statusOf = async ({ customerId }: { customerId: string }) =>
    verificationStatusSchema.strict().parse((await api.call('GET', pathOf(customerId))).json().value);

  test('of a request for changes have a message and a remediation, in the order in which they were given', async () => {
    const customer = await createCustomer(api);
    const [uboId = ''] = customer.uboIds;
    const documentId = await documentIn(api, database, customer, 'Confirmed');
    const { reasonIds } = await decided(database, customer, {
      outcome: 'RequestChanges',
      reasons: [
        { code: 'Person.IdentityExpired', uboId, message: 'The passport ended in May.' },
        { code: 'Document.Unreadable', documentId },
        { code: 'Business.NameMismatch', pointer: '/companyName' },
      ],
    });
    const { reasons, nextAction } = await statusOf(customer);
    expect(nextAction).toBe('UploadDocuments');
    expect(reasons).toEqual([
      {
        reasonId: reasonIds[0],
        code: 'Person.IdentityExpired',
        message: 'The passport ended in May.',
        retryable: true,
        uboId,
        remediation: {
          action: 'UploadDocuments',
          fields: ['identities'],
          documentCategories: ['IdentityFront', 'IdentityBack'],
        },
      },
      {
        reasonId: reasonIds[1],
        code: 'Document.Unreadable',
        message: 'The document cannot be read: it is blurred, cut off or protected.',
        retryable: true,
        documentId,
        // Another document of the same category.
        remediation: { action: 'UploadDocuments', documentCategories: ['CertificateOfIncorporation'] },
      },
      {
        reasonId: reasonIds[2],
        code: 'Business.NameMismatch',
        message: 'The name of the business does not match the register.',
        retryable: true,
        pointer: '/companyName',
        remediation: { action: 'CorrectData', fields: ['companyName'] },
      },
    ]);
  });

  test('of a rejection are not retryable', { tags: ['S-6'] }, async () => {
    const customer = await createCustomer(api);
    await decided(database, customer, {
      outcome: 'Reject',
      reasons: [{ code: 'Business.AddressUnverified' }, { code: 'Business.NotAcceptable' }],
    });
    expect(await statusOf(customer)).toMatchObject({
      verificationStatus: 'Rejected',
      canUpdate: false,
      nextAction: 'None',
      reasons: [
        { code: 'Business.AddressUnverified', retryable: false, remediation: { action: 'None' } },
        { code: 'Business.NotAcceptable', retryable: false, remediation: { action: 'None' } },
      ],
    });
  });

  test('are those of the last decision that took effect, regardless of voided, withdrawn or proposed ones', async () => {
    const customer = await createCustomer(api);
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 15, 8, minute));
    const reason = (code: string) => ({ reasons: [{ code }] });
    await decided(database, customer, { outcome: 'RequestChanges', ...reason('Business.NameMismatch'), at: at(1) });
    await decided(database, customer, { outcome: 'RequestChanges', ...reason('Document.Missing'), at: at(2) });
    for (const state of ['Voided', 'Withdrawn', 'Proposed'] as const) {
      await decided(database, customer, { outcome: 'Reject', state, ...reason('Business.NotAcceptable'), at: at(3) });
    }
    expect((await statusOf(customer)).reasons).toMatchObject([{ code: 'Document.Missing' }]);
  });

  test('disappear once the partner has responded, and do not reappear after an approval', async () => {
    const customer = await createCustomer(api);
    await decided(database, customer, { outcome: 'RequestChanges', reasons: [{ code: 'Ownership.Incomplete' }] });
    expect((await statusOf(customer)).nextAction).toBe('AddPeople');
    expect((await patch(api, customer, { businessPersonList: [validPerson()] })).statusCode).toBe(200);
    expect(await statusOf(customer)).toMatchObject({ attempt: 2, nextAction: 'None', reasons: [] });
    await setStatus(database, customer, 'Approved');
    expect(await statusOf(customer)).toMatchObject({ nextAction: 'None', reasons: [] });
  });

  test('with a code that is no longer in the catalogue still have a message', async () => {
    const customer = await createCustomer(api);
    await decided(database, customer, { outcome: 'RequestChanges', reasons: [{ code: 'Business.Retired' }] });
    expect((await statusOf(customer)).reasons).toMatchObject([
      { code: 'Business.Retired', message: expect.stringMatching(/Business\.Retired/), retryable: true },
    ]);
  });
});

test('the ETag changes with the version and with the sequence, and only then', async () => {
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

test("contains no name, address or e-mail, and another partner's status is refused with 403", async () => {
  const { customerId } = await createdWith(1);
  const answer = await api.call('GET', pathOf(customerId));
  expect(answer.body).not.toMatch(/Amara|Okafor|\.example|Lagos|1961-05-17/);
  const token = await api.issuer.token(await database.addPartner());
  const theirs = await api.call('GET', pathOf(customerId), { token });
  expect([theirs.statusCode, theirs.json().error.code, theirs.headers.etag]).toEqual([
    403,
    'Partner.NotAuthorized',
    undefined,
  ]);
});
