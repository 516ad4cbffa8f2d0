import type { TeamPerson } from '@onboarding/contract';

/** With a single admin, one lost phone would lock out the organisation. Only admins who can sign in count. */
export const lacksAdmins = (people: readonly Pick<TeamPerson, 'role' | 'status'>[]): boolean =>
  people.filter(({ role, status }) => role === 'admin' && status === 'Active').length <= 1;
