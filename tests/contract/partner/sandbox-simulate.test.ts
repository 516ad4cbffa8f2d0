// The sandbox operation with which partners choose the outcome of a review. It allows only what analysts could do.
import {
  type DocumentCategory,
  ERRORS,
  failureSchema,
  PERSON_DOCUMENT_CATEGORIES,
  SANDBOX_OUTCOMES,
  type SandboxOutcome,
  VERIFICATION_STATUSES,
} from '@onboarding/contract';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorsOf } from '../../../apps/api/src/http/route-errors.ts';
import { sandboxRoutes } from '../../../apps/api/src/sandbox/routes.ts';
import { signInAnalyst } from '../../harness/analysts.ts';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { validPerson } from '../../harness/bodies.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { insist } from '../../harness/insist.ts';
import { documentIn, setDocument } from '../../harness/scenes/documents.ts';
import { screened } from '../../harness/scenes/reviewed.ts';
import { type Customer, createCustomer, patch, read, setStatus, tracesOf } from '../../harness/scenes/updates.ts';

let database: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, { sandbox: true });
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const pathOf = (customerId: string) => `/partner/v1/sandbox/business-profiles/${customerId}/simulate`;

function simulate(
  { customerId }: Pick<Customer, 'customerId'>,
  body: unknown,
  options: { headers?: Record<string, string>; token?: string; through?: TestApi } = {},
): Promise<LightMyRequestResponse> {
  const { through = api, ...rest } = options;
  return through.call('POST', pathOf(customerId), { body, ...rest });
}

const outcomeOf = (answer: LightMyRequestResponse) =>
  answer.statusCode === 200
    ? `200 ${answer.json().value.verificationStatus}`
    : `${answer.statusCode} ${failureSchema.parse(answer.json()).error.code}`;

/** As after a completed screening. */
async function makeReady({ customerId }: Customer): Promise<void> {
  await database.owner.query('update reviews set screening_due_at = null where customer_id = $1', [customerId]);
}

async function newCustomer(overrides: Record<string, unknown> = {}): Promise<Customer> {
  const customer = await createCustomer(api, overrides);
  await makeReady(customer);
  return customer;
}

const WAYS: Record<(typeof VERIFICATION_STATUSES)[number], (customer: Customer) => Promise<unknown>> = {
  NotStarted: (customer) => setStatus(database, customer, 'NotStarted'),
  PendingVerification: async () => {},
  StartedNotCompleted: (customer) => simulate(customer, { outcome: 'Hold' }),
  ChangesRequested: (customer) => simulate(customer, { outcome: 'RequestChanges' }),
  Approved: (customer) => simulate(customer, { outcome: 'Approve' }),
  Rejected: (customer) => simulate(customer, { outcome: 'Reject' }),
};

/** Everything else is 409. */
const LEADS: Partial<Record<string, string>> = {
  'PendingVerification Approve': 'Approved',
  'PendingVerification Reject': 'Rejected',
  'PendingVerification RequestChanges': 'ChangesRequested',
  'PendingVerification Hold': 'StartedNotCompleted',
  'StartedNotCompleted Approve': 'Approved',
  'StartedNotCompleted Reject': 'Rejected',
  'StartedNotCompleted RequestChanges': 'ChangesRequested',
  'StartedNotCompleted Release': 'PendingVerification',
  'Rejected Reopen': 'PendingVerification',
};

test('screening hits, which partners cannot see, do not block an approval', async () => {
  const customer = await newCustomer();
  const hit = { listName: 'l', entityId: 'e', name: 'n', score: 1 };
  await screened(database, customer, { uboId: customer.uboIds[0], hits: [hit, { ...hit, entityId: 'f' }] });
  await screened(database, customer, { hits: [hit] });
  expect(outcomeOf(await simulate(customer, { outcome: 'Approve' }))).toBe('200 Approved');
});

