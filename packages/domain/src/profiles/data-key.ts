import type { KeyObject } from 'node:crypto';
import type { KeyRing } from '@onboarding/platform/crypto';
import type { LockedCustomer } from './update-store.ts';

/** The key with which everything secret of a customer is sealed. An erased one has none, which callers refuse before. */
export function dataKeyOf(
  keys: KeyRing,
  customer: Pick<LockedCustomer, 'customer_id' | 'data_key' | 'data_key_id'>,
): KeyObject {
  const { data_key: wrapped, data_key_id: keyId } = customer;
  if (wrapped === null) throw new Error('The customer has no data key');
  return keys.unwrapDataKey({ keyId, wrapped }, customer.customer_id);
}
