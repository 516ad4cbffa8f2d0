// People who are sent with their uboId: an omitted field keeps its value.
import { describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validAddress, validIdentity, validPerson } from '../../harness/bodies.ts';
import { ACCEPTED, messagesOf, outcomeOf, refusedWith, warningsOf } from '../../harness/cases/create-answers.ts';
import type { TestDatabase } from '../../harness/database.ts';
import {
  type Customer,
  createCustomer,
  patch,
  put,
  read,
  rowsOf,
  setStatus,
  tracesOf,
} from '../../harness/scenes/updates.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

const CONTROL = 'ValidationControl.Error';
const KINDS = ['PUT', 'PATCH'] as const;
type Kind = (typeof KINDS)[number];

const send = (kind: Kind, customer: Customer, ...people: unknown[]) =>
  kind === 'PUT'
    ? put(api, customer, { businessPersonList: people })
    : patch(api, customer, { businessPersonList: people });

const dated = () => ({
  identityTypeCode: 'PASSPORT',
  issuingCountry: 'NGA',
  identityValue: `A${validIdentity().identityValue.slice(0, 8)}`,
  issueDate: '2020-02-29',
  expiryDate: '2096-02-29',
});
const full = (changes = {}) => validPerson({ identities: [validIdentity(), dated()], ...changes });

/** Two people, in every field. */
async function newCustomer(people = [full({ firstName: 'Anna' }), full({ firstName: 'Ben' })]) {
  const customer = await createCustomer(api, { businessPersonList: people });
  const [anna = '', ben = ''] = customer.uboIds;
  return { customer, anna, ben };
}

/** A new value of each field, and the columns that store it. */
const FIELDS: [field: string, value: unknown, ...columns: string[]][] = [
  ['firstName', 'Benedict', 'first_name'],
  ['lastName', 'Bello', 'last_name'],
  ['birthDate', '1959-12-31', 'birth_date'],
  ['taxResidenceCountry', 'GHA', 'tax_residence_country'],
  ['nationality', 'GHA', 'nationality'],
  ['email', 'benedict@people.example', 'email', 'email_key'],
  ['phone', '+2348031234599', 'phone'],
  ['ownershipType', ['DIRECTOR', 'SHAREHOLDER'], 'ownership_type'],
  ['percentageShare', 33, 'percentage_share'],
  ['address', { ...validAddress(), streetLine2: null, city: 'Abuja' }, 'address'],
];
const REQUIRED = ['firstName', 'lastName', 'nationality', 'email', 'ownershipType', 'address', 'identities'];
const OPTIONAL = ['birthDate', 'taxResidenceCountry', 'phone', 'percentageShare'];

