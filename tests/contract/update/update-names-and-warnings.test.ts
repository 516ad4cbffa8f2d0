// Field names, null, references and ids on PUT and PATCH, and warnings.
import { describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validAddress, validPerson } from '../../harness/bodies.ts';
import {
  ACCEPTED,
  IDENTITY,
  messagesOf,
  outcomeOf,
  PERSON,
  refusedWith,
  resident,
  warningsOf,
} from '../../harness/cases/create-answers.ts';
import { createCustomer, patch, put, putBody, read } from '../../harness/scenes/updates.ts';

let api: TestApi;
useTestApi((made) => {
  ({ api } = made);
});

const CONTROL = 'ValidationControl.Error';

const NAMES = [
  ['email', 'businessEmail', 'other@company.example', 'no address', CONTROL],
  ['companyName', 'name', 'Abuja Trading Ltd', 'x', CONTROL],
  ['incorporationCountryIso3Code', 'incorporationCountryCode', 'GHA', 'QQQ', 'Country.NotFound'],
] as const;

describe.each(NAMES)('%s, also called %s', (onCreate, other, value, bad, code) => {
  test.each([onCreate, other])(
    'is accepted as %s by PUT and PATCH and returned under the name used by create',
    { tags: ['S-219'] },
    async (name) => {
      for (const kind of ['PUT', 'PATCH'] as const) {
        const customer = await createCustomer(api);
        const { [onCreate]: _a, [other]: _b, ...rest } = putBody(customer) as Record<string, unknown>;
        const body = kind === 'PUT' ? { ...rest, [name]: value } : { [name]: value };
        const answer = await api.call(kind, customer.path, { body });
        expect([outcomeOf(answer), warningsOf(answer)]).toEqual([ACCEPTED, []]);
        expect((await read(api, customer))[onCreate]).toBe(value);
      }
    },
  );

  test('is accepted under both names if the values are equal, and rejected if they differ', async () => {
    const customer = await createCustomer(api);
    const both = { [onCreate]: value, [other]: value };
    expect(outcomeOf(await patch(api, customer, both))).toEqual(ACCEPTED);
    expect(outcomeOf(await put(api, customer, both))).toEqual(ACCEPTED);
    for (const answer of [
      await patch(api, customer, { ...both, [other]: customer.body[onCreate] }),
      await put(api, customer, { ...both, [other]: customer.body[onCreate] }),
    ]) {
      expect(outcomeOf(answer)).toEqual(refusedWith([`/${onCreate}`, CONTROL]));
      expect(messagesOf(answer)[0]).toContain(other);
    }
  });

  test('has its problems reported under the name that was sent', async () => {
    const customer = await createCustomer(api);
    for (const name of [onCreate, other]) {
      const answer = await patch(api, customer, { [name]: bad });
      expect(outcomeOf(answer)).toEqual(refusedWith([`/${name}`, code]));
      expect(messagesOf(answer)[0]).toMatch(new RegExp(`^${name} `));
    }
  });

  test('cannot be cleared', async () => {
    const customer = await createCustomer(api);
    for (const name of [onCreate, other]) {
      expect(outcomeOf(await patch(api, customer, { [name]: null }))).toEqual(refusedWith([`/${name}`, CONTROL]));
    }
    const differing = await patch(api, customer, { [onCreate]: value, [other]: null });
    expect(outcomeOf(differing)).toEqual(refusedWith([`/${onCreate}`, CONTROL]));
    expect((await read(api, customer)).version).toBe(1);
  });
});

test('an empty PUT is rejected with every required field, in order, under the names used by PUT', {
  tags: ['S-50'],
}, async () => {
  const customer = await createCustomer(api);
  const required = [
    'customerId',
    'businessEmail',
    'phoneNumber',
    'name',
    'businessTypeCode',
    'incorporationCountryIso3Code',
  ];
  const lacks = [...required, 'industry', 'website', 'registrationNumber'].map(
    (name) => [`/${name}`, CONTROL] as const,
  );
  expect(outcomeOf(await api.call('PUT', customer.path, { body: {} }))).toEqual(refusedWith(...lacks));
});

test('a PATCH reports all problems in the order of the fields, including those found in the database', async () => {
  const customer = await createCustomer(api);
  const body = {
    name: 'x',
    phoneNumber: '0803',
    partnerCustomerId: 'another',
    industry: 'Farming',
    businessDocumentIdList: ['x', crypto.randomUUID()],
    businessPersonList: [validPerson({ uboId: crypto.randomUUID(), firstName: 7 })],
  };
  expect(outcomeOf(await patch(api, customer, body))).toEqual(
    refusedWith(
      ['/phoneNumber', 'PhoneNumber.Invalid'],
      ['/name', CONTROL],
      ['/industry', CONTROL],
      ['/businessPersonList/0/uboId', CONTROL],
      ['/businessPersonList/0/firstName', CONTROL],
      ['/partnerCustomerId', 'Customer.PartnerCustomerIdInvalid'],
      ['/businessDocumentIdList/0', CONTROL],
      ['/businessDocumentIdList/1', 'Document.NotFound'],
    ),
  );
});

