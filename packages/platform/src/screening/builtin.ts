// A built-in list for sandboxes and tests. Names match if they look alike.
import { skeletonOf } from '../names/index.ts';
import { BUILTIN_ENTRIES, BUILTIN_LIST, type BuiltinEntry } from './builtin-list.ts';
import type { ScreeningProvider, ScreeningSubject } from './provider.ts';

export function createBuiltin(entries: readonly BuiltinEntry[] = BUILTIN_ENTRIES): ScreeningProvider {
  return {
    name: 'builtin',
    screen: async (subject) =>
      entries
        .filter((entry) => mayBe(entry, subject))
        .map(({ entityId, name, birthDate, country, topic }) => ({
          listName: BUILTIN_LIST,
          entityId,
          name,
          score: 1,
          birthDates: birthDate === undefined ? [] : [birthDate],
          countries: [country],
          aliases: [],
          topics: [topic],
        })),
    close: async () => {},
  };
}

/** A missing birth date is not a mismatch. */
function mayBe(entry: BuiltinEntry, { kind, name, birthDate }: ScreeningSubject): boolean {
  if (entry.kind !== kind || skeletonOf(entry.name) !== skeletonOf(name)) return false;
  return entry.birthDate === undefined || birthDate === null || entry.birthDate === birthDate;
}
