// An update makes the flags or the screening due exactly if it changes what they read. The tests do not use the service's own
// table of fields: they compare what its queries return, and what the provider is asked.
import { businessPersonUpdateSchema, businessProfilePatchSchema } from '@onboarding/contract';
import { listComparedPeople } from '@onboarding/domain/people';
import { listComparedBusinesses } from '@onboarding/domain/profiles';
import { createScreening } from '@onboarding/domain/screening';
import type { Db } from '@onboarding/platform/postgres';
import { createWatchman, type ScreeningProvider } from '@onboarding/platform/screening';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validAddress, validBody, validIdentity, validPerson } from '../../harness/bodies.ts';
import { openTestDb } from '../../harness/connecting.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { passport } from '../../harness/scenes/flags.ts';
import { type Customer, createCustomer, patch, put, setStatus } from '../../harness/scenes/updates.ts';
import { startWatchman, type WatchmanServer } from '../../harness/servers/watchman-server.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

let db: Db;
let server: WatchmanServer;
let provider: ScreeningProvider;
beforeAll(async () => {
  server = await startWatchman({});
  provider = createWatchman({ url: server.url, minScore: 0.6, timeoutMs: 120_000 });
  db = openTestDb(database.workerUrl, { poolSize: 8 });
});
afterAll(async () => {
  await provider.close();
  await server.close();
  await db.close();
});

const ABROAD = { ...validAddress(), countryCode: 'KEN' };

const OF_BUSINESS: Record<string, unknown> = {
  email: 'other@company.example',
  phoneNumber: '+2348031230000',
  companyName: 'Abuja Trading Ltd',
  tradingName: 'Abuja Trading',
  businessTypeCode: 'Cooperative',
  incorporationCountryCode: 'GHA',
  industry: 'CryptoProceeds',
  description: 'Another description.',
  website: 'https://other.example',
  registrationNumber: 'RC7654321',
  registrationDate: '2018-01-01',
  addresses: [ABROAD],
  financials: { ...validBody().financials, sourceOfFunds: 'CryptoProceeds' },
  metadata: { colour: 'blue' },
};

const OF_PERSON: Record<string, unknown> = {
  firstName: 'Ngozi',
  lastName: 'Eze',
  birthDate: '1962-06-18',
  taxResidenceCountry: 'GHA',
  nationality: 'GHA',
  email: 'other@people.example',
  phone: '+2348031230001',
  ownershipType: ['DIRECTOR'],
  percentageShare: 30,
  address: ABROAD,
  identities: [validIdentity()],
  metadata: { colour: 'blue' },
};

const CASES = [
  ...Object.entries(OF_BUSINESS).map(([field, value]) => ({ field, bodyOf: () => ({ [field]: value }) })),
  ...Object.entries(OF_PERSON).map(([field, value]) => ({
    field: `a person's ${field}`,
    bodyOf: ({ uboIds: [uboId] }: Customer) => ({ businessPersonList: [{ uboId, [field]: value }] }),
  })),
  { field: 'a person who is added', bodyOf: () => ({ businessPersonList: [validPerson()] }) },
];

async function dueAfter({ customerId }: Customer) {
  const { rows } = await database.owner.query(
    `select flags_due_at is not null as flags, screening_due_at is not null as screening, xmin::text as written
     from reviews where customer_id = $1`,
    [customerId],
  );
  return rows[0] as { flags: boolean; screening: boolean; written: string };
}

const settle = () =>
  database.owner.query(
    `update reviews set flags_due_at = null, screening_due_at = null, screening_since = null
     where flags_due_at is not null or screening_due_at is not null`,
  );

function comparedOf({ customerId }: Customer) {
  const keys = [{ partnerId: api.partner.partnerId, customerId }];
  return db.transaction(
    async (tx) => JSON.stringify([await listComparedBusinesses(tx, keys), await listComparedPeople(tx, keys)]),
    { readOnly: true },
  );
}

/** Whether the provider is asked about anyone when the package is due. */
async function isAsked({ customerId }: Customer): Promise<boolean> {
  await settle();
  await database.owner.query('update reviews set screening_due_at = now() where customer_id = $1', [customerId]);
  server.asked.length = 0;
  const clock = { now: () => new Date(Date.now() + 600_000) };
  const context = { ...api.context, db, provider, clock };
  await createScreening({ context, signal: new AbortController().signal, onResult: () => {} }).run();
  return server.asked.length > 0;
}

test('every field of a PATCH has a case', () => {
  const others = ['businessPersonList', 'businessDocumentIdList', 'partnerCustomerId', 'incorporationCountryIso3Code'];
  const ofBusiness = Object.keys(businessProfilePatchSchema.shape).filter((field) => !others.includes(field));
  expect(Object.keys(OF_BUSINESS).toSorted()).toEqual([...ofBusiness, 'incorporationCountryCode'].toSorted());
  const ofPerson = Object.keys(businessPersonUpdateSchema.shape).filter((field) => field !== 'uboId');
  expect(Object.keys(OF_PERSON).toSorted()).toEqual(ofPerson.toSorted());
});

test.each(CASES)('a PATCH of $field makes due what reads it, and nothing else', async ({ bodyOf }) => {
  // A passport is accepted in any country of residence.
  const person = validPerson({ identities: [passport('2024-01-02', '2040-01-01')] });
  const customer = await createCustomer(api, { businessPersonList: [person] });
  expect(await isAsked(customer)).toBe(true);
  await settle();
  const before = { ...(await dueAfter(customer)), compared: await comparedOf(customer) };
  const answer = await patch(api, customer, bodyOf(customer));
  expect(answer.statusCode, answer.body).toBe(200);
  const due = await dueAfter(customer);
  const flags = (await comparedOf(customer)) !== before.compared;
  const screening = await isAsked(customer);
  expect({ flags: due.flags, screening: due.screening }).toEqual({ flags, screening });
});

test.each(['email', 'website', 'description', 'metadata'])(
  'a PATCH of %s does not write the row of the package',
  async (field) => {
    const customer = await createCustomer(api);
    await settle();
    const before = await dueAfter(customer);
    expect((await patch(api, customer, { [field]: OF_BUSINESS[field] })).statusCode).toBe(200);
    expect(await dueAfter(customer)).toEqual(before);
  },
);

test('a PATCH of the business type changes the type by which the queue filters', async () => {
  const customer = await createCustomer(api);
  await patch(api, customer, { businessTypeCode: 'Cooperative' });
  const { rows } = await database.owner.query('select business_type_code from reviews where customer_id = $1', [
    customer.customerId,
  ]);
  expect(rows).toEqual([{ business_type_code: 'Cooperative' }]);
});

test('a business that answers a request for changes without changing a name is flagged again, but not screened', async () => {
  const customer = await createCustomer(api);
  await settle();
  await setStatus(database, customer, 'ChangesRequested');
  await database.owner.query('update reviews set queued_at = null where customer_id = $1', [customer.customerId]);
  expect((await put(api, customer)).statusCode).toBe(200);
  expect(await dueAfter(customer)).toMatchObject({ flags: true, screening: false });
});