describe.each(KINDS)('%s of a person with a uboId', (kind) => {
  test.each(FIELDS)('%s alone changes only its own column', async (field, value, ...columns) => {
    const { customer, ben } = await newCustomer();
    const before = await read(api, customer);
    const rows = { people: await rowsOf(database, 'people', customer), identities: await identities(customer) };
    const answer = await send(kind, customer, { uboId: ben.toUpperCase(), [field]: value });
    expect([outcomeOf(answer), warningsOf(answer), answer.json().value.version]).toEqual([ACCEPTED, [], 2]);

    const [anna, stored] = before.businessPersonList;
    const after = await read(api, customer);
    expect(after).toEqual({
      ...before,
      version: 2,
      updatedAt: after.updatedAt,
      businessPersonList: [anna, { ...stored, [field]: value }],
    });
    const [first, second] = await rowsOf(database, 'people', customer);
    expect(first).toEqual(rows.people[0]);
    const differing = Object.keys(second ?? {}).filter(
      (column) => JSON.stringify(second?.[column]) !== JSON.stringify(rows.people[1]?.[column]),
    );
    expect(differing.sort()).toEqual([...columns, 'updated_at'].sort());
    expect(await identities(customer)).toEqual(rows.identities);
    const { events, audit } = await tracesOf(database, customer);
    expect(events.slice(3)).toMatchObject([
      { type: 'business.profile.updated', data: { version: 2, changedFields: ['businessPersonList'] } },
      { type: 'business.person.updated', data: { uboId: ben, changedFields: [field] } },
    ]);
    expect(audit.at(-1)?.details).toMatchObject({ peopleAdded: 0, peopleUpdated: 1 });
  });

  test.each([...FIELDS.map(([field]) => field), 'identities'])('%s stays if it alone is omitted', async (field) => {
    const people = [full(), full({ firstName: 'Ben' })];
    const { customer, ben } = await newCustomer(people);
    const changed = Object.fromEntries(FIELDS.map(([name, value]) => [name, value]));
    const { [field]: _left, ...sent } = { ...people[1], ...changed } as Record<string, unknown>;
    const before = (await read(api, customer)).businessPersonList[1];
    expect(outcomeOf(await send(kind, customer, { ...sent, uboId: ben }))).toEqual(ACCEPTED);
    expect((await read(api, customer)).businessPersonList[1]).toEqual({
      ...before,
      ...changed,
      [field]: before[field],
    });
  });

  test('warns of an implausible birth date only if it was sent', async () => {
    const young = { birthDate: '2024-02-29' };
    const { customer, anna } = await newCustomer([full(young)]);
    expect(warningsOf(await send(kind, customer, { uboId: anna, phone: '+2348031234599' }))).toEqual([]);
    expect(warningsOf(await send(kind, customer, { uboId: anna, ...young }))).toEqual([
      ['/businessPersonList/0/birthDate', 'Date.Implausible'],
    ]);
  });

  test('nothing but the uboId changes nothing', async () => {
    const { customer, anna, ben } = await newCustomer();
    const before = await tracesOf(database, customer);
    const answer = await send(kind, customer, { uboId: ben }, { uboId: anna });
    expect([outcomeOf(answer), answer.json().value.version]).toEqual([ACCEPTED, 1]);
    expect(await tracesOf(database, customer)).toEqual(before);
  });

  test.each(OPTIONAL)('null clears %s', async (field) => {
    const { customer, ben } = await newCustomer();
    const before = (await read(api, customer)).businessPersonList[1];
    expect(outcomeOf(await send(kind, customer, { uboId: ben, [field]: null }))).toEqual(ACCEPTED);
    expect((await read(api, customer)).businessPersonList[1]).toEqual({ ...before, [field]: null });
  });

  test.each(REQUIRED)('null is refused for %s, with the advice to omit it', async (field) => {
    const { customer, ben } = await newCustomer();
    const answer = await send(kind, customer, { uboId: ben, [field]: null });
    expect(outcomeOf(answer)).toEqual(refusedWith([`/businessPersonList/0/${field}`, CONTROL]));
    expect(messagesOf(answer)).toEqual([`${field} cannot be null; omit it to leave it unchanged.`]);
    expect((await read(api, customer)).version).toBe(1);
  });

  test('an address is replaced as a whole', async () => {
    const { customer, ben } = await newCustomer();
    const answer = await send(kind, customer, { uboId: ben, address: { city: 'Abuja' } });
    expect(outcomeOf(answer)).toEqual(
      refusedWith(
        ...['streetLine1', 'state', 'postalCode', 'countryCode'].map(
          (field) => [`/businessPersonList/0/address/${field}`, CONTROL] as const,
        ),
      ),
    );
  });

  test('101 people are one problem, not one for each omitted field', async () => {
    const { customer, ben } = await newCustomer();
    const people = Array.from({ length: 101 }, () => ({ uboId: ben }));
    expect(outcomeOf(await send(kind, customer, ...people))).toEqual(refusedWith(['/businessPersonList', CONTROL]));
  });

  test('reports the problems of all people at once, in order', async () => {
    const { customer, anna, ben } = await newCustomer();
    const answer = await send(
      kind,
      customer,
      { uboId: ben, phone: '0803', email: 'nobody' },
      { lastName: 'Bello' },
      { uboId: anna, birthDate: '2999-01-01', identities: [] },
    );
    expect(outcomeOf(answer)).toEqual(
      refusedWith(
        ['/businessPersonList/0/email', CONTROL],
        ['/businessPersonList/0/phone', 'PhoneNumber.Invalid'],
        ...['firstName', 'nationality', 'email', 'ownershipType', 'address', 'identities'].map(
          (field) => [`/businessPersonList/1/${field}`, CONTROL] as const,
        ),
        ['/businessPersonList/2/birthDate', CONTROL],
        ['/businessPersonList/2/identities', CONTROL],
      ),
    );
  });
});

/** All identity rows, as text: binary columns compare by their content. */
async function identities(customer: Customer): Promise<string> {
  return JSON.stringify(await rowsOf(database, 'identities', customer));
}

