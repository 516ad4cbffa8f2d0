// Magic values, which control the outcome of a review in a sandbox: what each causes, immediately and after the partner responds.
import { SANDBOX_NUMBERS, SANDBOX_PEOPLE } from '@onboarding/contract';
import { driveWaiting } from '@onboarding/domain/sandbox';
import { createLogger } from '@onboarding/platform/logger';
import type { Db } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { validPerson } from '../../harness/bodies.ts';
import { openTestDb } from '../../harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { type Customer, createCustomer, patch, read, tracesOf } from '../../harness/scenes/updates.ts';

let database: TestDatabase;
let api: TestApi;
let staffDb: Db;
/** The number of decisions that are still to fail. */
let failing = 0;
const logged: string[] = [];
beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, { sandbox: true });
  staffDb = openTestDb(database.staffUrl, {
    poolSize: 4,
    beforeStatement: (name) => {
      if (name === 'review_insert_decision' && failing-- > 0) throw new Error('a fault of ours');
    },
  });
});
afterAll(async () => {
  await staffDb.close();
  await api.close();
  await database.close();
});

/** Runs one round of the worker and returns the number of businesses that it moved. */
function drive(): Promise<number> {
  return driveWaiting({
    context: {
      ...api.context,
      db: staffDb,
      logger: createLogger({ service: 'worker', level: 'info' }, { write: (line) => void logged.push(line) }),
    },
    signal: new AbortController().signal,
  });
}

async function makeReady({ customerId }: Customer): Promise<void> {
  await database.owner.query('update reviews set screening_due_at = null where customer_id = $1', [customerId]);
}

async function newCustomer(registrationNumber: string, emails: string[] = []): Promise<Customer> {
  const named = emails.map((email) => validPerson({ email, percentageShare: 10 }));
  const people = named.length === 0 ? {} : { businessPersonList: named };
  const customer = await createCustomer(api, { registrationNumber, ...people });
  await makeReady(customer);
  return customer;
}

const statusOf = async (customer: Customer) => (await tracesOf(database, customer)).verification_status;
const email = (beginning: string) => `${beginning}${crypto.randomUUID()}@people.example`;

async function reasonsOf(customer: Customer): Promise<unknown> {
  return (await tracesOf(database, customer)).events.at(-1)?.data.reasons;
}

test('the magic values are the expected ones, and short enough for a create', () => {
  expect(SANDBOX_NUMBERS).toEqual(['SBXAPPROVE', 'SBXREJECT', 'SBXCHANGES', 'SBXHOLD']);
  expect(SANDBOX_PEOPLE).toEqual(['approve+', 'reject+', 'changes+']);
  // The limit of a create.
  for (const number of SANDBOX_NUMBERS) expect(number.length).toBeLessThanOrEqual(10);
});

