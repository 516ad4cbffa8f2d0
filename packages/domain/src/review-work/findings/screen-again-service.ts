import type { ScreenAgainAnswer } from '@onboarding/contract';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { Context, StaffPerson } from '../../context.ts';
import { recordStep } from '../../profiles/index.ts';
import { haveScreenedAgain } from '../../screening/index.ts';
import { lockOwnPackage } from '../access/package-access.ts';
import { holdOn } from '../notes/note-service.ts';

/** Screens the business and all its people again, changed or not. The business cannot be approved until this is complete. */
export async function screenAgain(
  tx: Tx,
  { clock, keys }: Pick<Context, 'clock' | 'keys'>,
  person: StaffPerson,
  customerId: string,
): Promise<ScreenAgainAnswer> {
  const locked = await lockOwnPackage(tx, person, customerId);
  const { customer, actor } = locked;
  const now = clock.now();
  await settled([
    haveScreenedAgain(tx, actor.partnerId, customer.customerId, now),
    holdOn(tx, locked, now),
    recordStep(tx, keys, actor, customer, { action: 'review.screening.requested', facts: {}, now }),
  ]);
  return { customerId: customer.customerId, screeningPending: true };
}
