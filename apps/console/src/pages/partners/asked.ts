// Which dialog about a partner the URL opens.
import type { Certificate, OperatedPartnerDetail } from '@onboarding/contract';
import { actionsOn, type StandingAction } from './standing.ts';

export type Asked =
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
