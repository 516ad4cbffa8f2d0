// POST /partner/v1/business-profiles/validate applies the rules of create and writes nothing; this includes the one rule that
// needs the database: a reference already in use.
import { describe, expect, test } from 'vitest';
import { type TestApi, useTestApi } from '../../harness/api.ts';
import { newReference, validBody, validPerson } from '../../harness/bodies.ts';
import {
  ACCEPTED,
  bodyOf,
  outcomeOf,
  refusedWith,
  resident,
  warningsOf,
  withIdentity,
} from '../../harness/cases/create-answers.ts';
import { withoutValue } from '../../harness/cases/json-pointer.ts';
import type { TestDatabase } from '../../harness/database.ts';

let api: TestApi;
let database: TestDatabase;
useTestApi((made) => {
  ({ api, database } = made);
});

const dryRun = (body: unknown) => api.call('POST', '/partner/v1/business-profiles/validate', { body });
const CONFLICT = 'Customer.PartnerCustomerIdConflict';

const REFUSED: [name: string, body: unknown][] = [
  ['an empty body', {}],
  ['a body that is not an object', []],
  ['invalid JSON', '{"email":'],
  ['a missing field', withoutValue(validBody(), '/email')],
  ['a missing reference', withoutValue(validBody(), '/partnerCustomerId')],
  ['a bad reference', validBody({ partnerCustomerId: 'a b' })],
  ['a bad phone number', validBody({ phoneNumber: '0803' })],
  ['an unknown business type', validBody({ businessTypeCode: 'Sole_Proprietor' })],
  ['an unknown country', validBody({ incorporationCountryIso3Code: 'QQQ' })],
  ['a value outside its vocabulary', validBody({ industry: 'Mining' })],
  ['two names of a field with different values', validBody({ businessEmail: 'other@company.example' })],
  ['shares above 100', bodyOf(validPerson({ percentageShare: 60 }), validPerson({ percentageShare: 41 }))],
  ['a residence without configuration', bodyOf(resident('CHE', { identityTypeCode: 'PASSPORT', identityValue: 'x' }))],
  ['a document that does not exist', bodyOf(withIdentity({ documentUploadId: crypto.randomUUID() }))],
  ['several problems', { ...bodyOf(withIdentity({ identityValue: '7' })), email: 'x', website: 'x' }],
];

describe('the dry run', () => {
  test.each(REFUSED)('rejects %s with the same errors as create', async (_name, body) => {
    const before = await database.countRows();
    const [checked, created] = [await dryRun(body), await api.create(body)];
    const { requestId: _own, ...said } = created.json().error;
    expect([checked.statusCode, created.statusCode]).toEqual([400, 400]);
    expect(checked.json().error).toMatchObject(said);
    expect(Object.keys(checked.json().error)).toEqual(Object.keys(created.json().error));
    expect(await database.countRows()).toEqual(before);
  });

  test('accepts a valid body repeatedly and writes no rows', async () => {
    const before = await database.countRows();
    const body = validBody();
    for (const _ of [1, 2, 3]) {
      const answer = await dryRun(body);
      expect([answer.statusCode, answer.json()]).toEqual([200, { isSuccess: true, value: { valid: true } }]);
    }
    expect(await database.countRows()).toEqual(before);
    expect(outcomeOf(await api.create(body))).toEqual(ACCEPTED);
  });

  test('returns the same warnings as create', async () => {
    const body = { ...validBody({ registrationDate: '2999-01-01', phoneNumber: '+1234567' }), fax: 1 };
    const checked = await dryRun(body);
    expect(warningsOf(checked)).toEqual([
      ['/phoneNumber', 'Phone.Implausible'],
      ['/registrationDate', 'Date.Implausible'],
      ['/fax', 'Field.Unknown'],
    ]);
    expect(warningsOf(await api.create(body))).toEqual(warningsOf(checked));
  });
});

describe('a partnerCustomerId already in use', () => {
  test('is rejected with 409 by the dry run and by create, naming the existing customer', async () => {
    const body = validBody();
    const { customerId } = (await api.create(body)).json().value;
    const before = await database.countRows();
    for (const answer of [await dryRun(body), await api.create(body)]) {
      expect(outcomeOf(answer)).toEqual({ status: 409, problems: [['/partnerCustomerId', CONFLICT]] });
      expect(answer.json().error.code).toBe(CONFLICT);
      expect(answer.json().error.details[0].message).toContain(customerId);
      expect(answer.json().error.current).toEqual({ customerId });
    }
    expect(await database.countRows()).toEqual(before);
  });

  test('is recognised despite surrounding blanks', async () => {
    const partnerCustomerId = newReference();
    await api.create(validBody({ partnerCustomerId }));
    expect((await dryRun(validBody({ partnerCustomerId: ` ${partnerCustomerId} ` }))).statusCode).toBe(409);
    expect((await api.create(validBody({ partnerCustomerId: ` ${partnerCustomerId} ` }))).statusCode).toBe(409);
  });

  test('does not block a different case, or another partner', async () => {
    const partnerCustomerId = newReference();
    await api.create(validBody({ partnerCustomerId }));
    const upper = validBody({ partnerCustomerId: partnerCustomerId.toUpperCase() });
    expect(outcomeOf(await dryRun(upper))).toEqual(ACCEPTED);
    expect(outcomeOf(await api.create(upper))).toEqual(ACCEPTED);
    const token = await api.issuer.token(await database.addPartner());
    const other = await api.call('POST', '/partner/v1/business-profiles', {
      body: validBody({ partnerCustomerId }),
      token,
    });
    expect(outcomeOf(other)).toEqual(ACCEPTED);
  });

  test('is reported only after the problems of the body', async () => {
    const body = validBody();
    await api.create(body);
    expect(outcomeOf(await dryRun({ ...body, industry: 'Mining' }))).toEqual(
      refusedWith(['/industry', 'ValidationControl.Error']),
    );
  });
});
