import { uuid } from '../search/index.ts';

/** Whether the text is long enough to search for: shorter texts match too much. */
export const isSearch = (text: string): boolean => text.trim().length >= 2;

/** How a filter by id reads the text in its field: `changes` if the text is complete and differs from the filter's value. */
export function typedId(text: string, value: string): { isWrong: boolean; changes: boolean; id: string | undefined } {
  const trimmed = text.trim();
  const isWrong = trimmed !== '' && uuid(trimmed) === undefined;
  return { isWrong, changes: !isWrong && trimmed !== value, id: trimmed || undefined };
}

/**
 * The searches still pending once one of them is in the URL, in order: the router may skip some, so those before it never arrive.
 * Undefined if the URL has a search that this field did not start, which voids all pending ones.
 */
export function underwayAfter(arrived: string, underway: readonly string[]): string[] | undefined {
  const at = underway.indexOf(arrived);
  return at < 0 ? undefined : underway.slice(at + 1);
}

/** How many filters are set, for the button that hides them. */
export function filtersLabel(values: readonly unknown[]): string {
  const set = values.filter((value) => value !== undefined).length;
  return set === 0 ? 'Filters' : `Filters (${set})`;
}