describe('a registration number', () => {
  test.each([
    ['SBXAPPROVE', 'Approved', []],
    ['SBXREJECT', 'Rejected', ['Business.NotAcceptable']],
    ['SBXCHANGES', 'ChangesRequested', ['Document.Missing']],
    ['SBXHOLD', 'StartedNotCompleted', []],
    ['RC1234567', 'PendingVerification', undefined],
    ['sbxapprove', 'PendingVerification', undefined],
  ])('%s results in %s, once', async (number, status, reasons) => {
    const customer = await newCustomer(number);
    expect(await drive()).toBe(status === 'PendingVerification' ? 0 : 1);
    expect(await statusOf(customer)).toBe(status);
    expect(await reasonsOf(customer)).toEqual(reasons);
    const before = await tracesOf(database, customer);
    expect(await drive()).toBe(0);
    expect(await tracesOf(database, customer)).toEqual(before);
  });

  test('SBXCHANGES requests changes once: the response is approved', async () => {
    const customer = await newCustomer('SBXCHANGES');
    await drive();
    expect(await statusOf(customer)).toBe('ChangesRequested');
    expect((await patch(api, customer, { businessPersonList: [validPerson()] })).statusCode).toBe(200);
    await makeReady(customer);
    expect(await drive()).toBe(1);
    expect(await tracesOf(database, customer)).toMatchObject({ verification_status: 'Approved', attempt: 2 });
  });

  test('that the partner sends with its response to a request for changes is applied', async () => {
    const customer = await newCustomer('SBXCHANGES');
    await drive();
    await patch(api, customer, { registrationNumber: 'SBXREJECT', businessPersonList: [validPerson()] });
    await drive();
    expect(await statusOf(customer)).toBe('Rejected');
  });

  test('applies again when a reviewed field of an approved business changes', async () => {
    const customer = await newCustomer('SBXAPPROVE');
    await drive();
    await patch(api, customer, { companyName: 'Another Name Ltd' });
    expect(await statusOf(customer)).toBe('PendingVerification');
    await makeReady(customer);
    await drive();
    expect(await statusOf(customer)).toBe('Approved');
  });

  test('for approval waits until the business is ready, and does not delay others', async () => {
    const early = await createCustomer(api, { registrationNumber: 'SBXAPPROVE' });
    const later = await newCustomer('SBXAPPROVE');
    expect(await drive()).toBe(1);
    expect([await statusOf(early), await statusOf(later)]).toEqual(['PendingVerification', 'Approved']);
    await makeReady(early);
    expect(await drive()).toBe(1);
    expect(await statusOf(early)).toBe('Approved');
  });

  test('takes effect once, even with concurrent workers', async () => {
    const customers: Customer[] = [];
    for (let index = 0; index < 10; index++) customers.push(await newCustomer('SBXREJECT'));
    const driven = await Promise.all([drive(), drive(), drive(), drive()]);
    // A worker that waited too long for a lock leaves the business to the next round.
    driven.push(await drive());
    expect(driven.reduce((sum, one) => sum + one)).toBe(10);
    for (const customer of customers) {
      const { events } = await tracesOf(database, customer);
      expect(events.filter(({ data }) => data.verificationStatus === 'Rejected')).toHaveLength(1);
    }
  });
});

describe("a person's e-mail address", () => {
  const people = async (customer: Customer) =>
    (await read(api, customer)).businessPersonList.map((one: { verificationStatus: string }) => one.verificationStatus);

  test('that begins with reject+ causes the business to be rejected because of that person', async () => {
    const customer = await newCustomer('SBXAPPROVE', [email('approve+'), email('reject+'), email('')]);
    await drive();
    expect(await statusOf(customer)).toBe('Rejected');
    expect(await reasonsOf(customer)).toEqual(['Person.IdentityUnverified']);
    expect(await people(customer)).toEqual(['Approved', 'Rejected', 'NotStarted']);
    const { rows } = await database.owner.query('select ubo_id from review_reasons where customer_id = $1', [
      customer.customerId,
    ]);
    expect(rows).toEqual([{ ubo_id: customer.uboIds[1] }]);
  });

  test('that begins with changes+ causes changes to be requested for that person, once', async () => {
    const customer = await newCustomer('SBXAPPROVE', [email('CHANGES+'), email('')]);
    await drive();
    expect(await statusOf(customer)).toBe('ChangesRequested');
    expect(await people(customer)).toEqual(['ChangesRequested', 'NotStarted']);
    const [uboId] = customer.uboIds;
    const corrected = { ...customer.body.businessPersonList[0], uboId, firstName: 'Corrected' };
    expect((await patch(api, customer, { businessPersonList: [corrected] })).statusCode).toBe(200);
    await makeReady(customer);
    await drive();
    expect(await statusOf(customer)).toBe('Approved');
    expect(await people(customer)).toEqual(['Approved', 'Approved']);
  });

  test('has no effect if the registration number is not a magic value', async () => {
    const customer = await newCustomer('RC7654321', [email('reject+')]);
    expect(await drive()).toBe(0);
    expect(await statusOf(customer)).toBe('PendingVerification');
  });
});

test('a business whose decision fails is retried in the next round and does not block others', async () => {
  const unlucky = await newCustomer('SBXREJECT');
  const sound = await newCustomer('SBXREJECT');
  failing = 1;
  logged.length = 0;
  expect(await drive()).toBe(1);
  expect(await tracesOf(database, unlucky)).toMatchObject({ verification_status: 'PendingVerification', version: 1 });
  expect(await statusOf(sound)).toBe('Rejected');
  const { customerId } = unlucky;
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 'warn',
      customerId,
      err: { message: 'a fault of ours' },
      msg: expect.stringContaining('stays in the queue'),
    },
  ]);
  expect(await drive()).toBe(1);
  expect(await statusOf(unlucky)).toBe('Rejected');
});
