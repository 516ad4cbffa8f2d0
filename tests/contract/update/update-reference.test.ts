// Changes of the reference data apply to new businesses; existing ones keep the version they were created under.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi } from '../../harness/api.ts';
import { validBody, validIdentity, validPerson } from '../../harness/bodies.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';
import { createCustomer, patch, put } from '../../harness/scenes/updates.ts';

let database: TestDatabase;
let api: TestApi;
/** Advanced to expire the cached catalogue; the token stays valid. */
let ahead = 0;
const clock = { now: () => new Date(Date.now() + ahead) };
beforeAll(async () => {
  database = await cloneDatabase();
  api = await startTestApi(database, { clock });
});
afterAll(async () => {
  await api.close();
  await database.close();
});

/** As the operator's command does: retires the old set and activates the new one at the same moment. */
async function onlyAccept(identityTypeCode: string): Promise<void> {
  ahead += 1_000;
  const moment = clock.now();
  const { owner } = database;
  await owner.query('begin');
  const { rows } = await owner.query(
    `update requirement_sets set status = 'Retired', retired_at = $1 where country_code = 'NGA' and status = 'Active' returning version`,
    [moment],
  );
  await owner.query(
    `insert into requirement_sets (country_code, version, status, activated_at, entries)
     select 'NGA', $1, 'Active', $2, jsonb_path_query_array(entries, '$[*] ? (@.identityTypeCode == $type)', jsonb_build_object('type', $3::text))
     from requirement_sets where country_code = 'NGA' and version = 1`,
    [rows[0].version + 1, moment, identityTypeCode],
  );
  await owner.query('commit');
  ahead += 30_000;
}

const personWith = (identityTypeCode: string) =>
  validPerson({ identities: [{ ...validIdentity(), identityTypeCode }] });

test('an update is checked against the requirements in force when the business was created', async () => {
  const first = await createCustomer(api);
  await onlyAccept('BVN');
  const second = await createCustomer(api, { businessPersonList: [personWith('BVN')] });
  await onlyAccept('NATIOANL_ID');

  const added = await patch(api, first, { businessPersonList: [personWith('NATIOANL_ID'), personWith('BVN')] });
  expect([added.statusCode, added.json().error]).toEqual([200, undefined]);
  expect((await patch(api, second, { businessPersonList: [personWith('BVN')] })).statusCode).toBe(200);
  const refused = await patch(api, second, { businessPersonList: [personWith('NATIOANL_ID')] });
  expect(refused.json().error.details).toMatchObject([
    { pointer: '/businessPersonList/0/identities/0/identityTypeCode' },
  ]);

  const create = (type: string) => api.create(validBody({ businessPersonList: [personWith(type)] }));
  expect((await create('NATIOANL_ID')).statusCode).toBe(200);
  expect((await create('BVN')).statusCode).toBe(400);
  // Each stored identity refers to the version under which it was accepted.
  const { rows } = await database.owner.query(
    `select s.version, count(*)::int as identities from identities i join requirement_sets s using (requirement_set_id)
     group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { version: 1, identities: 3 },
    { version: 2, identities: 2 },
    { version: 3, identities: 1 },
  ]);
});

test('a business keeps a retired type, and no other business can change to it', async () => {
  const mine = await createCustomer(api, { businessTypeCode: 'Trust' });
  const other = await createCustomer(api);
  await database.owner.query(`update business_types set status = 'Retired' where business_type_code = 'Trust'`);
  ahead += 30_000;
  expect((await put(api, mine, { description: 'Changed.' })).statusCode).toBe(200);
  expect((await patch(api, mine, { businessTypeCode: 'trust' })).statusCode).toBe(200);
  expect((await patch(api, other, { businessTypeCode: 'Trust' })).json().error.code).toBe('BusinessType.NotFound');
});
