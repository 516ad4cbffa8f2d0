// A customer that a caller has read or locked: whether the partner may access it, whether it accepts changes, its review
// state and its data key.

import type { KeyObject } from 'node:crypto';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { Tx } from '@onboarding/platform/postgres';
import type { PartnerReader } from '../../context.ts';
import { DomainError } from '../../failure.ts';
import { type ReviewState, stageOf } from '../../review-state/index.ts';
import { canUpdate } from '../record/profile.ts';
import { type CustomerRow, customerExists } from '../record/profile-store.ts';
import { type LockedCustomer, lockCustomer } from './customer-lock-store.ts';

/**
 * Locks a customer of this partner; another partner's customer and an unknown id cause different errors. The id must be a
 * UUID.
 */
export async function lockOwnCustomer(tx: Tx, partnerId: string, customerId: string): Promise<LockedCustomer> {
  const customer = await lockCustomer(tx, partnerId, customerId);
  if (customer !== undefined) return customer;
  throw await unreachable(tx, customerId);
}

/** The error for a caller who only reads. Users are never told whether an id belongs to another partner. */
export async function unreadable(tx: Tx, reader: PartnerReader, customerId: string): Promise<DomainError> {
  return reader.kind === 'PartnerPerson' ? new DomainError('Customer.NotFound') : unreachable(tx, customerId);
}

/** Why a partner cannot access a customer with that id. */
async function unreachable(tx: Tx, customerId: string): Promise<DomainError> {
  return new DomainError((await customerExists(tx, customerId)) ? 'Partner.NotAuthorized' : 'Customer.NotFound');
}

/** A rejected or erased customer accepts no additions. */
export function refuseClosed(customer: Pick<LockedCustomer, 'verificationStatus' | 'dataKey'>): void {
  if (customer.verificationStatus === 'Rejected') throw new DomainError('Customer.Closed');
  if (customer.dataKey === null) {
    throw new DomainError('Customer.Closed', {
      message:
        'The data of this customer has been erased, so it can no longer be changed. Create the customer again if you need it.',
    });
  }
}

/** The key that encrypts all secrets of a customer. An erased customer has none and must be refused earlier. */
export function dataKeyOf(
  keys: KeyRing,
  customer: Pick<LockedCustomer, 'customerId' | 'dataKey' | 'dataKeyId'>,
): KeyObject {
  const { dataKey: wrapped, dataKeyId: keyId } = customer;
  if (wrapped === null) throw new Error('The customer has no data key');
  return keys.unwrapDataKey({ keyId, wrapped }, customer.customerId);
}

/** The review state of a locked customer. */
export function reviewStateOf(customer: LockedCustomer): ReviewState {
  const { verificationStatus } = customer;
  return {
    customerId: customer.customerId,
    verificationStatus,
    stage: stageOf(verificationStatus, customer.monitoring),
    attempt: customer.attempt,
  };
}

/** Whether an update would be accepted in the current state. */
export function takesUpdates(customer: CustomerRow): boolean {
  return !customer.erased && canUpdate(customer.verificationStatus, customer.monitoring);
}