test.each([
  ['PUT', 'invalid JSON', '{'],
  ['PATCH', 'invalid JSON', '{'],
  ['PUT', 'a list', []],
  ['PATCH', 'a list', []],
  ['PATCH', 'a string', '"x"'],
  ['PATCH', 'null', 'null'],
] as const)('%s rejects %s with ValidationControl.Error for the whole body', async (kind, _what, body) => {
  const customer = await createCustomer(api);
  expect(outcomeOf(await api.call(kind, customer.path, { body }))).toEqual(refusedWith(['', CONTROL]));
});

describe('customerId in the body of a PUT', () => {
  test('may be in any case, also in the path', { tags: ['S-50', 'S-201'] }, async () => {
    const customer = await createCustomer(api);
    const upper = customer.customerId.toUpperCase();
    const answers = [
      await put(api, customer, { customerId: upper }),
      await api.call('PUT', customer.path.replace(customer.customerId, upper), { body: putBody(customer) }),
    ];
    for (const answer of answers)
      expect([outcomeOf(answer), answer.json().value.customerId]).toEqual([ACCEPTED, customer.customerId]);
  });

  test.each([
    ['any UUID', () => crypto.randomUUID()],
    ['one digit off', (id: string) => id.replace(/.$/, (last) => (last === '0' ? '1' : '0'))],
    ['the first half', (id: string) => id.slice(0, 18)],
    ['x', () => 'x'],
    ['an empty string', () => ''],
  ])(
    'is rejected with Partner.BusinessProfileIdMismatch if it differs: %s',
    { tags: ['S-50', 'S-216', 'S-330'] },
    async (_what, other) => {
      const customer = await createCustomer(api);
      expect(outcomeOf(await put(api, customer, { customerId: other(customer.customerId) }))).toEqual(
        refusedWith(['/customerId', 'Partner.BusinessProfileIdMismatch']),
      );
    },
  );

  test.each([[null], [7], [[]]])(
    'is rejected with ValidationControl.Error if it is not a string: %j',
    { tags: ['S-50'] },
    async (customerId) => {
      const customer = await createCustomer(api);
      expect(outcomeOf(await put(api, customer, { customerId }))).toEqual(refusedWith(['/customerId', CONTROL]));
    },
  );
});

describe('partnerCustomerId', () => {
  test('may be sent unchanged, and is returned', { tags: ['S-44'] }, async () => {
    const customer = await createCustomer(api);
    const { partnerCustomerId } = customer.body;
    for (const answer of [
      await put(api, customer, { partnerCustomerId: ` ${partnerCustomerId} ` }),
      await patch(api, customer, { partnerCustomerId }),
      await put(api, customer, { partnerCustomerId: null }),
    ]) {
      expect([outcomeOf(answer), answer.json().value.partnerCustomerId]).toEqual([ACCEPTED, partnerCustomerId]);
    }
  });

  test.each([['another'], [''], [7]])(
    'is rejected with Customer.PartnerCustomerIdInvalid if it differs: %j',
    async (partnerCustomerId) => {
      const customer = await createCustomer(api);
      const refusal = refusedWith(['/partnerCustomerId', 'Customer.PartnerCustomerIdInvalid']);
      expect(outcomeOf(await put(api, customer, { partnerCustomerId }))).toEqual(refusal);
      expect(outcomeOf(await patch(api, customer, { partnerCustomerId }))).toEqual(refusal);
      expect(outcomeOf(await patch(api, customer, { partnerCustomerId: null }))).toEqual(refusal);
    },
  );
});

