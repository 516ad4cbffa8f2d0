// Lets days pass for one business of a sandbox, so that nobody has to wait for what happens with time.
import type { Advance, AdvanceAnswer } from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import type { ClientActor, Context } from '../context.ts';
import { ageLinks } from '../documents/index.ts';
import { DomainError } from '../failure.ts';
import { lockOwnCustomer, reviewStateOf } from '../profiles/index.ts';

export async function advanceDays(
  tx: Tx,
  { clock }: Pick<Context, 'clock'>,
  { partnerId }: ClientActor,
  customerId: string,
  { days }: Advance,
): Promise<AdvanceAnswer> {
  if (!isUuid(customerId)) throw new DomainError('Customer.NotFound');
  const customer = await lockOwnCustomer(tx, partnerId, customerId);
  const documentIds = await ageLinks(tx, { partnerId, customerId: customer.customerId }, days, clock.now());
  return {
    customerId: customer.customerId,
    partnerCustomerId: customer.partnerCustomerId,
    verificationStatus: reviewStateOf(customer).verificationStatus,
    version: customer.version,
    documentIds: documentIds.toSorted(),
  };
}