test('a referenced document without a confirmed file blocks an approval, as it does for analysts', async () => {
  const customer = await newCustomer();
  const [person] = customer.body.businessPersonList;
  const [uboId] = customer.uboIds;
  const passport = { documentCategory: 'IdentityFront', contentType: 'application/pdf', uboId };
  const documentUploadId = await documentIn(api, database, customer, 'LinkIssued', passport);
  const identities = [{ ...person?.identities[0], documentUploadId }];
  await patch(api, customer, { businessPersonList: [{ ...person, identities }] });
  await makeReady(customer);
  const refused = await simulate(customer, { outcome: 'Approve' });
  expect(outcomeOf(refused)).toBe('409 Sandbox.StateConflict');
  expect(refused.json().error.message).toContain(documentUploadId);
  await setDocument(database, documentUploadId, 'Uploaded');
  expect(outcomeOf(await simulate(customer, { outcome: 'Approve' }))).toBe('409 Sandbox.NotReady');
  await setDocument(database, documentUploadId, 'Confirmed');
  expect(outcomeOf(await simulate(customer, { outcome: 'Approve' }))).toBe('200 Approved');
});

const cells = VERIFICATION_STATUSES.flatMap((status) => SANDBOX_OUTCOMES.map((outcome) => [status, outcome] as const));

test.each(cells)(
  'from %s, %s results in the status that an analyst could set, or in 409 without a change',
  async (status, outcome) => {
    const customer = await newCustomer();
    await WAYS[status](customer);
    const before = await tracesOf(database, customer);
    expect(before.verification_status).toBe(status);
    const answer = await simulate(customer, { outcome });
    const to = LEADS[`${status} ${outcome}`];
    const after = await tracesOf(database, customer);
    if (to === undefined) {
      expect(outcomeOf(answer)).toBe('409 Sandbox.StateConflict');
      expect(answer.json().error.message).toContain(status);
      expect(after).toEqual(before);
      return;
    }
    expect(outcomeOf(answer)).toBe(`200 ${to}`);
    expect(answer.json().value).toEqual({
      customerId: customer.customerId,
      partnerCustomerId: customer.body.partnerCustomerId,
      verificationStatus: to,
      version: after.version,
    });
    expect((await read(api, customer)).verificationStatus).toBe(to);
    expect(after.events.at(-1)).toMatchObject({
      type: 'business.verification.updated',
      data: { verificationStatus: to },
    });
    expect(after.events.map(({ sequence }) => sequence)).toEqual(after.events.map((_, index) => index + 1));
    expect(after.audit.at(-1)?.action).toBe('business.verification.updated');
  },
);

