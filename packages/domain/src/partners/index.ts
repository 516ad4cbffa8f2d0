// Owns: the partners, their standing and their limits. Refuses: any work for a partner that is unknown, deactivated or not
// approved.
import { AUTHENTICATION_FAULTS, type PartnerOnboardingStatus, type PartnerStatus } from '@onboarding/contract';
import { uuidv7 } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context } from '../context.ts';
import { DomainError } from '../failure.ts';
import { clientIdOf } from './partner.ts';
import { enterAndFindStanding, insertPartner } from './partner-store.ts';

export { clientIdOf, findPartnersCalled, listPartners, toPartner } from './partner.ts';
export { createPartnerLimitsSource, type PartnerLimits, type PartnerLimitsSource } from './partner-limits.ts';
export {
  findPartnerRow,
  listFirstPartners,
  listPartnerNames,
  lockPartner,
  type PartnerRow,
  setLimits,
  setOnboardingStatus,
  setPartnerStatus,
} from './partner-store.ts';

export interface NewPartner {
  /** The business name. */
  name: string;
  /** Defaults to a new id. */
  partnerId?: string;
  status?: PartnerStatus;
  onboardingStatus?: PartnerOnboardingStatus;
}

/**
 * The only way to create a partner, because it also derives the client id. Requires the owner role; does not change an
 * existing partner.
 */
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
 * The first step of every transaction for a partner: makes only its rows visible, and reads its standing, so that a valid
 * token of a deactivated partner stops working immediately.
 */
export async function enterPartner(tx: Tx, partnerId: string): Promise<void> {
  const standing = await enterAndFindStanding(tx, partnerId);
  if (standing === undefined) {
    throw new DomainError('Partner.NotAuthenticated', { message: AUTHENTICATION_FAULTS.NoPartner });
  }
  refuseUnlessActive(standing);
}

/** For our own processes, regardless of the partner's standing: uploads must always be checked. */
export async function enterAsService(tx: Tx, partnerId: string): Promise<void> {
  await enterAndFindStanding(tx, partnerId);
}

export function refuseUnlessActive(partner: Pick<Required<NewPartner>, 'status' | 'onboardingStatus'>): void {
  if (partner.status !== 'Active') throw new DomainError('Partner.Inactive');
  if (partner.onboardingStatus !== 'Approved') throw new DomainError('Partner.OnboardingNotApproved');
}
