import type { TeamUser } from '@onboarding/contract';

/** With a single admin, one lost phone would lock out the organisation. Only admins who can sign in count. */
export const lacksAdmins = (users: readonly Pick<TeamUser, 'role' | 'status'>[]): boolean =>
  users.filter(({ role, status }) => role === 'admin' && status === 'Active').length <= 1;
