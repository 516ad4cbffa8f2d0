// Prohibited countries are rejected on create and on every update, in every field, in production and in the sandbox.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { newReference, validBody } from '../../harness/bodies.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { notServed, places, placesOfPeople, refused, residentOf } from '../../harness/scenes/countries.ts';
import { type Customer, createCustomer, patch, put } from '../../harness/scenes/updates.ts';

let database: TestDatabase;
let api: TestApi;
let sandbox: TestApi;
let customer: Customer;
beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database);
  sandbox = await startTestApi(database, { sandbox: true });
  customer = await createCustomer(api);
});
afterAll(async () => {
  await sandbox.close();
  await api.close();
  await database.close();
});

test.each([...places, ...placesOfPeople])(
  'create, validate and the sandbox reject PRK and IRN in %s',
  async (pointer, fields) => {
    for (const country of ['PRK', 'IRN']) {
      const body = () => validBody({ ...fields(country), partnerCustomerId: newReference() });
      expect(refused(await api.create(body()))).toEqual(notServed(pointer));
      expect(refused(await sandbox.create(body()))).toEqual(notServed(pointer));
      const dryRun = await api.call('POST', '/partner/v1/business-profiles/validate', { body: body() });
      expect(refused(dryRun)).toEqual(notServed(pointer));
    }
  },
);

test.each([...places, ...placesOfPeople])('no other spelling of PRK is accepted in %s', async (_pointer, fields) => {
  for (const written of ['prk', 'Prk', 'KP', 'KOR ', ' PRK', 'PRK\u200b', 'ＰＲＫ', '408', ['PRK']]) {
    const answers = [
      await api.create(validBody(fields(written as string))),
      await patch(api, customer, fields(written as string)),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400]);
  }
});

test.each([...places, ...placesOfPeople])('PATCH rejects PRK in %s', async (pointer, fields) => {
  expect(refused(await patch(api, customer, fields('PRK')))).toEqual(notServed(pointer));
});

test.each([...places, ...placesOfPeople])('PUT rejects PRK in %s', async (pointer, fields) => {
  expect(refused(await put(api, customer, fields('PRK')))).toEqual(notServed(pointer));
});

test('an existing person cannot be moved to a prohibited country', async () => {
  const [uboId] = customer.uboIds;
  const moved = { ...residentOf('PRK'), uboId };
  expect(refused(await patch(api, customer, { businessPersonList: [moved] }))).toEqual(
    notServed('/businessPersonList/0/address/countryCode'),
  );
});

test('a person whose stored nationality became prohibited is corrected only together with it', async () => {
  const older = await createCustomer(api);
  const [uboId] = older.uboIds;
  await database.owner.query(`update people set nationality = 'PRK' where ubo_id = $1`, [uboId]);
  const phone = '+2348031234599';
  expect(refused(await patch(api, older, { businessPersonList: [{ uboId, phone }] }))).toEqual(
    notServed('/businessPersonList/0/nationality'),
  );
  const corrected = await patch(api, older, { businessPersonList: [{ uboId, phone, nationality: 'NGA' }] });
  expect(corrected.statusCode).toBe(200);
});

test('a prohibited country is rejected under the alternative field name too, and with a repeated idempotency key', async () => {
  const { incorporationCountryIso3Code: _named, ...body } = validBody();
  const key = { 'idempotency-key': newReference() };
  for (const _attempt of [1, 2]) {
    expect(refused(await api.create({ ...body, incorporationCountryCode: 'PRK' }, key))).toEqual(
      notServed('/incorporationCountryCode'),
    );
  }
  expect(refused(await patch(api, customer, { incorporationCountryCode: 'PRK' }))).toEqual(
    notServed('/incorporationCountryCode'),
  );
});

test('a prohibited country stored earlier is kept; an update without it is accepted, and one that repeats it is rejected', async () => {
  const older = await createCustomer(api);
  await database.owner.query(`update customers set incorporation_country = 'PRK' where customer_id = $1`, [
    older.customerId,
  ]);
  expect((await patch(api, older, { description: 'Changed.' })).statusCode).toBe(200);
  expect(refused(await put(api, older, { incorporationCountryIso3Code: 'PRK' }))).toEqual(
    notServed('/incorporationCountryIso3Code'),
  );
  const { incorporation_country: stored } = (
    await database.owner.query('select incorporation_country from customers where customer_id = $1', [older.customerId])
  ).rows[0];
  expect(stored).toBe('PRK');
});
