// Names and descriptions of a partner's roles.
import type { PartnerRole } from '@onboarding/contract';

export const ROLES: Record<PartnerRole, { name: string; withArticle: string; may: string }> = {
  admin: { name: 'Admin', withArticle: 'an admin', may: 'Changes everything here and manages the team.' },
  developer: {
    name: 'Developer',
    withArticle: 'a developer',
    may: 'Sees everything, sends test events and replays deliveries.',
  },
  viewer: { name: 'Viewer', withArticle: 'a viewer', may: 'Sees everything and changes nothing.' },
};
