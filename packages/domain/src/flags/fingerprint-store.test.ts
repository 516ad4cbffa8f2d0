// Comparing a business with all others uses an index for each query, regardless of the number of businesses.
import { declaredStatements, type Tx } from '@onboarding/platform/postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explaining, type Planned } from '../../../../tests/harness/checks/plans.ts';
import { storeCustomers } from '../../../../tests/harness/customers.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import { findSharedIdentities } from '../people/index.ts';
import { listCurrentHits } from '../screening/index.ts';
import { type Fingerprint, nameBlocks } from './fingerprint.ts';
import { findSameRegistration, findSimilarNames } from './fingerprint-store.ts';

let database: TestDatabase;
let client: pg.Client;
let partnerId: string;

beforeAll(async () => {
  database = await cloneDatabase();
  ({ partnerId } = await database.addPartner());
  const { owner } = database;
  await storeCustomers(owner, { partnerIds: [partnerId], count: 6_000, everyMs: 1 });
  // Names of few words that many businesses share, nearly all in one country.
  await owner.query(
    `insert into business_fingerprints (partner_id, customer_id, country, registration_key, name_key)
     select partner_id, customer_id, case when n % 20 = 0 then 'KEN' else 'NGA' end, 'RC' || n / 2,
       (array['global', 'united', 'royal', 'golden', 'prime'])[1 + n % 5] || ' ' || md5((n / 2)::text) || ' ' ||
       (array['trading', 'services', 'holdings', 'ventures', 'logistics', 'energy'])[1 + n % 6]
     from (select partner_id, customer_id, row_number() over () as n from customers) numbered`,
  );
  const blocks = (await someFingerprints(6_000)).flatMap((one) =>
    nameBlocks(one.nameKey).map((block) => ({ ...one, block })),
  );
  await owner.query(
    'insert into business_name_blocks (partner_id, customer_id, country, block) select * from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])',
    [
      blocks.map((one) => one.partnerId),
      blocks.map((one) => one.customerId),
      blocks.map((one) => one.country),
      blocks.map((one) => one.block),
    ],
  );
  await owner.query(
    `insert into people (partner_id, customer_id, ubo_id, first_name, last_name, nationality, email, email_key, ownership_type,
       address, verification_status, created_at, updated_at)
     select partner_id, customer_id, customer_id, 'A', 'B', 'NGA', 'a@people.example', 'a@people.example', '{UBO}', '{}',
       'NotStarted', now(), now() from customers`,
  );
  await owner.query(
    `insert into identities (partner_id, customer_id, ubo_id, identity_id, identity_type_code, issuing_country, value_cipher,
       value_masked, value_hash, value_hash_key_id, requirement_set_id, created_at)
     select partner_id, customer_id, ubo_id, gen_random_uuid(), 'PASSPORT', 'NGA', '', '', sha256(customer_id::text::bytea),
       'k1', 1, now() from people`,
  );
  await owner.query('analyze customers, people, identities, business_fingerprints, business_name_blocks, screenings');
  client = new pg.Client({ connectionString: database.workerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.close();
});

async function someFingerprints(count: number): Promise<Fingerprint[]> {
  const { rows } = await database.owner.query(
    `select partner_id as "partnerId", customer_id as "customerId", country, registration_key as "registrationKey",
       name_key as "nameKey" from business_fingerprints order by customer_id limit $1`,
    [count],
  );
  return rows;
}

/** Runs the search as the worker does, and returns the indexes used. */
async function indexesOf(search: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const names = /^(flags_find|identities_find_shared|screening_list)/;
  const { plans } = await explaining(client, partnerId, names, search);
  expect(plans).toHaveLength(1);
  const nodes = plans.flatMap(({ nodes }: Planned) => nodes);
  expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
  return [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))].sort();
}

test.each([1, 20])('with a batch of %i, finds names by their blocks within the country', async (count) => {
  const fingerprints = await someFingerprints(count);
  const search = { threshold: 0.6, limit: 11, among: 60 };
  const indexes = await indexesOf((tx) => findSimilarNames(tx, fingerprints, search));
  expect(indexes).toEqual(['business_fingerprints_pkey', 'business_name_blocks_search']);
});

