// Identity documents: types depend on the country of residence, numbers on the issuing country, dates on the current day.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { validPerson } from '../../harness/bodies.ts';
import {
  ACCEPTED,
  bodyOf,
  type Finding,
  IDENTITY,
  messagesOf,
  outcomeOf,
  PERSON,
  refusedWith,
  resident,
  warningsOf,
  withIdentity,
} from '../../harness/cases/create-answers.ts';
import { valueAt } from '../../harness/cases/json-pointer.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';

interface Entry {
  identityTypeCode: string;
  placeholder: string;
  requiresIssueDate: boolean;
  requiresExpiryDate: boolean;
}

const TYPES = [
  'PASSPORT',
  'NATIOANL_ID',
  'DRIVING_LICENCE',
  'IDENTITY_CARD',
  'RESIDENCE_CARD',
  'VOTER_CARD',
  'BVN',
  'OTHERS',
];
const CONTROL = 'ValidationControl.Error';
const FAR_AWAY = '2096-02-29';

// The committed reference file; a migration copies it to the database, where the API reads it.
const reference = JSON.parse(
  readFileSync(new URL('../../../database/reference/identity-requirements.json', import.meta.url), 'utf8'),
) as Record<string, Entry[]>;
const countries = Object.entries(reference).filter(([country]) => country !== 'ZZZ');
const entries = countries.flatMap(([country, list]) => list.map((entry) => ({ country, ...entry })));

let database: TestDatabase;
let api: TestApi;

/** Gives Austria a document that needs both dates, and leaves Switzerland without an active set, only Draft and Retired ones. */
async function configureMore(): Promise<void> {
  const template = reference.ZZZ?.find((entry) => entry.identityTypeCode === 'OTHERS');
  const both = JSON.stringify([{ ...template, requiresIssueDate: true, requiresExpiryDate: true }]);
  await database.owner.query(
    `update requirement_sets set status = 'Retired', retired_at = now() where country_code in ('AUT', 'CHE')`,
  );
  await database.owner.query(
    `insert into requirement_sets (country_code, version, status, entries, activated_at)
     values ('AUT', 2, 'Active', $1, now()), ('CHE', 2, 'Draft', $1, null), ('CHE', 3, 'Retired', $1, now())`,
    [both],
  );
}

beforeAll(async () => {
  database = await cloneDatabase();
  await configureMore();
  api = await startTestApi(database);
});
afterAll(async () => {
  await api.close();
  await database.close();
});

const create = async (person: unknown) => outcomeOf(await api.create(bodyOf(person)));

async function shown(person: unknown, pointer: string): Promise<unknown> {
  const answer = await api.create(bodyOf(person));
  expect(outcomeOf(answer)).toEqual(ACCEPTED);
  const read = await api.call('GET', `/partner/v1/business-profiles/${answer.json().value.customerId}`);
  return valueAt(read.json().value, pointer);
}

