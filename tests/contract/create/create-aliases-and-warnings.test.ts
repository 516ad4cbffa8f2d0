// Names that other routes give to a field, and findings that are told without refusing the body.
import { describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { validAddress, validBody, validIdentity, validPerson } from '../../harness/bodies.ts';
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
import { valueAt, withoutValue, withValue } from '../../harness/cases/json-pointer.ts';

let api: TestApi;
useTestApi((made) => {
  ({ api } = made);
});

async function read(customerId: string): Promise<unknown> {
  return (await api.call('GET', `/partner/v1/business-profiles/${customerId}`)).json().value;
}

const CONTROL = 'ValidationControl.Error';

describe("other routes' names of a field", () => {
  const names = [
    ['businessEmail', 'email', 'other@company.example', 'no address', 'Validation'],
    ['name', 'companyName', 'Abuja Trading Ltd', 'x', 'Validation'],
    ['incorporationCountryCode', 'incorporationCountryIso3Code', 'GHA', 'QQQ', 'Country.NotFound'],
  ] as const;
  const renamed = (name: string, alias: string, value: string) =>
    withValue(withoutValue(validBody(), `/${name}`), `/${alias}`, value);

  test.each(names)('%s is accepted for %s and answered under the name on create', async (alias, name, value) => {
    const answer = await api.create(renamed(name, alias, value));
    expect(outcomeOf(answer)).toEqual(ACCEPTED);
    expect(warningsOf(answer)).toEqual([]);
    const record = await read(answer.json().value.customerId);
    expect([valueAt(record, `/${name}`), valueAt(record, `/${alias}`)]).toEqual([value, undefined]);
  });

  test.each(names)('%s beside an equal %s is accepted', async (alias, name, value) => {
    const answer = await api.create(validBody({ [name]: value, [alias]: value }));
    expect(outcomeOf(answer)).toEqual(ACCEPTED);
    expect(valueAt(await read(answer.json().value.customerId), `/${name}`)).toBe(value);
  });

  test.each(names)('%s beside another %s is refused', async (alias, name, value) => {
    const answer = await api.create(validBody({ [alias]: value }));
    expect(outcomeOf(answer)).toEqual(refusedWith([`/${name}`, CONTROL]));
    expect(messagesOf(answer)[0]).toContain(alias);
  });

  test.each(names)('of %s and %s, the one that is null counts as not given', async (alias, name, value) => {
    for (const body of [validBody({ [name]: null, [alias]: value }), validBody({ [name]: value, [alias]: null })]) {
      const answer = await api.create(body);
      expect(outcomeOf(answer)).toEqual(ACCEPTED);
      expect(valueAt(await read(answer.json().value.customerId), `/${name}`)).toBe(value);
    }
  });

  test.each(names)('a problem of %s points at the name that was written', async (alias, name, _value, bad, code) => {
    const answer = await api.create(renamed(name, alias, bad));
    expect(outcomeOf(answer)).toEqual(refusedWith([`/${alias}`, code]));
    expect(messagesOf(answer)[0]).toContain(alias);
    expect(messagesOf(answer)[0]).not.toContain(`${name} `);
  });

  test('do not change the order of problems', async () => {
    const { email: _email, companyName: _name, ...rest } = validBody({ phoneNumber: 'x', industry: 'x' });
    expect(outcomeOf(await api.create({ ...rest, name: 'x', businessEmail: 'x' }))).toEqual(
      refusedWith(
        ['/businessEmail', 'Validation'],
        ['/phoneNumber', 'PhoneNumber.Invalid'],
        ['/name', 'Validation'],
        ['/industry', CONTROL],
      ),
    );
  });
});

describe('warnings do not stop a create', () => {
  const warned = async (body: unknown): Promise<Finding[]> => {
    const answer = await api.create(body);
    expect(outcomeOf(answer)).toEqual(ACCEPTED);
    return warningsOf(answer);
  };

  test('and a body without anything odd has none', async () => {
    const answer = await api.create(validBody());
    expect(answer.json()).not.toHaveProperty('warnings');
  });

  test('an unknown field with an endless name is named in short', async () => {
    const answer = await api.create({ ...validBody(), ['x'.repeat(100_000)]: 1 });
    expect(warningsOf(answer)).toHaveLength(1);
    expect(answer.body.length).toBeLessThan(2_000);
  });

  test('an unknown field is named wherever it stands, and ignored', async () => {
    const person = withIdentity({ colour: 'green' });
    const answer = await api.create({
      ...validBody({
        addresses: [validAddress(), { ...validAddress(), floor: 3 }],
        financials: { ...validBody().financials, currency: 'NGN' },
        businessPersonList: [{ ...person, middleName: 'Ngozi', address: { ...person.address, plot: '7' } }],
      }),
      fax: '+2348031234567',
      'a/b~c': { deep: true },
      toString: 1,
    });
    expect(outcomeOf(answer)).toEqual(ACCEPTED);
    expect([...warningsOf(answer)].sort()).toEqual(
      [
        '/a~1b~0c',
        '/addresses/1/floor',
        `${PERSON}/address/plot`,
        `${IDENTITY}/colour`,
        `${PERSON}/middleName`,
        '/fax',
        '/financials/currency',
        '/toString',
      ]
        .map((pointer) => [pointer, 'Field.Unknown'])
        .sort(),
    );
    const record = JSON.stringify(await read(answer.json().value.customerId));
    for (const ignored of ['fax', 'middleName', 'plot', 'colour', 'currency', 'floor'])
      expect(record).not.toContain(`"${ignored}"`);
  });

  test('partnerReference, as partnerCustomerId was once called, is a field that nobody knows', {
    tags: ['S-375'],
  }, async () => {
    const answer = await api.create({ ...validBody(), partnerReference: 'old-name' });
    expect(outcomeOf(answer)).toEqual(ACCEPTED);
    expect(warningsOf(answer)).toEqual([['/partnerReference', 'Field.Unknown']]);
    expect(await read(answer.json().value.customerId)).not.toHaveProperty('partnerReference');
    const { partnerCustomerId: _reference, ...rest } = validBody();
    expect(outcomeOf(await api.create({ ...rest, partnerReference: 'old-name' }))).toEqual(
      refusedWith(['/partnerCustomerId', 'Customer.PartnerCustomerIdRequired']),
    );
  });

  test('an unknown field of a refused body is no problem', async () => {
    const answer = await api.create({ ...validBody({ industry: 'Mining' }), fax: 'x' });
    expect(outcomeOf(answer)).toEqual(refusedWith(['/industry', CONTROL]));
  });

  test('a number that nobody can have in E.164 form is implausible', async () => {
    const body = { ...bodyOf(validPerson({ phone: '+9999999999' })), phoneNumber: '+1234567' };
    expect(await warned(body)).toEqual([
      ['/phoneNumber', 'Phone.Implausible'],
      [`${PERSON}/phone`, 'Phone.Implausible'],
    ]);
  });

  test('a number whose check digits disagree is told, a right one is not', async () => {
    const ofZaf = (identityValue: string) =>
      bodyOf(resident('ZAF', { identityTypeCode: 'NATIOANL_ID', identityValue }));
    expect(await warned(ofZaf('8001015009086'))).toEqual([[`${IDENTITY}/identityValue`, 'Identity.ChecksumMismatch']]);
    expect(await warned(ofZaf('8001015009087'))).toEqual([]);
  });

  test('a registration date in the future is implausible', async () => {
    expect(await warned(validBody({ registrationDate: '2999-01-01' }))).toEqual([
      ['/registrationDate', 'Date.Implausible'],
    ]);
  });

  test('and several come in the order of the fields', async () => {
    const body = {
      zebra: 1,
      ...bodyOf(validPerson({ phone: '+9999999999', identities: [{ ...validIdentity(), extra: 1 }] })),
      registrationDate: '2999-01-01',
      phoneNumber: '+1234567',
    };
    expect(await warned(body)).toEqual([
      ['/phoneNumber', 'Phone.Implausible'],
      ['/registrationDate', 'Date.Implausible'],
      [`${PERSON}/phone`, 'Phone.Implausible'],
      [`${IDENTITY}/extra`, 'Field.Unknown'],
      ['/zebra', 'Field.Unknown'],
    ]);
  });
});
