// How the roles of a partner's people are said on the pages about them.
import type { PartnerRole } from '@onboarding/contract';

export const ROLES: Record<PartnerRole, { name: string; may: string }> = {
  admin: { name: 'Admin', may: 'Changes everything here, and decides who else may do what.' },
  developer: { name: 'Developer', may: 'Sees everything, sends test events and replays deliveries.' },
  viewer: { name: 'Viewer', may: 'Sees everything and changes nothing.' },
};
