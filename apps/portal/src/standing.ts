import type { SessionView } from '@onboarding/contract';

/** Pages that users of an inactive or unapproved partner can still use. */
const ALWAYS_OPEN = new Set(['/webhooks/events', '/you']);

/** Whether the partner's standing lets its users use the page. */
export function accessTo(path: string, partner: SessionView['partner']): 'open' | 'deactivated' | 'not-approved' {
  if (partner === null || ALWAYS_OPEN.has(path)) return 'open';
  if (partner.status !== 'Active') return 'deactivated';
  return partner.onboardingStatus === 'Approved' ? 'open' : 'not-approved';
}

/** Mails about reviews go only to users of an active, approved partner. */
export const getsMails = (partner: SessionView['partner']): boolean =>
  partner?.status === 'Active' && partner.onboardingStatus === 'Approved';