describe('every document in the reference data', () => {
  const datesOf = (entry: (typeof entries)[number]) => ({
    ...(entry.requiresIssueDate ? { issueDate: '2020-02-29' } : {}),
    ...(entry.requiresExpiryDate ? { expiryDate: FAR_AWAY } : {}),
  });
  const exampleOf = ({ identityTypeCode, placeholder }: (typeof entries)[number]) => ({
    identityTypeCode,
    identityValue: placeholder,
  });

  test.each(entries)(
    '$country $identityTypeCode: accepts its own example',
    { tags: ['S-152', 'S-211'] },
    async (entry) => {
      expect(await create(resident(entry.country, { ...exampleOf(entry), ...datesOf(entry) }))).toEqual(ACCEPTED);
    },
  );

  test.each(entries)(
    '$country $identityTypeCode: rejects a number in another format and missing dates',
    { tags: ['S-153', 'S-154', 'S-214', 'S-325'] },
    async (entry) => {
      const person = resident(entry.country, { identityTypeCode: entry.identityTypeCode, identityValue: '#' });
      const expected: Finding[] = [[`${IDENTITY}/identityValue`, CONTROL]];
      if (entry.requiresIssueDate) expected.push([`${IDENTITY}/issueDate`, CONTROL]);
      if (entry.requiresExpiryDate) expected.push([`${IDENTITY}/expiryDate`, CONTROL]);
      expect(await create(person)).toEqual(refusedWith(...expected));
      // Each required date is also reported when only that one is missing.
      for (const missing of Object.keys(datesOf(entry))) {
        const identity = { ...exampleOf(entry), issueDate: '2020-02-29', expiryDate: FAR_AWAY, [missing]: undefined };
        expect(await create(resident(entry.country, identity))).toEqual(
          refusedWith([`${IDENTITY}/${missing}`, CONTROL]),
        );
      }
    },
  );

  test.each(countries)(
    '%s: rejects every other type and names the accepted ones',
    { tags: ['S-152', 'S-211', 'S-325'] },
    async (country, list) => {
      const accepted = list.map((entry) => entry.identityTypeCode);
      const others = TYPES.filter((type) => !accepted.includes(type));
      expect(others).not.toEqual([]);
      const person = resident(country, { identityTypeCode: 'PASSPORT', identityValue: 'unused' });
      const identities = others.map((identityTypeCode) => ({
        identityTypeCode,
        issuingCountry: country,
        identityValue: '70707123456',
      }));
      const answer = await api.create(bodyOf({ ...person, identities }));
      const problems = others.map((_, index): Finding => [`${PERSON}/identities/${index}/identityTypeCode`, CONTROL]);
      expect(outcomeOf(answer)).toEqual(refusedWith(...problems));
      for (const message of messagesOf(answer)) for (const type of accepted) expect(message).toContain(type);
    },
  );
});

describe('the country of residence', () => {
  test('without an active configuration is rejected with OnboardingConfig.NotFound, once per person', async () => {
    const person = () => resident('CHE', { identityTypeCode: 'PASSPORT', identityValue: 'X7070712' });
    expect(outcomeOf(await api.create(bodyOf(person(), validPerson(), person())))).toEqual(
      refusedWith(
        [`${PERSON}/address/countryCode`, 'OnboardingConfig.NotFound'],
        ['/businessPersonList/2/address/countryCode', 'OnboardingConfig.NotFound'],
      ),
    );
  });

  test('without a configuration does not hide other problems of the person', async () => {
    const person = { ...resident('ATA', { identityTypeCode: 'PASSPORT', identityValue: 'x' }), firstName: '' };
    expect(await create({ ...person, identities: [{ ...person.identities[0], expiryDate: '2001-01-01' }] })).toEqual(
      refusedWith(
        [`${PERSON}/firstName`, 'Validation'],
        [`${PERSON}/address/countryCode`, 'OnboardingConfig.NotFound'],
        [`${IDENTITY}/expiryDate`, CONTROL],
      ),
    );
  });

  test('is taken from the address, regardless of nationality and tax residence', {
    tags: ['S-134', 'S-373'],
  }, async () => {
    const living = resident('GBR', { identityTypeCode: 'BVN', identityValue: '70707123456' });
    expect(await create({ ...living, nationality: 'NGA', taxResidenceCountry: 'NGA' })).toEqual(
      refusedWith([`${IDENTITY}/identityTypeCode`, CONTROL]),
    );
    expect(await create(validPerson({ nationality: 'CHE', taxResidenceCountry: 'CHE' }))).toEqual(ACCEPTED);
  });

  test('does not affect the identities while it is itself invalid', async () => {
    const person = resident('NG', { identityTypeCode: 'IDENTITY_CARD', issuingCountry: 'NGA', identityValue: 'x' });
    expect(await create(person)).toEqual(refusedWith([`${PERSON}/address/countryCode`, 'Validation']));
  });
});