describe('a uboId that is not one of this profile', () => {
  /** Unknown, of another customer of the same partner, and of another partner. */
  async function foreignIds(): Promise<string[]> {
    const token = await api.issuer.token(await database.addPartner());
    const outsider: TestApi = {
      ...api,
      create: (body) => api.call('POST', '/partner/v1/business-profiles', { body, token }),
    };
    const [elsewhere, foreign] = [await createCustomer(api), await createCustomer(outsider)];
    return [crypto.randomUUID(), ...elsewhere.uboIds, ...foreign.uboIds];
  }

  test.each(KINDS)('has the same answer in a %s for every owner', async (kind) => {
    const { customer } = await newCustomer();
    const ids = await foreignIds();
    expect(ids).toHaveLength(3);
    const answers = [];
    for (const uboId of ids) {
      const answer = await send(kind, customer, { uboId, phone: '+2348031234599' });
      expect(answer.statusCode).toBe(400);
      const { requestId: _own, ...error } = answer.json().error;
      answers.push(error);
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    const required = REQUIRED.map((field) => `/businessPersonList/0/${field}`);
    expect(answers[0].details.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/businessPersonList/0/uboId',
      ...required,
    ]);
    expect(answers[0]).toMatchObject({
      code: CONTROL,
      message: 'uboId does not identify a person of this profile; omit it to add the person.',
    });
    expect((await read(api, customer)).version).toBe(1);
  });
});

describe('people without a uboId', () => {
  test.each(KINDS)('need every required field in a %s, also if their e-mail is known', async (kind) => {
    const known = full();
    const { customer } = await newCustomer([known]);
    const missing = REQUIRED.filter((field) => field !== 'email');
    expect(outcomeOf(await send(kind, customer, { email: known.email, phone: '+2348031234599' }))).toEqual(
      refusedWith(...missing.map((field) => [`/businessPersonList/0/${field}`, CONTROL] as const)),
    );
    const answer = await send(kind, customer, { ...known, uboId: null, firstName: null });
    expect(messagesOf(answer)).toEqual(['firstName is required.']);
  });
});

describe('the answer of a PATCH with parts of people', () => {
  test('lists everyone with the stored e-mail and names, next to people who are added', async () => {
    const people = [full({ firstName: 'Anna' }), full({ firstName: 'Ben' })];
    const { customer, ben } = await newCustomer(people);
    const added = validPerson({ firstName: 'Cleo' });
    const answer = await send('PATCH', customer, { uboId: ben, phone: '+2348031234599' }, added);
    expect(answer.json().value.ubos).toEqual([
      { uboId: ben, email: people[1]?.email, firstName: 'Ben', lastName: 'Okafor', added: false },
      { uboId: expect.any(String), email: added.email, firstName: 'Cleo', lastName: 'Okafor', added: true },
    ]);
  });

  test('is repeated under its Idempotency-Key; a changed number is another body', async () => {
    const { customer, ben } = await newCustomer();
    const headers = { 'idempotency-key': crypto.randomUUID(), 'if-match': '"1"' };
    const body = { businessPersonList: [{ uboId: ben, phone: '+2348031234599' }] };
    const first = await patch(api, customer, body, headers);
    const again = await patch(api, customer, body, headers);
    expect([again.json(), again.headers['idempotent-replayed']]).toEqual([first.json(), 'true']);
    const other = { businessPersonList: [{ uboId: ben, phone: '+2348031234598' }] };
    expect((await patch(api, customer, other, headers)).statusCode).toBe(422);
    expect((await patch(api, customer, body, { 'if-match': '"1"' })).statusCode).toBe(412);
    expect((await read(api, customer)).version).toBe(2);
  });

  test.each([
    ['ChangesRequested', 'PendingVerification'],
    ['Approved', 'PendingVerification'],
  ])('returns a business that is %s to review', async (status, next) => {
    const { customer, ben } = await newCustomer();
    await setStatus(database, customer, status);
    const answer = await send('PATCH', customer, { uboId: ben, phone: '+2348031234599' });
    expect(answer.json().value).toMatchObject({ verificationStatus: next, version: 2 });
  });

  test('is refused for an erased customer, whose numbers can no longer be opened', async () => {
    const { customer, ben } = await newCustomer();
    await database.owner.query('update customers set data_key = null where customer_id = $1', [customer.customerId]);
    const answer = await send('PATCH', customer, { uboId: ben, phone: '+2348031234599' });
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'Customer.Closed']);
  });
});
