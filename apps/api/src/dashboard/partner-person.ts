import { DomainError, type PartnerPerson } from '@onboarding/domain';
import type { SessionCall } from '../http/route.ts';

/** The caller as one who works for a partner; anybody else has no business on the dashboard. */
export function partnerOf({ session }: SessionCall): { person: PartnerPerson; clientId: string } {
  const { person, partner } = session;
  if (person.realm !== 'partner' || partner === null) throw new DomainError('Partner.NotAuthenticated');
  return { person, clientId: partner.clientId };
}