describe('a document issued outside the country of residence', () => {
  const passport = (issuingCountry: string, identityValue: string) =>
    withIdentity({ identityTypeCode: 'PASSPORT', issuingCountry, identityValue, expiryDate: FAR_AWAY });
  const valueRefused = refusedWith([`${IDENTITY}/identityValue`, CONTROL]);

  test("is checked against the issuer's own rule if there is one", { tags: ['S-154'] }, async () => {
    expect(await create(passport('GBR', '707071234'))).toEqual(ACCEPTED);
    // Valid under the general rule and in Nigeria, but not in the United Kingdom.
    expect(await create(passport('GBR', 'AB7070712'))).toEqual(valueRefused);
    expect(await create(passport('NGA', 'AB7070712'))).toEqual(ACCEPTED);
  });

  test.each([
    ['X7070', ACCEPTED],
    ['X70707123456', ACCEPTED],
    ['X707', valueRefused],
    ['X707071234567', valueRefused],
    ['X-7070712', valueRefused],
  ])('is checked against the general rule if the issuer has none: %s', async (number, outcome) => {
    expect(await create(passport('CHE', number))).toEqual(outcome);
  });

  test('is checked against the general rule if the issuer has no rule for that type', async () => {
    const card = (issuingCountry: string, identityValue: string) =>
      resident('FRA', { identityTypeCode: 'IDENTITY_CARD', issuingCountry, identityValue, expiryDate: FAR_AWAY });
    expect(await create(card('NGA', '7070/7-12 A'))).toEqual(ACCEPTED);
    expect(await create(card('DEU', '7070/7-12 A'))).toEqual(valueRefused);
    expect(await create(card('DEU', 'L01X00T47'))).toEqual(ACCEPTED);
  });

  test('still needs the dates required by the country of residence', async () => {
    const person = withIdentity({ identityTypeCode: 'PASSPORT', issuingCountry: 'GBR', identityValue: '707071234' });
    expect(await create(person)).toEqual(refusedWith([`${IDENTITY}/expiryDate`, CONTROL]));
  });

  test.each(['NATIOANL_ID', 'BVN', 'VOTER_CARD'])(
    'is rejected if its type must be issued by the country of residence: %s',
    async (type) => {
      const person = withIdentity({ identityTypeCode: type, issuingCountry: 'GHA', identityValue: '70707123456' });
      expect(await create(person)).toEqual(refusedWith([`${IDENTITY}/issuingCountry`, CONTROL]));
    },
  );
});

describe('the general passport rule for countries without their own', () => {
  const DATES = { issueDate: '2020-02-29', expiryDate: FAR_AWAY };
  const passport = (identityValue: string, more: Record<string, unknown> = DATES) =>
    resident('ALB', { identityTypeCode: 'PASSPORT', identityValue, ...more });
  const valueRefused = refusedWith([`${IDENTITY}/identityValue`, CONTROL]);

  test.each([
    ['X7070', ACCEPTED],
    ['x70707123', ACCEPTED],
    ['707071234', ACCEPTED],
    ['X707', valueRefused],
    ['X707071234', valueRefused],
    ['X-707071', valueRefused],
    ['X7 07071', valueRefused],
  ])('requires a number of 5 to 9 letters and digits: %s', async (number, outcome) => {
    expect(await create(passport(number))).toEqual(outcome);
  });

  test('requires both dates and accepts no other document', async () => {
    expect(await create(passport('X7070712', {}))).toEqual(
      refusedWith([`${IDENTITY}/issueDate`, CONTROL], [`${IDENTITY}/expiryDate`, CONTROL]),
    );
    const answer = await api.create(
      bodyOf(resident('ALB', { identityTypeCode: 'VOTER_CARD', identityValue: 'X70707' })),
    );
    expect(outcomeOf(answer)).toEqual(refusedWith([`${IDENTITY}/identityTypeCode`, CONTROL]));
    expect(messagesOf(answer)).toEqual([expect.stringContaining('live in ALB; use one of PASSPORT')]);
  });

  test('applies to passports of such a country held abroad, and not to foreign passports of its residents', async () => {
    const abroad = (issuingCountry: string, identityValue: string) =>
      create(withIdentity({ identityTypeCode: 'PASSPORT', issuingCountry, identityValue, ...DATES }));
    expect(await abroad('ALB', 'X70707123')).toEqual(ACCEPTED);
    expect(await abroad('ALB', 'X707071234')).toEqual(valueRefused);
    expect(await create(passport('707071234', { ...DATES, issuingCountry: 'GBR' }))).toEqual(ACCEPTED);
    expect(await create(passport('AB7070712', { ...DATES, issuingCountry: 'GBR' }))).toEqual(valueRefused);
  });
});

