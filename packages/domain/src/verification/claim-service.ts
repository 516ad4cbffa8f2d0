import type { ClaimAnswer } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context, StaffPerson } from '../context.ts';
import { type LockedCustomer, standingOf } from '../profiles/index.ts';
import type { Claim } from '../reviews/index.ts';
import { claimFor, refuseUnlessClaimant } from './claim.ts';
import { lockPackage } from './package-access.ts';
import { performTransition } from './transition-service.ts';

type Clocked = Pick<Context, 'clock'>;

export async function claimPackage(
  tx: Tx,
  { clock }: Clocked,
  person: StaffPerson,
  customerId: string,
): Promise<ClaimAnswer> {
  const { customer, actor } = await lockPackage(tx, person, customerId);
  const now = clock.now();
  const claim = claimFor(person.accountId, now);
  const claimed = await performTransition(tx, actor, customer, { trigger: 'Claim', claim, reasons: [], now });
  return toClaimAnswer(claimed, claim);
}

/** By the analyst who has it, or by a supervisor. */
export async function releasePackage(
  tx: Tx,
  { clock }: Clocked,
  person: StaffPerson,
  customerId: string,
): Promise<ClaimAnswer> {
  const { customer, review, actor } = await lockPackage(tx, person, customerId);
  if (review.claimed_by !== null && person.role !== 'supervisor') refuseUnlessClaimant(review, person.accountId);
  const now = clock.now();
  const released = await performTransition(tx, actor, customer, { trigger: 'Release', claim: null, reasons: [], now });
  return toClaimAnswer(released, null);
}

/** By a supervisor: a rejection is looked at once more. */
export async function reopenPackage(
  tx: Tx,
  { clock }: Clocked,
  person: StaffPerson,
  customerId: string,
): Promise<ClaimAnswer> {
  const { customer, actor } = await lockPackage(tx, person, customerId);
  const now = clock.now();
  const reopened = await performTransition(tx, actor, customer, { trigger: 'Reopen', claim: null, reasons: [], now });
  return toClaimAnswer(reopened, null);
}

export function toClaimAnswer(customer: LockedCustomer, claim: Claim | null): ClaimAnswer {
  const { customerId, verificationStatus } = standingOf(customer);
  return {
    customerId,
    verificationStatus,
    version: customer.version,
    claimedBy: claim?.by ?? null,
    claimEndsAt: claim?.endsAt.toISOString() ?? null,
  };
}
