import type { SavedFilter, SavedFilterList } from '@onboarding/contract';
import { statement, type Tx } from '@onboarding/platform/postgres';

export interface FiltersKey {
  accountId: string;
  list: SavedFilterList;
}

const FIND = statement<{ version: number; filters: SavedFilter[] }, FiltersKey>(
  'saved_filters_find',
  'select version, filters from saved_filters where account_id = :accountId and list = :list',
);

export async function findFilters(tx: Tx, key: FiltersKey): Promise<{ version: number; filters: SavedFilter[] }> {
  const [row] = await tx.rows(FIND, key);
  return row ?? { version: 0, filters: [] };
}

const REPLACE = statement<{ version: number }, FiltersKey & { version: number; filters: string }>(
  'saved_filters_replace',
  `with changed as (
     update saved_filters set version = version + 1, filters = :filters::jsonb
     where account_id = :accountId and list = :list and version = :version returning version
   ), made as (
     insert into saved_filters (account_id, list, version, filters)
     select :accountId::uuid, :list, 1, :filters::jsonb where :version::integer = 0 on conflict do nothing returning version
   ) select version from changed union all select version from made`,
);

/** Returns the new version; undefined if `version` is not the current one. */
export async function replaceFilters(
  tx: Tx,
  key: FiltersKey,
  version: number,
  filters: readonly SavedFilter[],
): Promise<number | undefined> {
  return (await tx.rows(REPLACE, { ...key, version, filters: JSON.stringify(filters) }))[0]?.version;
}
