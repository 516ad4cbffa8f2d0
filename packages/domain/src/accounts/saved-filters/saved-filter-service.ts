// The filters that a person saved for the lists of a site. Only the person sees them.
import type { SavedFilter, SavedFilterList, SavedFilters } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import type { Person } from '../../context.ts';
import { DomainError } from '../../failure.ts';
import { findFilters, replaceFilters } from './saved-filter-store.ts';

export function readSavedFilters(tx: Tx, { accountId }: Person, list: SavedFilterList): Promise<SavedFilters> {
  return findFilters(tx, { accountId, list });
}

export async function changeSavedFilters(
  tx: Tx,
  { accountId }: Person,
  { list, version, filters }: { list: SavedFilterList; version: number; filters: SavedFilter[] },
): Promise<SavedFilters> {
  const changed = await replaceFilters(tx, { accountId, list }, version, filters);
  if (changed === undefined) throw new DomainError('Session.FiltersChanged');
  return { version: changed, filters };
}
