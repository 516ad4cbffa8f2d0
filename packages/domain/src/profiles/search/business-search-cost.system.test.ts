// The cost of the analysts' search does not grow with the number of businesses.
import { findBusinesses } from '@onboarding/domain/profiles';
import { openKeyRing } from '@onboarding/platform/crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { explaining } from '../../../../../tests/harness/checks/plans.ts';
import { storeCustomers } from '../../../../../tests/harness/customers.ts';
import { cloneDatabase, type TestDatabase } from '../../../../../tests/harness/database.ts';
import { TEST_KEY_RING } from '../../../../../tests/harness/values.ts';

describe('the search over all partners', () => {
  const keys = openKeyRing(TEST_KEY_RING);
  const SIZES = { small: 1_000, large: 40_000 };
  const databases = {} as Record<keyof typeof SIZES, TestDatabase>;
  const clients = {} as Record<keyof typeof SIZES, pg.Client>;
  const partnerIds = {} as Record<keyof typeof SIZES, string>;

  beforeAll(async () => {
    for (const size of ['small', 'large'] as const) {
      const database = await cloneDatabase();
      databases[size] = database;
      const ids: string[] = [];
      for (let n = 0; n < 5; n++) ids.push((await database.addPartner()).partnerId);
      partnerIds[size] = ids[0] ?? '';
      await storeCustomers(database.owner, { partnerIds: ids, count: SIZES[size], everyMs: 60_000 });
      await database.owner.query('vacuum analyze customers, customer_terms');
      clients[size] = new pg.Client({ connectionString: database.staffUrl });
      await clients[size].connect();
    }
  });
  afterAll(async () => {
    for (const client of Object.values(clients)) await client.end();
    for (const database of Object.values(databases)) await database.close();
  });

  test.each([
    ['a word that every business has', 'stored'],
    ['a prefix that every business has', 's'],
    ['a rare word', '777'],
    ['a registration number', 'rc77'],
    ['a word without matches', 'nobody'],
    ['several words', 'stored rc7'],
  ])('for %s uses only indexes and reads no more among forty times as many businesses', async (_name, q) => {
    const costs: Record<string, number> = {};
    const shown: Record<string, number> = {};
    for (const size of ['small', 'large'] as const) {
      const { result, plans } = await explaining(
        clients[size],
        partnerIds[size],
        /^business_search_/,
        (tx) => findBusinesses(tx, keys, { q, limit: 50 }, undefined),
        { carriedOut: true },
      );
      shown[size] = result.rows.length;
      const nodes = plans.flatMap((plan) => plan.nodes);
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      const ofTerms = nodes.filter((node) => node['Index Name']?.startsWith('customer_terms'));
      expect(new Set(ofTerms.map((node) => node['Index Name']))).toEqual(new Set(['customer_terms_of_all']));
      expect(ofTerms.filter((node) => !node['Index Cond']?.includes('term'))).toEqual([]);
      costs[size] = plans.reduce((sum, { nodes: [top] }) => {
        return sum + (top?.['Shared Hit Blocks'] ?? 0) + (top?.['Shared Read Blocks'] ?? 0);
      }, 0);
    }
    const { small = 0, large = 0 } = costs;
    // Comparable only if both find equally many (a full page or none). The larger index may be a level deeper.
    expect(large).toBeLessThanOrEqual(shown.small === shown.large ? Math.max(small * 1.5, small + 10) : 800);
  });
});
