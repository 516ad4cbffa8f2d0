// The sandbox operation that lets days pass for a business: its unused upload links expire.
import { advanceAnswerSchema } from '@onboarding/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { documentIn } from '../../harness/scenes/documents.ts';
import { type Customer, createCustomer } from '../../harness/scenes/updates.ts';

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

const pathOf = (customerId: string) => `/partner/v1/sandbox/business-profiles/${customerId}/advance`;
const advance = (
  { customerId }: Pick<Customer, 'customerId'>,
  body: unknown,
  options: { headers?: Record<string, string>; token?: string } = {},
) => api.call('POST', pathOf(customerId), { body, ...options });

const documents = async ({ customerId }: Customer) => {
  const { rows } = await database.owner.query(
    `select document_id, status, created_at, link_expires_at, next_check_at <= now() as is_due from documents
     where customer_id = $1 order by document_id`,
    [customerId],
  );
  return rows;
};
const DAY = 86_400_000;

describe('days that pass', () => {
  test('expire the unused links of the business, and leave its files and other businesses alone', async () => {
    const [customer, other] = [await createCustomer(api), await createCustomer(api)];
    const statement = { documentCategory: 'BankStatement', contentType: 'application/pdf' };
    const confirmed = await documentIn(api, database, customer, 'Confirmed', statement);
    const unused = await documentIn(api, database, customer, 'LinkIssued');
    await documentIn(api, database, other, 'LinkIssued');
    const [before, untouched] = [await documents(customer), await documents(other)];
    const answer = await advance(customer, { days: 60 });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(advanceAnswerSchema.strict().parse(answer.json().value)).toEqual({
      customerId: customer.customerId,
      partnerCustomerId: customer.body.partnerCustomerId,
      verificationStatus: 'PendingVerification',
      version: 1,
      documentIds: [unused],
    });
    const [kept, expired] = await documents(customer);
    expect(kept).toEqual(before[0]);
    expect(kept.document_id).toBe(confirmed);
    expect(expired).toMatchObject({
      status: 'LinkIssued',
      is_due: true,
      created_at: new Date(before[1].created_at.getTime() - 60 * DAY),
      link_expires_at: new Date(before[1].link_expires_at.getTime() - 60 * DAY),
    });
    expect(await documents(other)).toEqual(untouched);
  });

  test('change nothing else, so a repeated call without links answers the same', async () => {
    const customer = await createCustomer(api);
    const first = await advance(customer, { days: 1 });
    expect(first.json().value).toMatchObject({ version: 1, documentIds: [] });
    expect((await advance(customer, { days: 400 })).json()).toEqual(first.json());
  });

  test('pass once for an Idempotency-Key', async () => {
    const customer = await createCustomer(api);
    await documentIn(api, database, customer, 'LinkIssued');
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await advance(customer, { days: 3 }, { headers });
    const [aged] = await documents(customer);
    const again = await advance(customer, { days: 3 }, { headers });
    expect([again.json(), again.headers['idempotent-replayed']]).toEqual([first.json(), 'true']);
    expect(await documents(customer)).toEqual([aged]);
  });
});

describe('a call is refused', () => {
  test.each([{}, { days: 0 }, { days: 401 }, { days: 1.5 }, { days: '1' }, { days: null }])('with %j', async (body) => {
    const answer = await advance(await createCustomer(api), body);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toMatchObject({
      code: 'ValidationControl.Error',
      details: [
        {
          pointer: '/days',
          message: expect.stringMatching(
            /^days (?:must be a whole number from 1 to 400|must be a number|is required)\.$/,
          ),
        },
      ],
    });
  });

  test("for another partner's business (403), an unknown one (404), and without the scope partner.write (403)", async () => {
    const customer = await createCustomer(api);
    await documentIn(api, database, customer, 'LinkIssued');
    const [before] = await documents(customer);
    const token = await api.issuer.token(await database.addPartner());
    const readOnly = await api.issuer.token(api.partner, 'partner.read');
    const codes = [];
    for (const [customerId, options] of [
      [customer.customerId, { token }],
      [customer.customerId, { token: readOnly }],
      [crypto.randomUUID(), {}],
      ['nonsense', {}],
    ] as const)
      codes.push((await advance({ customerId }, { days: 1 }, options)).json().error.code);
    expect(codes).toEqual(['Partner.NotAuthorized', 'Partner.ScopeMissing', 'Customer.NotFound', 'Customer.NotFound']);
    expect(await documents(customer)).toEqual([before]);
  });

  test('outside a sandbox, where the path does not exist', async () => {
    const production = await startTestApi(database);
    try {
      const answer = await production.call('POST', pathOf(crypto.randomUUID()), { body: { days: 1 } });
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'Route.NotFound']);
    } finally {
      await production.close();
    }
  });
});
