// Owns: who the partners are, whether they may work and how much at a time. Refuses: any work for a partner that is unknown, deactivated or
// not approved itself.
import { uuidv7 } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context } from '../context.ts';
import { DomainError } from '../failure.ts';
import { clientIdOf } from './partner.ts';
import { enterAndFindStanding, insertPartner } from './partner-store.ts';

export { clientIdOf } from './partner.ts';
export { createPartnerLimitsSource, type PartnerLimits, type PartnerLimitsSource } from './partner-limits.ts';
export { listPartnerNames } from './partner-store.ts';

export interface NewPartner {
  /** The business name. */
  name: string;
  /** A new one unless said. */
  partnerId?: string;
  status?: 'Active' | 'Inactive';
  onboardingStatus?: 'Pending' | 'Approved' | 'Rejected';
}

/** The only way to make a partner, because its client id is made here. As the owner; one that is there stays as it is. */
export async function createPartner(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { name, partnerId = uuidv7(clock.now()), status = 'Active', onboardingStatus = 'Pending' }: NewPartner,
): Promise<{ partnerId: string; clientId: string }> {
  if (name.trim() === '') throw new Error('A partner needs a name: give it that of the business');
  const clientId = clientIdOf(name, partnerId);
  await insertPartner(tx, { partnerId, name: name.trim(), clientId, status, onboardingStatus });
  return { partnerId, clientId };
}

/**
 * The first step of every transaction for a partner: makes its rows, and only its rows, visible, and reads its standing,
 * so that a deactivated partner's still valid token stops working at once.
 */
export async function enterPartner(tx: Tx, partnerId: string): Promise<void> {
  const standing = await enterAndFindStanding(tx, partnerId);
  if (standing === undefined) throw new DomainError('Partner.NotAuthenticated');
  refuseWithoutStanding({ status: standing.status, onboardingStatus: standing.onboarding_status });
}

/** For what we do for a partner by ourselves, whatever its standing: what it has uploaded must not lie there unchecked. */
export async function enterAsService(tx: Tx, partnerId: string): Promise<void> {
  await enterAndFindStanding(tx, partnerId);
}

export function refuseWithoutStanding(partner: { status: string; onboardingStatus: string }): void {
  if (partner.status !== 'Active') throw new DomainError('Partner.Inactive');
  if (partner.onboardingStatus !== 'Approved') throw new DomainError('Partner.OnboardingNotApproved');
}
