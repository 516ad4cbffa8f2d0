import type { ClaimAnswer } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import type { Context, StaffPerson } from '../../context.ts';
import { performTransition } from '../../profiles/index.ts';
import { lockPackage } from '../access/package-access.ts';
import { toClaimAnswer } from '../claims/claim-service.ts';

/** For supervisors: reopens a rejected business. */
export async function reopenPackage(
  tx: Tx,
  { clock, keys }: Pick<Context, 'clock' | 'keys'>,
  person: StaffPerson,
  customerId: string,
): Promise<ClaimAnswer> {
  const { customer, actor } = await lockPackage(tx, person, customerId);
  const now = clock.now();
  const reopened = await performTransition(tx, keys, actor, customer, {
    trigger: 'Reopen',
    claim: null,
    reasons: [],
    now,
  });
  return toClaimAnswer(reopened, null);
}