describe('a simulated outcome', () => {
  test('is decided by two fictitious analysts, in the same steps as a real decision', async () => {
    const customer = await newCustomer();
    await simulate(customer, { outcome: 'Approve' });
    const { rows } = await database.owner.query(
      'select outcome, state, proposed_by, settled_by from review_decisions where customer_id = $1',
      [customer.customerId],
    );
    expect(rows).toMatchObject([{ outcome: 'Approve', state: 'Confirmed' }]);
    expect(rows[0].proposed_by).not.toBe(rows[0].settled_by);
    const accounts = await database.owner.query('select from accounts where account_id = any($1)', [
      [rows[0].proposed_by, rows[0].settled_by],
    ]);
    expect(accounts.rowCount).toBe(0);
    const { audit, events } = await tracesOf(database, customer);
    expect(audit.map(({ action, details }) => details.trigger ?? action)).toEqual([
      'business.profile.created',
      'Claim',
      'review.decision.proposed',
      'Approve',
    ]);
    expect(events.slice(-2).map(({ data }) => data.verificationStatus)).toEqual(['StartedNotCompleted', 'Approved']);
    const people = (await read(api, customer)).businessPersonList;
    expect(people.map((one: { verificationStatus: string }) => one.verificationStatus)).toEqual(['Approved']);
  });

  test('has the reasons that were sent, in the database and in the event', async () => {
    const customer = await newCustomer();
    const documentId = await documentIn(api, database, customer, 'Confirmed');
    const [uboId] = customer.uboIds;
    const reasons = [
      { code: 'Person.IdentityExpired', uboId },
      { code: 'Document.Unreadable', documentId, message: 'Page two is black.' },
    ];
    expect(outcomeOf(await simulate(customer, { outcome: 'RequestChanges', reasons }))).toBe('200 ChangesRequested');
    const { rows } = await database.owner.query(
      'select code, ubo_id, document_id, message from review_reasons where customer_id = $1 order by reason_id',
      [customer.customerId],
    );
    expect(rows).toEqual([
      { code: 'Person.IdentityExpired', ubo_id: uboId, document_id: null, message: null },
      { code: 'Document.Unreadable', ubo_id: null, document_id: documentId, message: 'Page two is black.' },
    ]);
    const { events } = await tracesOf(database, customer);
    expect(events.at(-1)?.data.reasons).toEqual(['Person.IdentityExpired', 'Document.Unreadable']);
  });

  test('has a reason for a missing document of every category, with its remediation', async () => {
    const NAMED: Record<Exclude<DocumentCategory, 'Other'>, [code: string, name: string]> = {
      CertificateOfIncorporation: ['Document.Missing', 'certificate of incorporation'],
      MemorandumArticles: ['Document.MemorandumArticlesMissing', 'memorandum and articles'],
      ShareholderRegister: ['Document.ShareholderRegisterMissing', 'register of shareholders'],
      DirectorRegister: ['Document.DirectorRegisterMissing', 'register of directors'],
      ProofOfBusinessAddress: ['Document.ProofOfBusinessAddressMissing', 'address of the business'],
      TaxCertificate: ['Document.TaxCertificateMissing', 'tax certificate'],
      BankStatement: ['Document.BankStatementMissing', 'bank statement'],
      OperatingLicence: ['Document.OperatingLicenceMissing', 'operating licence'],
      BoardResolution: ['Document.BoardResolutionMissing', 'board resolution'],
      SourceOfFunds: ['Document.SourceOfFundsMissing', 'source of funds'],
      OwnershipChart: ['Document.OwnershipChartMissing', 'ownership chart'],
      IdentityFront: ['Document.IdentityFrontMissing', "front of the person's identity document"],
      IdentityBack: ['Document.IdentityBackMissing', "back of the person's identity document"],
      ProofOfPersonAddress: ['Document.ProofOfPersonAddressMissing', "person's address"],
      Selfie: ['Document.SelfieMissing', 'selfie'],
    };
    const isAboutPerson = (category: string) => PERSON_DOCUMENT_CATEGORIES.some((one) => one === category);
    const customer = await newCustomer();
    const [uboId] = customer.uboIds;
    const reasons = Object.entries(NAMED).map(([category, [code]]) => ({
      code,
      ...(isAboutPerson(category) && { uboId }),
    }));
    expect(outcomeOf(await simulate(customer, { outcome: 'RequestChanges', reasons }))).toBe('200 ChangesRequested');
    const { value } = (
      await api.call('GET', `/partner/v1/business-profiles/${customer.customerId}/verification-status`)
    ).json();
    expect(value.reasons).toEqual(
      Object.entries(NAMED).map(([category, [code, name]]) => ({
        reasonId: expect.any(String),
        code,
        message: expect.stringMatching(new RegExp(`\\b${name}\\b.* missing\\.$`)),
        retryable: true,
        ...(isAboutPerson(category) && { uboId }),
        remediation: { action: 'UploadDocuments', documentCategories: [category] },
      })),
    );
  });

  test.each([
    ['Reject', [], 'Business.NotAcceptable'],
    ['RequestChanges', [], 'Document.Missing'],
    ['Reject', ['Rejected'], 'Person.IdentityUnverified'],
    ['RequestChanges', ['ChangesRequested'], 'Person.IdentityUnverified'],
  ] as const)('%s without reasons and with verdicts %j gets a default reason', async (outcome, verdicts, code) => {
    const customer = await newCustomer();
    const people = verdicts.map((verdict) => ({ uboId: customer.uboIds[0], verdict }));
    await simulate(customer, { outcome, people });
    const { events } = await tracesOf(database, customer);
    expect(events.at(-1)?.data.reasons).toEqual([code]);
  });

  test('applies verdicts about individual people, with their events', async () => {
    const customer = await newCustomer({ businessPersonList: [validPerson(), validPerson()] });
    const [first, second] = customer.uboIds;
    const people = [{ uboId: second?.toUpperCase(), verdict: 'ChangesRequested' }];
    expect(outcomeOf(await simulate(customer, { outcome: 'RequestChanges', people }))).toBe('200 ChangesRequested');
    const statuses = async () =>
      Object.fromEntries(
        (await read(api, customer)).businessPersonList.map((one: { uboId: string; verificationStatus: string }) => [
          one.uboId,
          one.verificationStatus,
        ]),
      );
    expect(await statuses()).toEqual({ [first ?? '']: 'NotStarted', [second ?? '']: 'ChangesRequested' });
    const { events } = await tracesOf(database, customer);
    expect(events.filter(({ type }) => type === 'business.person.updated')).toHaveLength(1);
    // The response does not change that person, but a later approval still clears the verdict.
    await patch(api, customer, { businessPersonList: [validPerson()] });
    await makeReady(customer);
    expect(outcomeOf(await simulate(customer, { outcome: 'Approve' }))).toBe('200 Approved');
    expect(new Set(Object.values(await statuses()))).toEqual(new Set(['Approved']));
  });

  test('of an approval is 409 Sandbox.NotReady until the business is ready, without revealing why', async () => {
    const customer = await createCustomer(api);
    const answer = await simulate(customer, { outcome: 'Approve' });
    expect([outcomeOf(answer), answer.headers['retry-after']]).toEqual(['409 Sandbox.NotReady', '1']);
    expect(answer.body).not.toMatch(/screen/i);
    expect((await tracesOf(database, customer)).version).toBe(1);
    await makeReady(customer);
    expect(outcomeOf(await simulate(customer, { outcome: 'Approve' }))).toBe('200 Approved');
  });

  test('is rejected while an analyst has claimed the package', async () => {
    const customer = await newCustomer();
    const analyst = await signInAnalyst(api, database);
    await analyst.on(customer.customerId, 'claim');
    const before = await tracesOf(database, customer);
    for (const outcome of ['Approve', 'Release'] satisfies SandboxOutcome[]) {
      expect(outcomeOf(await simulate(customer, { outcome }))).toBe('409 Sandbox.StateConflict');
    }
    expect(await tracesOf(database, customer)).toEqual(before);
  });

  test('Hold blocks updates and does not expire like a claim', async () => {
    const customer = await newCustomer();
    await simulate(customer, { outcome: 'Hold' });
    expect(outcomeOf(await patch(api, customer, { description: 'x' }))).toBe('409 Customer.UnderReview');
    const { rows } = await database.owner.query(
      `select claim_ends_at > now() + interval '1 year' as held from reviews where customer_id = $1`,
      [customer.customerId],
    );
    expect(rows).toEqual([{ held: true }]);
  });
});

