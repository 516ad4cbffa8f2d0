// What the command palette finds for a text, and in which order.
import type { Visit } from '../palette/index.ts';

export interface Entry {
  /** Unique in the palette, without spaces. */
  id: string;
  label: string;
  /** Shown beside the label, and searched. */
  detail?: string | undefined;
  /** Other words by which people know it. */
  synonyms?: string | undefined;
  /** The key that does the same. */
  keys?: string | undefined;
  run: () => void;
  /** Whether the palette stays open until the action has finished. */
  stays?: true;
}

export interface EntryGroup<T extends Entry = Entry> {
  title: string;
  entries: readonly T[];
}

/** Without case, accents and punctuation. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

type Searched = Pick<Entry, 'label' | 'detail' | 'synonyms'>;

/** 0: the label starts with the words; 1: it contains them; 2: they are in the rest; undefined: one is missing. */
function rankOf({ label, detail = '', synonyms = '' }: Searched, wanted: readonly string[]): number | undefined {
  const own = wordsOf(label);
  const all = [...own, ...wordsOf(detail), ...wordsOf(synonyms)];
  const areIn = (words: readonly string[]) => wanted.every((one) => words.some((word) => word.startsWith(one)));
  if (!areIn(all)) return undefined;
  if (own.join(' ').startsWith(wanted.join(' '))) return 0;
  return areIn(own) ? 1 : 2;
}

/** The entries that have a word starting with each word of the text, best first; all of them for an empty text. */
export function matching<T extends Searched>(entries: readonly T[], text: string): T[] {
  const wanted = wordsOf(text);
  if (wanted.length === 0) return text.trim() === '' ? [...entries] : [];
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, wanted) }))
    .filter(({ rank }) => rank !== undefined)
    .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .map(({ entry }) => entry);
}

/** Results of the text, or those of an earlier text that match the current one as well. */
export const stillMatching = <T extends Searched>(results: readonly T[], text: string, isCurrent: boolean): T[] =>
  isCurrent ? [...results] : matching(results, text);

export const withoutEmpty = <T extends Entry>(groups: readonly EntryGroup<T>[]): EntryGroup<T>[] =>
  groups.filter(({ entries }) => entries.length > 0);

/** The entry after a key: around the ends, and from an entry that has disappeared to the first. */
export function entryAfter(ids: readonly string[], active: string | undefined, by: number): string | undefined {
  const at = active === undefined ? -1 : ids.indexOf(active);
  return ids[(at + by + ids.length) % ids.length];
}

/** The active entry, as long as it is shown; otherwise the first. */
export const activeOf = (ids: readonly string[], chosen: string | undefined): string | undefined =>
  ids.find((id) => id === chosen) ?? ids[0];

const MOST_RECENT = 5;

/** The name of a kind of page by the start of its path. */
export type Kinds = Readonly<Record<string, string>>;

/** The last opened pages of single objects, without the current one and those that were not found. */
export function recentOf(visits: readonly Visit[], kinds: Kinds, current: string): (Visit & { kind: string })[] {
  return visits
    .flatMap((visit) => {
      const start = Object.keys(kinds).find((one) => visit.path.startsWith(one));
      const kind = start === undefined ? undefined : kinds[start];
      const isSingle = start !== undefined && /^[\w-]+$/.test(visit.path.slice(start.length));
      return kind !== undefined && isSingle ? [{ ...visit, kind }] : [];
    })
    .filter(({ path, title, kind }) => path !== current && title !== kind && !title.endsWith('not found'))
    .slice(0, MOST_RECENT);
}

/** How the palette names the search it is doing, or has done. */
export function statusWords(state: { text: string; isPending: boolean; count: number }, searched: string): string {
  const { text, isPending, count } = state;
  if (isPending) return 'Searching…';
  if (text.trim() !== '' && count > 0) return count === 1 ? '1 result' : `${count} results`;
  return text.trim().length < 2
    ? `Type at least two characters to search ${searched}.`
    : `Nothing found for “${text.trim()}” in pages, actions, ${searched}.`;
}
