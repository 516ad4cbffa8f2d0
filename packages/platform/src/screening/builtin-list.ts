// Invented people and companies, for whoever tries the service out. None of them is on any list of sanctions.
import type { ScreeningSubject } from './provider.ts';

export interface BuiltinEntry {
  entityId: string;
  kind: ScreeningSubject['kind'];
  name: string;
  /** An entry with one is told apart from namesakes by it. */
  birthDate?: string;
}

export const BUILTIN_LIST = 'onboarding-sandbox';

export const BUILTIN_ENTRIES: readonly BuiltinEntry[] = [
  { entityId: 'SBX-1', kind: 'Person', name: 'Sanctia Listed' },
  { entityId: 'SBX-2', kind: 'Person', name: 'Doro Namesake', birthDate: '1970-01-01' },
  { entityId: 'SBX-3', kind: 'Organisation', name: 'Sanctioned Trading Limited' },
];
