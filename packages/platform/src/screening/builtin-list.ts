// Fictitious people and companies, for trying out the service. None of them is on any sanctions list.
import type { ScreeningSubject } from './provider.ts';

export interface BuiltinEntry {
  entityId: string;
  kind: ScreeningSubject['kind'];
  name: string;
  /** Distinguishes the entry from namesakes. */
  birthDate?: string;
  country: string;
  topic: string;
}

export const BUILTIN_LIST = 'onboarding-sandbox';

export const BUILTIN_ENTRIES: readonly BuiltinEntry[] = [
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
