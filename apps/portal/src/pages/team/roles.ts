// Names and descriptions of a partner's roles, and whether the team has enough admins.
import type { PartnerRole, TeamUser } from '@onboarding/contract';

export const ROLES: Record<PartnerRole, { name: string; withArticle: string; may: string }> = {
  admin: { name: 'Admin', withArticle: 'an admin', may: 'Changes everything here and manages the team.' },
  developer: {
    name: 'Developer',
    withArticle: 'a developer',
    may: 'Sees everything, sends test events and replays deliveries.',
  },
  viewer: { name: 'Viewer', withArticle: 'a viewer', may: 'Sees everything and changes nothing.' },
};

/** With a single admin, one lost phone would lock out the organisation. Only admins who can sign in count. */
export const lacksAdmins = (users: readonly Pick<TeamUser, 'role' | 'status'>[]): boolean =>
  users.filter(({ role, status }) => role === 'admin' && status === 'Active').length <= 1;
