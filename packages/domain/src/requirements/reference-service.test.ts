// Tests concurrent operators on a real database.
import { readFileSync } from 'node:fs';
import type { Db } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDb } from '../../../../tests/harness/connecting.ts';
import { cloneDatabase, type TestDatabase } from '../../../../tests/harness/database.ts';
import {
  activateRequirementSet,
  addBusinessType,
  addRequirementSet,
  listAssumptions,
  listRequirementSets,
  retireBusinessType,
} from './reference-service.ts';
import { catalogueAt } from './requirement.ts';
import { readReference } from './requirement-store.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await cloneDatabase();
  db = openTestDb(database.ownerUrl, { poolSize: 10 });
});
afterAll(async () => {
  await db.close();
  await database.close();
});

const entries: Record<string, unknown>[] = JSON.parse(
  readFileSync('database/reference/identity-requirements.json', 'utf8'),
).NGA;

test('59 of the 142 shipped rules are marked as assumptions; the general rule is counted separately', async () => {
  const { assumed, ...counted } = await db.transaction((tx) => listAssumptions(tx));
  expect([assumed.length, counted]).toEqual([59, { entries: 142, countries: 32, general: 166 }]);
  expect(assumed.every(({ entry }) => entry.source.startsWith('assumption'))).toBe(true);
});

test('numbers concurrently added versions without gaps', async () => {
  const added = Array.from({ length: 10 }, () => db.transaction((tx) => addRequirementSet(tx, 'ATA', entries)));
  expect((await Promise.all(added)).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});

test('concurrent activations leave exactly one active, and one in effect at any time', async () => {
  for (const count of [1, 2, 3]) await db.transaction((tx) => addRequirementSet(tx, 'GBR', entries.slice(0, count)));
  const asked = Array.from({ length: 30 }, (_, index) => 2 + (index % 3));
  const made = await Promise.all(
    asked.map((version) => db.transaction((tx) => activateRequirementSet(tx, 'GBR', version, 'olga'))),
  );
  const sets = (await db.transaction((tx) => listRequirementSets(tx, 'GBR'))).filter((set) => set.activatedAt !== null);
  expect(sets.filter((set) => set.status === 'Active')).toHaveLength(1);
  expect(sets).toHaveLength(1 + made.filter((one) => one.changed).length);
  // Two may have been activated within one millisecond, but only one of them remained active after it.
  const end = (set: (typeof sets)[number]) => set.retiredAt?.getTime() ?? Number.MAX_SAFE_INTEGER;
  const inOrder = sets.toSorted((a, b) => Number(a.activatedAt) - Number(b.activatedAt) || end(a) - end(b));
  expect(inOrder.slice(0, -1).map((set) => set.retiredAt)).toEqual(inOrder.slice(1).map((set) => set.activatedAt));

  const catalogue = await db.transaction(readReference, { readOnly: true });
  for (const set of inOrder) {
    const then = set.activatedAt ?? new Date(0);
    const { requirements } = catalogueAt(catalogue, then);
    // Of two within one millisecond, the earlier one was never in effect.
    if (set.retiredAt?.getTime() !== then.getTime()) expect(requirements.get('GBR')?.version).toBe(set.version);
  }
});

test('concurrent adds and retirements of a business type leave one row each', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      db.transaction(async (tx) =>
        index % 2 === 0 ? addBusinessType(tx, 'Guild') : retireBusinessType(tx, 'LLC').then(() => 'Unchanged'),
      ),
    ),
  );
  const { rows } = await database.owner.query(
    `select business_type_code, status from business_types where business_type_code in ('Guild', 'LLC') order by 1`,
  );
  expect(rows).toEqual([
    { business_type_code: 'Guild', status: 'Active' },
    { business_type_code: 'LLC', status: 'Retired' },
  ]);
});