describe('omitted fields', () => {
  test('PUT clears optional scalars and keeps addresses, financials and people', async () => {
    const customer = await createCustomer(api);
    const omitted = Object.fromEntries(
      ['tradingName', 'description', 'registrationDate', 'addresses', 'financials'].map((name) => [name, undefined]),
    );
    expect(outcomeOf(await put(api, customer, omitted))).toEqual(ACCEPTED);
    const { addresses, financials } = customer.body;
    const record = await read(api, customer);
    expect(record).toMatchObject({
      tradingName: null,
      description: null,
      registrationDate: null,
      addresses,
      financials,
    });
    expect(record.businessPersonList).toHaveLength(1);
  });

  test('PATCH accepts each field on its own, or none, and keeps all others', {
    tags: ['S-203', 'S-217', 'S-219', 'S-220', 'S-221'],
  }, async () => {
    const customer = await createCustomer(api);
    const other = { ...customer.body.financials, monthlyTurnOver: 'Above500k' };
    const alone: [sent: Record<string, unknown>, shown?: string][] = [
      [{ email: 'other@company.example' }],
      [{ phoneNumber: '+2348031234569' }],
      [{ companyName: 'Abuja Trading Ltd' }],
      [{ tradingName: 'Abuja Trading' }],
      [{ businessTypeCode: 'Trust' }],
      [{ incorporationCountryCode: 'GHA' }, 'incorporationCountryIso3Code'],
      [{ industry: 'Grants' }],
      [{ description: 'Something else.' }],
      [{ website: 'https://other.example' }],
      [{ registrationNumber: 'RC7654321-LONGER-THAN-ON-CREATE' }],
      [{ registrationDate: '2001-02-03' }],
      [{ addresses: [{ ...validAddress(), city: 'Abuja' }] }],
      [{ financials: other }],
    ];
    const withoutTimes = ({ version: _version, updatedAt: _at, ...record }: Record<string, unknown>) => record;
    let expected = withoutTimes(await read(api, customer));
    expect(outcomeOf(await patch(api, customer, {}))).toEqual(ACCEPTED);
    for (const [sent, shown] of alone) {
      expect(outcomeOf(await patch(api, customer, sent))).toEqual(ACCEPTED);
      const [[name, value] = ['', null]] = Object.entries(sent);
      expected = { ...expected, [shown ?? name]: value };
      expect(withoutTimes(await read(api, customer))).toEqual(expected);
    }
    // Adding people on their own does not change the business.
    expect(outcomeOf(await patch(api, customer, { businessPersonList: [validPerson()] }))).toEqual(ACCEPTED);
    const { businessPersonList: people, ...business } = withoutTimes(await read(api, customer));
    const { businessPersonList: before, ...unchanged } = expected;
    expect(business).toEqual(unchanged);
    expect(people).toMatchObject([...(before as unknown[]), {}]);
  });

  test('addresses and financials, when sent, replace the stored ones as a whole', {
    tags: ['S-76', 'S-77'],
  }, async () => {
    const customer = await createCustomer(api, { addresses: [validAddress(), validAddress()] });
    const { streetLine2: _second, ...address } = { ...validAddress(), city: 'Abuja' };
    const financials = { ...customer.body.financials, monthlyTurnOver: 'Above500k' };
    for (const answer of [
      await put(api, customer, { addresses: [address], financials }),
      await patch(api, customer, { addresses: [address] }),
    ]) {
      expect(outcomeOf(answer)).toEqual(ACCEPTED);
    }
    expect(await read(api, customer)).toMatchObject({
      addresses: [{ ...address, streetLine2: null }],
      financials,
      version: 2,
    });
    expect(outcomeOf(await patch(api, customer, { financials: { monthlyTurnOver: 'UpTo15k' } })).status).toBe(400);
  });
});

describe('warnings', () => {
  test('do not stop an update: unknown fields, implausible phones and dates, wrong check digits', async () => {
    const customer = await createCustomer(api);
    const answer = await patch(api, customer, {
      phoneNumber: '+1234567',
      registrationDate: '9999-01-01',
      colour: 'red',
      businessPersonList: [
        { ...resident('ZAF', { identityTypeCode: 'NATIOANL_ID', identityValue: '8001015009086' }), colour: 'red' },
      ],
    });
    expect(outcomeOf(answer)).toEqual(ACCEPTED);
    expect(warningsOf(answer)).toEqual([
      ['/phoneNumber', 'Phone.Implausible'],
      ['/registrationDate', 'Date.Implausible'],
      [`${IDENTITY}/identityValue`, 'Identity.ChecksumMismatch'],
      [`${PERSON}/colour`, 'Field.Unknown'],
      ['/colour', 'Field.Unknown'],
    ]);
  });

  test.each([
    ['PUT', put],
    ['PATCH', patch],
  ])('of %s include the birth date of a minor, and none for a person whose date is not sent', async (_name, update) => {
    const customer = await createCustomer(api);
    const [known] = customer.body.businessPersonList;
    const sent = [{ ...known, birthDate: '2024-02-29' }, validPerson({ birthDate: '1899-12-31' }), validPerson()];
    const answer = await update(api, customer, { businessPersonList: sent });
    expect(outcomeOf(answer)).toEqual(ACCEPTED);
    expect(warningsOf(answer)).toEqual([
      [`${PERSON}/birthDate`, 'Date.Implausible'],
      ['/businessPersonList/1/birthDate', 'Date.Implausible'],
    ]);
    expect(warningsOf(await update(api, customer, { description: 'A shop.' }))).toEqual([]);
  });

  test('include shares above 100 over all people; shares above 100 within one request are rejected', async () => {
    const customer = await createCustomer(api, { businessPersonList: [validPerson({ percentageShare: 60 })] });
    const within = [validPerson({ percentageShare: 60 }), validPerson({ percentageShare: 41 })];
    expect(outcomeOf(await patch(api, customer, { businessPersonList: within }))).toEqual(
      refusedWith(['/businessPersonList', CONTROL]),
    );
    const exactly = await patch(api, customer, { businessPersonList: [validPerson({ percentageShare: 40 })] });
    expect(warningsOf(exactly)).toEqual([]);
    const above = await put(api, customer, { businessPersonList: [validPerson({ percentageShare: 1 })] });
    expect([outcomeOf(above), warningsOf(above)]).toEqual([
      ACCEPTED,
      [['/businessPersonList', 'Ownership.AboveHundred']],
    ]);
    // The total uses the corrected share of a person.
    const [first] = customer.body.businessPersonList;
    const corrected = await patch(api, customer, { businessPersonList: [{ ...first, percentageShare: 59 }] });
    expect([outcomeOf(corrected), warningsOf(corrected)]).toEqual([ACCEPTED, []]);
  });
});