describe('required dates', () => {
  const austrian = (dates: Record<string, unknown>) =>
    resident('AUT', { identityTypeCode: 'OTHERS', identityValue: '70707123', ...dates });

  test('are accepted and shown', { tags: ['S-153'] }, async () => {
    const dates = { issueDate: '2020-02-29', expiryDate: FAR_AWAY };
    expect(await shown(austrian(dates), IDENTITY)).toMatchObject(dates);
  });

  test.each([
    ['absent', {}],
    ['null', { issueDate: null, expiryDate: null }],
  ])('are rejected if %s', { tags: ['S-153'] }, async (_name, dates) => {
    expect(await create(austrian(dates))).toEqual(
      refusedWith([`${IDENTITY}/issueDate`, CONTROL], [`${IDENTITY}/expiryDate`, CONTROL]),
    );
  });

  test('are reported once each if invalid', async () => {
    expect(await create(austrian({ issueDate: '2020-02-30', expiryDate: 7 }))).toEqual(
      refusedWith([`${IDENTITY}/issueDate`, 'Validation'], [`${IDENTITY}/expiryDate`, 'Validation']),
    );
  });
});

describe('a document number', () => {
  test.each([
    ['in lower case', 'GHA', 'NATIOANL_ID', 'gha-707071234-0', '****34-0'],
    ['with surrounding blanks', 'NGA', 'NATIOANL_ID', '\t 70707123456  ', '****3456'],
    ['with several inner blanks', 'IND', 'NATIOANL_ID', '7070  7123 \t 4567', '****4567'],
    ['in lower case with inner blanks', 'PRT', 'IDENTITY_CARD', '00000000   0  zz4', '**** ZZ4'],
  ])('%s is normalised before it is checked and stored', async (_name, country, identityTypeCode, number, masked) => {
    const person = resident(country, { identityTypeCode, identityValue: number, expiryDate: FAR_AWAY });
    expect(await shown(person, `${IDENTITY}/identityValueMasked`)).toBe(masked);
  });

  test('is rejected with inner blanks that its rule does not allow', async () => {
    expect(await create(withIdentity({ identityValue: '70707 123456' }))).toEqual(
      refusedWith([`${IDENTITY}/identityValue`, CONTROL]),
    );
  });

  test('is not repeated in the error that rejects it', async () => {
    const answer = await api.create(bodyOf(withIdentity({ identityValue: '7070799' })));
    expect(outcomeOf(answer).status).toBe(400);
    expect(answer.body).not.toContain('7070799');
  });
});

describe('identityTypeCode', () => {
  test('NATIONAL_ID is accepted and returned as NATIOANL_ID', { tags: ['S-137'] }, async () => {
    expect(await shown(withIdentity({ identityTypeCode: 'NATIONAL_ID' }), `${IDENTITY}/identityTypeCode`)).toBe(
      'NATIOANL_ID',
    );
  });

  test('NATIONAL_ID follows the rules of NATIOANL_ID', async () => {
    expect(await create(withIdentity({ identityTypeCode: 'NATIONAL_ID', identityValue: '70707' }))).toEqual(
      refusedWith([`${IDENTITY}/identityValue`, CONTROL]),
    );
    expect(await create(resident('GBR', { identityTypeCode: 'NATIONAL_ID', identityValue: '70707123456' }))).toEqual(
      refusedWith([`${IDENTITY}/identityTypeCode`, CONTROL]),
    );
  });
});

describe('references to documents on create', () => {
  const UUID = '0197b2c4-9d2b-7a11-8e55-0b6f0c5d7e21';

  test('documentUploadId is rejected with Document.NotFound, along with other problems', async () => {
    expect(await create(withIdentity({ documentUploadId: UUID, expiryDate: '2001-01-01' }))).toEqual(
      refusedWith([`${IDENTITY}/documentUploadId`, 'Document.NotFound'], [`${IDENTITY}/expiryDate`, CONTROL]),
    );
  });

  test('idBackDocumentUploadId is accepted as a UUID and not stored', { tags: ['S-150'] }, async () => {
    const answer = await api.create(bodyOf(withIdentity({ idBackDocumentUploadId: UUID })));
    expect(outcomeOf(answer)).toEqual(ACCEPTED);
    expect(warningsOf(answer)).toEqual([]);
    const { customerId } = answer.json().value;
    const { rows } = await database.owner.query(
      'select to_json(i)::text as text from identities i where customer_id = $1',
      [customerId],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].text).not.toContain(UUID);
  });
});
