// Which dialog about a partner the URL opens.
import type { Certificate, OperatedPartnerDetail } from '@onboarding/contract';
import { actionsOn, type StandingAction } from './standing.ts';

export type Asked =
  | { kind: 'limits' | 'invite' }
  | { kind: 'revoke'; certificate: Certificate }
  | { kind: 'standing'; change: StandingAction };

/** A link may be older than the partner's standing: what cannot be done any more is not asked. */
export function askedOf(
  { ask, certificate: certificateId }: { ask?: string | undefined; certificate?: string | undefined },
  partner: Pick<OperatedPartnerDetail, 'status' | 'onboardingStatus' | 'certificates'>,
): Asked | undefined {
  if (ask === 'limits' || ask === 'invite') return { kind: ask };
  if (ask === 'revoke') {
    const certificate = partner.certificates.find((one) => one.certificateId === certificateId);
    return certificate?.status === 'Active' ? { kind: ask, certificate } : undefined;
  }
  // Whatever is asked about a person is asked beside the list of people.
  const change = actionsOn(partner).find((action) => action === ask);
  return change === undefined ? undefined : { kind: 'standing', change };
}
