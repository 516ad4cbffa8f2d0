// How many blocks of tables and indexes a page of the list reads, for every combination of filters: for a partner with 100,000
// customers, for one with 10,000, and for one with five in the same database.
import type { BusinessProfileListQuery } from '@onboarding/contract';
import type { ClientActor } from '@onboarding/domain';
import { listProfiles } from '@onboarding/domain/profiles';
import type { Catalogue } from '@onboarding/domain/requirements';
import { openKeyRing } from '@onboarding/platform/crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explaining } from '../../../../../tests/harness/checks/plans.ts';
import { storeCustomers } from '../../../../../tests/harness/customers.ts';
import { cloneDatabase, type TestDatabase } from '../../../../../tests/harness/database.ts';
import { TEST_KEY_RING } from '../../../../../tests/harness/values.ts';

const keys = openKeyRing(TEST_KEY_RING);
const catalogue = { businessTypes: new Map([['llc', 'LLC']]) } as unknown as Catalogue;
const SIZES = { few: 5, small: 10_000, large: 100_000 };
type Size = keyof typeof SIZES;
/** The period in which each partner's customers are created, however many there are. */
const SPAN_MS = 1_000_000_000;
let database: TestDatabase;
let client: pg.Client;
const actors = {} as Record<Size, ClientActor>;

beforeAll(async () => {
  database = await cloneDatabase();
  const { owner } = database;
  for (const size of ['large', 'small', 'few'] as const) {
    const { partnerId, clientId } = await database.addPartner();
    const count = SIZES[size];
    await storeCustomers(owner, { partnerIds: [partnerId], count, everyMs: SPAN_MS / count });
    actors[size] = { kind: 'Client', partnerId, clientId, requestId: 'costs' };
  }
  // Each of these values is common, but no customer has both, so that a list by both must read every row to find none.
  await owner.query(
    `update customers set incorporation_country = 'GHA'
     where verification_status = 'Rejected' and incorporation_country = 'KEN'`,
  );
  await owner.query(
    `update customers set business_type_code = 'Partnership'
     where incorporation_country = 'ZAF' and business_type_code = 'LLC'`,
  );
  await owner.query('vacuum analyze customers');
  client = new pg.Client({ connectionString: database.appUrl });
  await client.connect();
});
afterAll(async () => {
  await client?.end();
  await database?.close();
});

/** The blocks of tables and indexes that a list reads, without those for the total. */
async function blocksOf(size: Size, query: BusinessProfileListQuery): Promise<number> {
  const actor = actors[size];
  const work = explaining(
    client,
    actor.partnerId,
    /^profile_list/,
    (tx) => listProfiles(tx, keys, actor, catalogue, query),
    { carriedOut: true },
  );
  const [top] = (await work).plans[0]?.nodes ?? [];
  return (top?.['Shared Hit Blocks'] ?? 0) + (top?.['Shared Read Blocks'] ?? 0);
}

const day = (text: string) => new Date(`${text}T00:00:00Z`);
/** For each filter: unset, a value that matches many customers, and values that match few or none. */
const CHOICES: Record<string, BusinessProfileListQuery>[] = [
  {
    'any status': {},
    Rejected: { verificationStatus: ['Rejected'] },
    NotStarted: { verificationStatus: ['NotStarted'] },
    'Rejected or NotStarted': { verificationStatus: ['Rejected', 'NotStarted'] },
  },
  { 'any type': {}, LLC: { businessTypeCode: 'llc' } },
  { anywhere: {}, KEN: { incorporationCountryIso3Code: 'KEN' }, ZAF: { incorporationCountryIso3Code: 'ZAF' } },
  { 'any number': {}, RC1: { registrationNumber: 'RC1' } },
  { 'created at any time': {}, 'created early': { createdTo: day('2026-03-10') } },
  { 'newest first': {}, 'latest change first': { updatedFrom: day('2026-03-01') } },
];

const EVERY = CHOICES.reduce<[string, BusinessProfileListQuery][]>(
  (combined, choices) =>
    combined.flatMap(([name, query]) =>
      Object.entries(choices).map(([word, more]): [string, BusinessProfileListQuery] => [
        name === '' ? word : `${name}, ${word}`,
        { ...query, ...more },
      ]),
    ),
  [['', {}]],
);

/**
 * Whether an index returns the rows in the order of the list: for a single filter, or for a registration number, which few
 * customers share. Any other combination reads the partner's rows until the page is full, which may be all of them.
 */
function hasIndex(query: BusinessProfileListQuery): boolean {
  const { verificationStatus, businessTypeCode, incorporationCountryIso3Code, registrationNumber } = query;
  if (registrationNumber !== undefined) return true;
  const filters = [verificationStatus, businessTypeCode, incorporationCountryIso3Code].filter(
    (one) => one !== undefined,
  );
  return query.updatedFrom === undefined ? filters.length <= 1 : filters.length === 0 && query.createdTo === undefined;
}
const INDEXED = EVERY.filter(([, query]) => hasIndex(query));

test('one filter, or a registration number with any others, reads no more blocks for 100,000 customers than for 10,000', async () => {
  expect(INDEXED.length).toBeGreaterThan(100);
  const grown: string[] = [];
  for (const [name, query] of INDEXED) {
    for (const page of [{ limit: 50 }, { page: 2, pageSize: 50 }]) {
      const asked = { ...query, ...page };
      const [small, large] = [await blocksOf('small', asked), await blocksOf('large', asked)];
      // The larger index may have one more level.
      if (large > Math.max(small * 2, small + 10)) grown.push(`${name}: ${small}, then ${large}`);
    }
  }
  expect(grown).toEqual([]);
});

test('no combination reads more for a partner with five customers because others have 100,000', async () => {
  const wide: string[] = [];
  for (const [name, query] of EVERY) {
    const blocks = await blocksOf('few', { ...query, limit: 50 });
    if (blocks > 40) wide.push(`${name}: ${blocks}`);
  }
  expect(wide).toEqual([]);
});

test('the check detects a combination without an index', async () => {
  const both: BusinessProfileListQuery = {
    verificationStatus: ['Rejected'],
    incorporationCountryIso3Code: 'KEN',
    limit: 50,
  };
  expect(await blocksOf('large', both)).toBeGreaterThan(5 * (await blocksOf('small', both)));
});