describe('a simulation is refused', () => {
  test("for another partner's business (403), an unknown one (404), and an erased one (409)", async () => {
    const customer = await newCustomer();
    const before = await tracesOf(database, customer);
    const outsider = await api.issuer.token(await database.addPartner());
    expect(outcomeOf(await simulate(customer, { outcome: 'Reject' }, { token: outsider }))).toBe(
      '403 Partner.NotAuthorized',
    );
    expect(await tracesOf(database, customer)).toEqual(before);
    for (const customerId of [crypto.randomUUID(), 'x', '%00', "'%20or%201=1"]) {
      expect(outcomeOf(await simulate({ customerId }, { outcome: 'Reject' }))).toBe('404 Customer.NotFound');
    }
    await database.owner.query('update customers set data_key = null where customer_id = $1', [customer.customerId]);
    expect(outcomeOf(await simulate(customer, { outcome: 'Reject' }))).toBe('409 Customer.Closed');
  });

  test('without the scope partner.write, and without a valid token', async () => {
    const customer = await newCustomer();
    const reading = await api.issuer.token(api.partner, 'partner.read');
    expect(outcomeOf(await simulate(customer, { outcome: 'Reject' }, { token: reading }))).toBe(
      '403 Partner.ScopeMissing',
    );
    expect(outcomeOf(await simulate(customer, { outcome: 'Reject' }, { token: 'none' }))).toBe(
      '401 Partner.NotAuthenticated',
    );
  });

  const ID = '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01';
  test.each([
    [{}, ['/outcome']],
    [{ outcome: 'approve' }, ['/outcome']],
    [{ outcome: 7, people: [{ verdict: 'Approved' }] }, ['/outcome', '/people/0/uboId']],
    [
      { outcome: 'Hold', reasons: [{ code: 'Document.Missing' }], people: [{ uboId: ID, verdict: 'Approved' }] },
      ['/reasons', '/people'],
    ],
    [{ outcome: 'Approve', reasons: [{ code: 'Document.Missing' }] }, ['/reasons']],
    [{ outcome: 'Reject', people: [{ uboId: ID, verdict: 'Rejected' }] }, ['/people/0/uboId']],
    [{ outcome: 'Reject', reasons: [{ code: 'Document.Unreadable' }] }, ['/reasons/0/documentId']],
    [{ outcome: 'Reject', reasons: [{ code: 'Document.SelfieMissing' }] }, ['/reasons/0/uboId']],
    [{ outcome: 'RequestChanges', reasons: [{ code: 'Business.NotAcceptable' }] }, ['/reasons/0/code']],
    [
      { outcome: 'Reject', reasons: [{ code: 'Nothing' }, { code: 'Person.DetailsMismatch', uboId: 'x' }] },
      ['/reasons/0/code', '/reasons/1/uboId'],
    ],
  ])('with 400 and pointers for %j', async (body, pointers) => {
    const customer = await newCustomer();
    const answer = await simulate(customer, body);
    expect(outcomeOf(answer)).toBe('400 ValidationControl.Error');
    expect(answer.json().error.details.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
    expect((await tracesOf(database, customer)).version).toBe(1);
  });

  test('if an approval comes with a rejected person', async () => {
    const customer = await newCustomer();
    const people = [{ uboId: customer.uboIds[0], verdict: 'Rejected' }];
    const answer = await simulate(customer, { outcome: 'Approve', people });
    expect(answer.json().error.details).toMatchObject([{ pointer: '/people/0/verdict' }]);
  });

  test('never with a Review or Session error', () => {
    const [route] = sandboxRoutes;
    if (route === undefined) throw new Error('There is no such route');
    expect(errorsOf(route).filter((code) => /^(Review|Session)\./.test(code))).toEqual([]);
    expect(ERRORS['Sandbox.NotReady'].status).toBe(409);
  });
});

test('an unknown field is ignored with a warning', async () => {
  const customer = await newCustomer();
  const answer = await simulate(customer, { outcome: 'Reject', color: 'red' });
  expect(answer.json().warnings).toMatchObject([{ pointer: '/color', code: 'Field.Unknown' }]);
});

describe('an Idempotency-Key', () => {
  test('makes a simulation idempotent', async () => {
    const customer = await newCustomer();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await simulate(customer, { outcome: 'Reject' }, { headers });
    const again = await simulate(customer, { outcome: 'Reject' }, { headers });
    expect(outcomeOf(first)).toBe('200 Rejected');
    expect([again.body, again.headers['idempotent-replayed']]).toEqual([first.body, 'true']);
    expect(outcomeOf(await simulate(customer, { outcome: 'Reopen' }, { headers }))).toBe('422 Idempotency.KeyReused');
    const { rows } = await database.owner.query('select state from review_decisions where customer_id = $1', [
      customer.customerId,
    ]);
    expect(rows).toEqual([{ state: 'Confirmed' }]);
  });

  test('of one partner does not return its stored response to another', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const customer = await newCustomer();
    await simulate(customer, { outcome: 'Reject' }, { headers });
    const token = await api.issuer.token(await database.addPartner());
    expect(outcomeOf(await simulate(customer, { outcome: 'Reject' }, { headers, token }))).toBe(
      '403 Partner.NotAuthorized',
    );
  });

  test('is not required: exactly one of ten concurrent calls succeeds', async () => {
    const customer = await newCustomer();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => insist(() => simulate(customer, { outcome: 'Reject' }))),
    );
    expect(answers.map(outcomeOf).sort()).toEqual([
      '200 Rejected',
      ...Array.from({ length: 9 }, () => '409 Sandbox.StateConflict'),
    ]);
  });
});

describe('outside a sandbox', () => {
  test('the path does not exist', async () => {
    const elsewhere = await startTestApi(database);
    const customer = await createCustomer(elsewhere);
    const answer = await simulate(customer, { outcome: 'Approve' }, { through: elsewhere });
    expect(outcomeOf(answer)).toBe('404 Route.NotFound');
    const unknown = await elsewhere.app.inject({ method: 'POST', url: `/api${pathOf(customer.customerId)}` });
    expect(unknown.statusCode).toBe(404);
    expect((await tracesOf(database, customer)).version).toBe(1);
    await elsewhere.close();
  });

  test('the description of the Partner API does not mention it, not even in a sandbox', async () => {
    const { body } = await api.app.inject('/api/openapi.json');
    expect(Object.keys(JSON.parse(body).paths)).toContain('/api/partner/v1/business-profiles');
    expect(body).not.toMatch(/sandbox/i);
  });
});
