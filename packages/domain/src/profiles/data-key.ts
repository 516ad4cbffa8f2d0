import type { KeyObject } from 'node:crypto';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { LockedCustomer } from './change/customer-lock-store.ts';

/** The key that encrypts all secrets of a customer. An erased customer has none and must be refused earlier. */
export function dataKeyOf(
  keys: KeyRing,
  customer: Pick<LockedCustomer, 'customer_id' | 'data_key' | 'data_key_id'>,
): KeyObject {
  const { data_key: wrapped, data_key_id: keyId } = customer;
  if (wrapped === null) throw new Error('The customer has no data key');
  return keys.unwrapDataKey({ keyId, wrapped }, customer.customer_id);
}
