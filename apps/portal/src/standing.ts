import type { SessionView } from '@onboarding/contract';

/** What people of a partner that may not work at the moment can still use. */
const ALWAYS_OPEN = new Set(['/webhooks/events', '/you']);

/** Whether the partner may work, and so its people may use the page. */
export function accessTo(path: string, partner: SessionView['partner']): 'open' | 'deactivated' | 'not-approved' {
  if (partner === null || ALWAYS_OPEN.has(path)) return 'open';
  if (partner.status !== 'Active') return 'deactivated';
  return partner.onboardingStatus === 'Approved' ? 'open' : 'not-approved';
}

/** Mails about reviews come to people of a partner that may work. */
export const getsMails = (partner: SessionView['partner']): boolean =>
  partner?.status === 'Active' && partner.onboardingStatus === 'Approved';
