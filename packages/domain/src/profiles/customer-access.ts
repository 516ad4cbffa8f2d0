// Who may reach a customer, and until when.
import type { Tx } from '@onboarding/platform/postgres';
import { DomainError } from '../failure.ts';
import { customerExists } from './profile-store.ts';
import { type LockedCustomer, lockCustomer } from './update-store.ts';

/** Locks a customer of the partner's own; another's and nobody's are told apart. The id must be a UUID. */
export async function lockOwnCustomer(tx: Tx, partnerId: string, customerId: string): Promise<LockedCustomer> {
  const customer = await lockCustomer(tx, partnerId, customerId);
  if (customer !== undefined) return customer;
  throw await unreachable(tx, customerId);
}

/** Why a partner does not find a customer of that id. */
export async function unreachable(tx: Tx, customerId: string): Promise<DomainError> {
  return new DomainError((await customerExists(tx, customerId)) ? 'Partner.NotAuthorized' : 'Customer.NotFound');
}

/** Nothing can be added to a customer that was rejected, or whose data were erased. */
export function refuseClosed(customer: Pick<LockedCustomer, 'verification_status' | 'data_key'>): void {
  if (customer.verification_status === 'Rejected') throw new DomainError('Customer.Closed');
  if (customer.data_key === null) {
    throw new DomainError('Customer.Closed', {
      message:
        'The data of this customer were erased, so it cannot be changed any more. Create it anew if you need it.',
    });
  }
}
