// What is saved of a page's filters, and how the list of saved filters changes.
import type { SavedFilter } from '@onboarding/contract';
import { SAVED_FILTERS } from '@onboarding/contract/limits';

/** Where the reader is in the list, which is no filter. */
const PLACES = ['cursor', 'page'];

/** The filters of the URL, as they are saved; undefined if none is set. */
export function toSaved(search: Readonly<Record<string, unknown>>): SavedFilter['search'] | undefined {
  const set = Object.entries(search).flatMap(([name, value]) => {
    const values = [value].flat().filter((one) => one !== undefined && one !== null && one !== '');
    return PLACES.includes(name) || values.length === 0 ? [] : [[name, values.map(String)] as const];
  });
  return set.length === 0 ? undefined : Object.fromEntries(set);
}

export type Change = (filters: readonly SavedFilter[]) => SavedFilter[];

/** A filter of the same name is replaced where it is. */
export const saving =
  (made: SavedFilter): Change =>
  (filters) =>
    filters.some(({ name }) => name === made.name)
      ? filters.map((one) => (one.name === made.name ? made : one))
      : [...filters, made];

export const renaming =
  (from: string, to: string): Change =>
  (filters) =>
    filters.map((one) => (one.name === from ? { ...one, name: to } : one));

export const deleting =
  (name: string): Change =>
  (filters) =>
    filters.filter((one) => one.name !== name);

/** Why the filters of the page cannot be saved; undefined if they can. */
export function savingProblem(search: SavedFilter['search'] | undefined, count: number): string | undefined {
  if (search === undefined) return 'Set a filter first';
  return count >= SAVED_FILTERS ? `You have ${SAVED_FILTERS}, the most for one list: delete one first` : undefined;
}

/** Whether a name can replace `own`: it is not empty, changed, and not that of another filter. */
export function isNewName(filters: readonly SavedFilter[], own: string, typed: string): boolean {
  const name = typed.trim();
  return name !== '' && name !== own && !filters.some((one) => one.name === name);
}
