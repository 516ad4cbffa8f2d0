// Rules of create that involve more than the format of one field.
import { describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validAddress, validBody, validPerson } from '../../harness/bodies.ts';
import {
  ACCEPTED,
  bodyOf,
  type Finding,
  IDENTITY,
  messagesOf,
  outcomeOf,
  PERSON,
  refusedWith,
} from '../../harness/cases/create-answers.ts';
import { withoutValue } from '../../harness/cases/json-pointer.ts';
import type { TestDatabase } from '../../harness/database.ts';
import { residentOf } from '../../harness/scenes/countries.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

/** The same value with the keys of every object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, reversed(inner)])
      .reverse(),
  );
}

const CONTROL = 'ValidationControl.Error';

describe('the problems of a body', () => {
  const wrongAddress = {
    streetLine1: '',
    streetLine2: 7,
    city: 'x'.repeat(101),
    state: null,
    postalCode: 'x'.repeat(21),
    countryCode: 'QQQ',
  };
  const addressProblems = (parent: string): Finding[] => [
    [`${parent}/streetLine1`, 'Validation'],
    [`${parent}/streetLine2`, 'Validation'],
    [`${parent}/city`, 'Validation'],
    [`${parent}/state`, 'Validation'],
    [`${parent}/postalCode`, 'Validation'],
    [`${parent}/countryCode`, 'Country.NotFound'],
  ];
  const everythingWrong = {
    email: 'office',
    phoneNumber: '0803',
    companyName: 'x',
    tradingName: 'x'.repeat(256),
    businessTypeCode: 'Sole_Proprietor',
    incorporationCountryIso3Code: 'ZZZ',
    industry: 'Mining',
    description: 'x'.repeat(1001),
    website: 'company.example',
    registrationNumber: 'RC123456789',
    registrationDate: '2019-02-30',
    addresses: [validAddress(), wrongAddress],
    financials: {
      monthlyTurnOver: 'lots',
      estimatedTransactionValue: 'upto5k',
      sourceOfFunds: 7,
      purposeOfAccount: 'payroll',
    },
    businessPersonList: [
      {
        firstName: '',
        lastName: 7,
        birthDate: '1961-13-01',
        taxResidenceCountry: 'nga',
        email: 'nobody',
        phone: '123',
        ownershipType: ['UBO', 'OWNER'],
        percentageShare: 0,
        address: wrongAddress,
        identities: [
          {
            identityTypeCode: 'LIBRARY_CARD',
            issuingCountry: 'XXX',
            identityValue: '',
            documentUploadId: 'x',
            issueDate: 'x',
            expiryDate: 'x',
            idBackDocumentUploadId: 'x',
          },
        ],
      },
      validPerson({ nationality: 'QQQ' }),
    ],
    partnerCustomerId: 'no blanks please',
  };
  const inOrder: Finding[] = [
    ['/email', 'Validation'],
    ['/phoneNumber', 'PhoneNumber.Invalid'],
    ['/companyName', 'Validation'],
    ['/tradingName', 'Validation'],
    ['/businessTypeCode', 'BusinessType.NotFound'],
    ['/incorporationCountryIso3Code', 'Country.NotFound'],
    ['/industry', CONTROL],
    ['/description', 'Validation'],
    ['/website', 'Validation'],
    ['/registrationNumber', 'Validation'],
    ['/registrationDate', 'Validation'],
    ...addressProblems('/addresses/1'),
    ['/financials/monthlyTurnOver', CONTROL],
    ['/financials/estimatedTransactionValue', CONTROL],
    ['/financials/sourceOfFunds', 'Validation'],
    ['/financials/purposeOfAccount', CONTROL],
    [`${PERSON}/firstName`, 'Validation'],
    [`${PERSON}/lastName`, 'Validation'],
    [`${PERSON}/birthDate`, 'Validation'],
    [`${PERSON}/taxResidenceCountry`, 'Validation'],
    [`${PERSON}/nationality`, CONTROL],
    [`${PERSON}/email`, 'Validation'],
    [`${PERSON}/phone`, 'PhoneNumber.Invalid'],
    [`${PERSON}/ownershipType/1`, CONTROL],
    [`${PERSON}/percentageShare`, CONTROL],
    ...addressProblems(`${PERSON}/address`),
    [`${IDENTITY}/identityTypeCode`, CONTROL],
    [`${IDENTITY}/issuingCountry`, 'Country.NotFound'],
    [`${IDENTITY}/identityValue`, 'Validation'],
    [`${IDENTITY}/documentUploadId`, 'Validation'],
    [`${IDENTITY}/issueDate`, 'Validation'],
    [`${IDENTITY}/expiryDate`, 'Validation'],
    [`${IDENTITY}/idBackDocumentUploadId`, 'Validation'],
    ['/businessPersonList/1/nationality', 'Country.NotFound'],
    ['/partnerCustomerId', 'Customer.PartnerCustomerIdInvalid'],
  ];

  test.each([
    ['are reported all at once in the order of the specification', everythingWrong],
    ['are reported in that order even if the body has another', reversed(everythingWrong)],
  ])('%s', async (_order, body) => {
    expect(outcomeOf(await api.create(body))).toEqual(refusedWith(...inOrder));
  });

  test('determine the error: it has the code and message of the first', async () => {
    const { error } = (await api.create(withoutValue(everythingWrong, '/email'))).json();
    expect(error.details[0]).toMatchObject({ pointer: '/email', code: 'Validation' });
    expect({ code: error.code, message: error.message }).toEqual({
      code: error.details[0].code,
      message: error.details[0].message,
    });
    const other = (await api.create(validBody({ phoneNumber: '0803', industry: 'Mining' }))).json().error;
    expect([other.code, other.message]).toEqual(['PhoneNumber.Invalid', other.details[0].message]);
  });

  test('include every required field if the body is empty', async () => {
    expect(outcomeOf(await api.create({}))).toEqual(
      refusedWith(
        ['/email', 'Validation'],
        ['/companyName', 'Validation'],
        ['/businessTypeCode', 'Validation'],
        ['/incorporationCountryIso3Code', 'Validation'],
        ['/industry', 'Validation'],
        ['/website', 'Validation'],
        ['/registrationNumber', 'Validation'],
        ['/partnerCustomerId', 'Customer.PartnerCustomerIdRequired'],
      ),
    );
  });

  test('have messages that do not repeat personal data, not even in a field for something else', async () => {
    const person = validPerson({
      email: 'not-an-address',
      birthDate: '1961-99-99',
      nationality: 'AB123456',
      ownershipType: ['Ada Obi', 'ada@people.example'],
    });
    const answer = await api.create({ ...bodyOf(person), businessTypeCode: 'Ada Obi', industry: '+2348012345678' });
    const text = messagesOf(answer).join(' ');
    expect(text).toContain('nationality');
    for (const sent of ['not-an-address', '1961-99-99', 'AB123456', 'Ada', 'ada@', '8012345678'])
      expect(text).not.toContain(sent);
  });

  test('name the field alone, as people read it; the pointer says where it is', async () => {
    const person = validPerson({ phone: '080', ownershipType: ['UBO', 7], address: { ...validAddress(), city: '' } });
    const answer = await api.create({ ...bodyOf(person, 7), addresses: [{ ...validAddress(), state: null }] });
    const { error } = answer.json();
    expect(error.details.map(({ pointer, message }: Record<string, string>) => [pointer, message])).toEqual([
      ['/addresses/0/state', 'state is required.'],
      [`${PERSON}/phone`, 'phone must be a plus sign and 7 to 15 digits, for example +2348012345678.'],
      [`${PERSON}/ownershipType/1`, 'An entry of ownershipType must be a string.'],
      [`${PERSON}/address/city`, 'city must not be empty.'],
      ['/businessPersonList/1', 'An entry of businessPersonList must be an object.'],
    ]);
    expect(error.message).toBe(error.details[0].message);
  });

  test('about a list name the value and say where the list is, the same for every list', async () => {
    const listed = 'see isOpen and identityRules in GET /api/partner/v1/countries.';
    const person = validPerson({ nationality: 'QQQ', taxResidenceCountry: 'Ghana' });
    const answer = await api.create({
      ...bodyOf(person),
      businessTypeCode: 'Castle',
      incorporationCountryIso3Code: 'PRK',
      industry: 'Farming',
    });
    expect(messagesOf(answer)).toEqual([
      expect.stringMatching(
        /^businessTypeCode names "Castle", which is not a business type; use one of .*LLC.*, as GET \/api\/partner\/v1\/business-types lists them\.$/,
      ),
      `incorporationCountryIso3Code names "PRK", which is not served; ${listed}`,
      expect.stringMatching(/^industry must be one of .+, TradingIncome, not "Farming"\.$/),
      'taxResidenceCountry must be an ISO 3166-1 alpha-3 code: three upper-case letters, for example NGA, not "Ghana"; GET /api/partner/v1/countries lists them.',
      'nationality names "QQQ", which is not the ISO 3166-1 alpha-3 code of a country; GET /api/partner/v1/countries lists them.',
    ]);
  });

  test('about a prohibited country read like those about one that is not open', async () => {
    const told = async (country: string) =>
      messagesOf(await api.create(bodyOf(residentOf(country))))
        .filter((message) => message.startsWith('countryCode'))
        .map((message) => message.replace(country, 'XXX'));
    const expected = [expect.stringMatching(/^countryCode names "XXX", which is not served; see isOpen/)];
    expect(await told('ATA')).toEqual(expected);
    expect(await told('PRK')).toEqual(await told('ATA'));
  });

  test('include the correct spelling of a value sent in the wrong case', async () => {
    const person = validPerson({ ownershipType: ['ubo'] });
    const answer = await api.create({ ...bodyOf(person), industry: 'tradingINCOME' });
    expect(messagesOf(answer)).toEqual([
      expect.stringMatching(/^industry must be one of .+, not "tradingINCOME"; case matters: write TradingIncome\.$/),
      expect.stringMatching(/^An entry of ownershipType must be one of .+, not "ubo"; case matters: write UBO\.$/),
    ]);
  });

  test('say that update allows 100 characters if a registration number is too long for create', {
    tags: ['S-36'],
  }, async () => {
    const answer = await api.create(validBody({ registrationNumber: 'RC123456789' }));
    expect(outcomeOf(answer)).toEqual(refusedWith(['/registrationNumber', 'Validation']));
    expect(messagesOf(answer)[0]).toMatch(/\b10\b.*\bupdate\b|\bupdate\b.*\b10\b/);
    expect(messagesOf(answer)[0]).toMatch(/\b100\b/);
  });
});

describe('the combined share of the people in a request', () => {
  const people = (...shares: (number | null | undefined)[]) =>
    bodyOf(...shares.map((percentageShare) => validPerson({ percentageShare })));

  test.each([
    ['100 of one person', people(100)],
    ['100 of several people', people(33, 33, 34)],
    ['100, with other people without a share', people(100, null, undefined)],
    ['no share at all', people(undefined, null)],
  ])('%s is accepted', { tags: ['S-132', 'S-364'] }, async (_name, body) => {
    expect(outcomeOf(await api.create(body))).toEqual(ACCEPTED);
  });

  test.each([
    ['101', people(50, 51)],
    ['101 over many people', people(1, 1, 1, 98)],
    ['200', people(100, 100)],
  ])('%s is rejected, and nothing is written', { tags: ['S-132', 'S-213', 'S-326', 'S-364'] }, async (_name, body) => {
    const before = await database.countRows();
    expect(outcomeOf(await api.create(body))).toEqual(refusedWith(['/businessPersonList', CONTROL]));
    expect(await database.countRows()).toEqual(before);
  });

  test('is checked even if a person has another problem', async () => {
    const body = bodyOf(validPerson({ percentageShare: 60 }), validPerson({ percentageShare: 60, firstName: '' }));
    expect(outcomeOf(await api.create(body))).toEqual(
      refusedWith(['/businessPersonList', CONTROL], ['/businessPersonList/1/firstName', 'Validation']),
    );
  });
});

describe('duplicate e-mails of people in a request', () => {
  test.each([
    ['equal', 'twin@people.example', 'twin@people.example'],
    ['in another case', 'twin@people.example', 'TWIN@People.EXAMPLE'],
    ['with surrounding blanks', 'twin@people.example', '  twin@people.example\t'],
    ['in another case and with surrounding blanks', ' Twin@people.example', 'tWIN@people.example '],
  ])(
    '(%s) are rejected at the second person, and nothing is written',
    { tags: ['S-123', 'S-213', 'S-327'] },
    async (_name, first, second) => {
      const before = await database.countRows();
      const body = bodyOf(validPerson({ email: first }), validPerson(), validPerson({ email: second }));
      expect(outcomeOf(await api.create(body))).toEqual(refusedWith(['/businessPersonList/2/email', CONTROL]));
      expect(await database.countRows()).toEqual(before);
    },
  );

  test('are all reported except the first', { tags: ['S-123'] }, async () => {
    const twin = () => validPerson({ email: 'twin@people.example', percentageShare: 1 });
    expect(outcomeOf(await api.create(bodyOf(twin(), twin(), twin())))).toEqual(
      refusedWith(['/businessPersonList/1/email', CONTROL], ['/businessPersonList/2/email', CONTROL]),
    );
  });

  test('do not include the e-mail of the business or of a person of another business', async () => {
    const email = 'shared@people.example';
    expect(outcomeOf(await api.create({ ...bodyOf(validPerson({ email })), email }))).toEqual(ACCEPTED);
    expect(outcomeOf(await api.create(bodyOf(validPerson({ email }))))).toEqual(ACCEPTED);
  });
});
