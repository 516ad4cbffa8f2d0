import type { KeyObject } from 'node:crypto';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { LockedCustomer } from './customer-lock-store.ts';

/** The key that encrypts all secrets of a customer. An erased customer has none and must be refused earlier. */
export function dataKeyOf(
  keys: KeyRing,
  customer: Pick<LockedCustomer, 'customerId' | 'dataKey' | 'dataKeyId'>,
): KeyObject {
  const { dataKey: wrapped, dataKeyId: keyId } = customer;
  if (wrapped === null) throw new Error('The customer has no data key');
  return keys.unwrapDataKey({ keyId, wrapped }, customer.customerId);
}
