import type { TeamPerson } from '@onboarding/contract';

/** With one admin alone, an organisation is one lost telephone away from being locked out. Only those who can sign in count. */
export const lacksAdmins = (people: readonly Pick<TeamPerson, 'role' | 'status'>[]): boolean =>
  people.filter(({ role, status }) => role === 'admin' && status === 'Active').length <= 1;
