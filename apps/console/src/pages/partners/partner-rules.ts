// The standing of a partner in one word, and what an operator can change.

import type { Certificate, OperatedPartner, OperatedPartnerDetail } from '@onboarding/contract';
import type { AccountChange } from '@onboarding/ui/access';
import type { Tone } from '@onboarding/ui/tones';

export const STANDINGS = ['working', 'pending', 'rejected', 'inactive'] as const;
export type Standing = (typeof STANDINGS)[number];

export const STANDING_WORDS: Record<Standing, { name: string; color: Tone; means: string }> = {
  working: { name: 'Active', color: 'success', means: 'Its systems and users have access.' },
  pending: { name: 'To approve', color: 'warning', means: 'It has no access until it is approved.' },
  rejected: { name: 'Rejected', color: 'neutral', means: 'It has no access. It can be approved later.' },
  inactive: { name: 'Deactivated', color: 'danger', means: 'Every request from its systems and users is refused.' },
};

export function standingOf({
  status,
  onboardingStatus,
}: Pick<OperatedPartner, 'status' | 'onboardingStatus'>): Standing {
  if (status === 'Inactive') return 'inactive';
  return { Approved: 'working', Pending: 'pending', Rejected: 'rejected' }[onboardingStatus] as Standing;
}

/** The query of the list for each standing. */
export const STANDING_FILTERS: Record<Standing, { status: string; onboardingStatus?: string }> = {
  working: { status: 'Active', onboardingStatus: 'Approved' },
  pending: { status: 'Active', onboardingStatus: 'Pending' },
  rejected: { status: 'Active', onboardingStatus: 'Rejected' },
  inactive: { status: 'Inactive' },
};

export type StandingAction = 'approve' | 'reject' | 'activate' | 'deactivate';

const OFFERED: Record<Standing, readonly StandingAction[]> = {
  working: ['deactivate'],
  pending: ['approve', 'reject'],
  rejected: ['approve'],
  inactive: ['activate'],
};

/** The operator actions that the partner's standing allows. */
export const actionsOn = (partner: Pick<OperatedPartner, 'status' | 'onboardingStatus'>): readonly StandingAction[] =>
  OFFERED[standingOf(partner)];

export const ACTION_LABELS: Record<StandingAction, string> = {
  approve: 'Approve',
  reject: 'Reject',
  activate: 'Activate',
  deactivate: 'Deactivate',
};

const GRAVE: readonly StandingAction[] = ['reject', 'deactivate'];
export const isGrave = (action: StandingAction): boolean => GRAVE.includes(action);

const NUMBER = new Intl.NumberFormat();

export const limitWords = (own: number | null, byDefault: number): string =>
  own === null ? `${NUMBER.format(byDefault)} per second (default)` : `${NUMBER.format(own)} per second`;

// Which dialog about a partner the URL opens.

type Asked =
  | { kind: 'limits' | 'invite' }
  | { kind: 'revoke'; certificate: Certificate }
  | { kind: 'standing'; change: StandingAction };

/** A link may be older than the partner's standing: an action that is no longer possible opens no dialog. */
export function askedOf(
  { ask, certificate: certificateId }: { ask?: string | undefined; certificate?: string | undefined },
  partner: Pick<OperatedPartnerDetail, 'status' | 'onboardingStatus' | 'certificates'>,
): Asked | undefined {
  if (ask === 'limits' || ask === 'invite') return { kind: ask };
  if (ask === 'revoke') {
    const certificate = partner.certificates.find((one) => one.certificateId === certificateId);
    return certificate?.status === 'Active' ? { kind: ask, certificate } : undefined;
  }
  // Dialogs about a person open beside the list of users.
  const change = actionsOn(partner).find((action) => action === ask);
  return change === undefined ? undefined : { kind: 'standing', change };
}

/** The operator's changes to an account, as the URL names them. */
export const ACCOUNT_CHANGES = [
  'sign-out',
  'reset',
  'disable',
  'enable',
  'invite-again',
] as const satisfies readonly AccountChange[];
