// A built-in list for sandboxes and tests. Names match if they look alike.
import { skeletonOf } from '../names/index.ts';
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

// Fictitious people and companies, for trying out the service. None of them is on any sanctions list.

interface BuiltinEntry {
  entityId: string;
  kind: ScreeningSubject['kind'];
  name: string;
  /** Distinguishes the entry from namesakes. */
  birthDate?: string;
  country: string;
  topic: string;
}

const BUILTIN_LIST = 'onboarding-sandbox';

const BUILTIN_ENTRIES: readonly BuiltinEntry[] = [
  { entityId: 'SBX-1', kind: 'Person', name: 'Sanctia Listed', country: 'NGA', topic: 'sanction' },
  {
    entityId: 'SBX-2',
    kind: 'Person',
    name: 'Doro Namesake',
    birthDate: '1970-01-01',
    country: 'GHA',
    topic: 'role.pep',
  },
  {
    entityId: 'SBX-3',
    kind: 'Organisation',
    name: 'Sanctioned Trading Limited',
    country: 'NGA',
    topic: 'sanction',
  },
];
