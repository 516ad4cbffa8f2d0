// Field names used by other routes, and warnings, which do not cause a body to be refused.
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

describe('field names from other routes', () => {
  const names = [
    ['businessEmail', 'email', 'other@company.example', 'no address', 'Validation'],
    ['name', 'companyName', 'Abuja Trading Ltd', 'x', 'Validation'],
    ['incorporationCountryCode', 'incorporationCountryIso3Code', 'GHA', 'QQQ', 'Country.NotFound'],
  ] as const;
  const renamed = (name: string, alias: string, value: string) =>
    withValue(withoutValue(validBody(), `/${name}`), `/${alias}`, value);

  test.each(names)('accepts %s for %s and returns it under the name used by create', async (alias, name, value) => {
    const answer = await api.create(renamed(name, alias, value));
    expect(outcomeOf(answer)).toEqual(ACCEPTED);
    expect(warningsOf(answer)).toEqual([]);
    const record = await read(answer.json().value.customerId);
    expect([valueAt(record, `/${name}`), valueAt(record, `/${alias}`)]).toEqual([value, undefined]);
  });

  test.each(names)('accepts %s together with an equal %s', async (alias, name, value) => {
    const answer = await api.create(validBody({ [name]: value, [alias]: value }));
    expect(outcomeOf(answer)).toEqual(ACCEPTED);
    expect(valueAt(await read(answer.json().value.customerId), `/${name}`)).toBe(value);
  });

  test.each(names)('rejects %s together with a different %s', async (alias, name, value) => {
    const answer = await api.create(validBody({ [alias]: value }));
    expect(outcomeOf(answer)).toEqual(refusedWith([`/${name}`, CONTROL]));
    expect(messagesOf(answer)[0]).toContain(alias);
  });

  test.each(names)('treats whichever of %s and %s is null as omitted', async (alias, name, value) => {
    for (const body of [validBody({ [name]: null, [alias]: value }), validBody({ [name]: value, [alias]: null })]) {
      const answer = await api.create(body);
      expect(outcomeOf(answer)).toEqual(ACCEPTED);
      expect(valueAt(await read(answer.json().value.customerId), `/${name}`)).toBe(value);
    }
  });

  test.each(names)('reports a problem of %s under the name that was sent', async (alias, name, _value, bad, code) => {
    const answer = await api.create(renamed(name, alias, bad));
    expect(outcomeOf(answer)).toEqual(refusedWith([`/${alias}`, code]));
    expect(messagesOf(answer)[0]).toContain(alias);
    expect(messagesOf(answer)[0]).not.toContain(`${name} `);
  });

  test('do not change the order of the problems', async () => {
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

describe('warnings on create', () => {
  const warned = async (body: unknown): Promise<Finding[]> => {
    const answer = await api.create(body);
    expect(outcomeOf(answer)).toEqual(ACCEPTED);
    return warningsOf(answer);
  };

  test('are absent for a body without anomalies', async () => {
    const answer = await api.create(validBody());
    expect(answer.json()).not.toHaveProperty('warnings');
  });

  test('shorten the name of an unknown field, even one of 100,000 characters', async () => {
    const answer = await api.create({ ...validBody(), ['x'.repeat(100_000)]: 1 });
    expect(warningsOf(answer)).toHaveLength(1);
    expect(answer.body.length).toBeLessThan(2_000);
  });

  test('name unknown fields at every level, and the fields are ignored', async () => {
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

  test('report partnerReference, the former name of partnerCustomerId, as an unknown field', {
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

  test('do not turn an unknown field of a refused body into a problem', async () => {
    const answer = await api.create({ ...validBody({ industry: 'Mining' }), fax: 'x' });
    expect(outcomeOf(answer)).toEqual(refusedWith(['/industry', CONTROL]));
  });

  test('report an impossible phone number in E.164 form as implausible', async () => {
    const body = { ...bodyOf(validPerson({ phone: '+9999999999' })), phoneNumber: '+1234567' };
    expect(await warned(body)).toEqual([
      ['/phoneNumber', 'Phone.Implausible'],
      [`${PERSON}/phone`, 'Phone.Implausible'],
    ]);
  });

  test('report an identity number with wrong check digits, but not a correct one', async () => {
    const ofZaf = (identityValue: string) =>
      bodyOf(resident('ZAF', { identityTypeCode: 'NATIOANL_ID', identityValue }));
    expect(await warned(ofZaf('8001015009086'))).toEqual([[`${IDENTITY}/identityValue`, 'Identity.ChecksumMismatch']]);
    expect(await warned(ofZaf('8001015009087'))).toEqual([]);
  });

  test('report a registration date in the future as implausible', async () => {
    expect(await warned(validBody({ registrationDate: '2999-01-01' }))).toEqual([
      ['/registrationDate', 'Date.Implausible'],
    ]);
  });

  test('follow the order of the fields', async () => {
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