test('reads at most 60 rows of a block that thousands share', async () => {
  const [fingerprint] = await someFingerprints(1);
  if (fingerprint === undefined) throw new Error('There is nobody to compare');
  const text = JSON.stringify([
    { country: 'NGA', name_key: fingerprint.nameKey, blocks: nameBlocks(fingerprint.nameKey) },
  ]);
  const statement = declaredStatements().find(({ name }) => name === 'flags_find_names');
  await client.query(`prepare bounded as ${statement?.text}`);
  const values: Record<string, string | number> = {
    wanted: pg.escapeLiteral(text),
    threshold: 0.6,
    limit: 11,
    among: 60,
  };
  const given = statement?.order.map((name) => values[name]).join(', ');
  const { rows } = await client.query(`explain (analyze, format json) execute bounded(${given})`);
  const read = JSON.stringify(rows).matchAll(/"Index Name":"business_name_blocks_search".*?"Actual Rows":(\d+)/g);
  const counts = [...read].map(([, count]) => Number(count));
  expect(counts.length).toBeGreaterThan(0);
  for (const count of counts) expect(count).toBeLessThanOrEqual(60);
});

test.each([1, 20])('with a batch of %i, finds registration numbers by country and number', async (count) => {
  const fingerprints = await someFingerprints(count);
  const indexes = await indexesOf((tx) => findSameRegistration(tx, fingerprints, 11));
  expect(indexes).toEqual(['business_fingerprints_registration']);
});

test.each([1, 20])('with a batch of %i, finds shared identities by their hashes', async (count) => {
  const keys = await someFingerprints(count);
  expect(await indexesOf((tx) => findSharedIdentities(tx, keys, 21))).toEqual([
    'identities_pkey',
    'identities_value_hash',
  ]);
});

test('reads current hits by customer', async () => {
  const keys = await someFingerprints(20);
  await client.query('set enable_seqscan = off');
  expect(await indexesOf((tx) => listCurrentHits(tx, keys))).toEqual(['screenings_pkey']);
  await client.query('reset enable_seqscan');
});

test.each([
  ['lagos trading', 'lagos tradng', true],
  ['zanzibar clove company', 'zanzibar clove', true],
  ['sahara energy group', 'sahara energy', true],
  ['müller bau', 'muller bau', false],
  ['acme trading', 'acorn trading', false],
  ['north star logistics', 'south star logistics', true],
  ['株式会社サンプル商事', '株式会社サンプル商事', true],
  ['blue ocean', 'red ocean', false],
])('the similarity of %s and %s reaches the threshold: %s', async (one, other, similar) => {
  const { rows } = await database.owner.query('select similarity($1, $2) >= 0.6 as similar', [one, other]);
  expect(rows).toEqual([{ similar }]);
  // Similar names share a block; otherwise they would not be compared.
  const common = new Set(nameBlocks(one)).intersection(new Set(nameBlocks(other)));
  if (similar) expect(common.size).toBeGreaterThan(0);
});

test('99% of similar names with one letter or word changed share a block', async () => {
  const pairs = (await someFingerprints(1_500)).flatMap(({ nameKey: name }, index) => {
    const at = 1 + ((index * 7) % (name.length - 1));
    return [
      [name, `${name.slice(0, at)}x${name.slice(at + 1)}`],
      [name, `${name.slice(0, at)}${name.slice(at + 1)}`],
      [name, name.split(' ').toReversed().join(' ')],
      [name, name.split(' ').slice(1).join(' ')],
      [name, `${name} group`],
    ] as const;
  });
  const { rows } = await database.owner.query(
    'select one, other from unnest($1::text[], $2::text[]) as p (one, other) where similarity(one, other) >= 0.6',
    [pairs.map(([one]) => one), pairs.map(([, other]) => other)],
  );
  const missed = rows.filter(({ one, other }) => new Set(nameBlocks(one)).isDisjointFrom(new Set(nameBlocks(other))));
  expect(rows.length).toBeGreaterThan(5_000);
  expect(missed.length / rows.length).toBeLessThan(0.01);
});
