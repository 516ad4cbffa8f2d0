// Two fictional analysts: their actions are recorded like those of our staff, so that partners see in a sandbox exactly what
// they will see in production. They have no accounts and cannot sign in.
import type { StaffPerson } from '../context.ts';

/** Their ids are recognisable as fictional. */
export const SANDBOX_ANALYSTS = {
  first: '00000000-0000-7000-8000-5a4db0c00001',
  second: '00000000-0000-7000-8000-5a4db0c00002',
} as const;

export interface AnalystPair {
  /** Has the package and proposes decisions. */
  first: StaffPerson;
  /** Confirms decisions. */
  second: StaffPerson;
}

export function analystPair(requestId: string): AnalystPair {
  const person = (accountId: string): StaffPerson => ({
    kind: 'StaffPerson',
    realm: 'staff',
    accountId,
    role: 'analyst',
    requestId,
  });
  return { first: person(SANDBOX_ANALYSTS.first), second: person(SANDBOX_ANALYSTS.second) };
}
