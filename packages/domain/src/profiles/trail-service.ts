import type { Tx } from '@onboarding/platform/postgres';
import { type ChainVerdict, verifyChain } from '../audit/index.ts';
import { lockCustomer } from './update-store.ts';

/** Whether the audit trail of a customer is whole; undefined when the partner has no such customer. Holds up changes of it
 * meanwhile, so that the end is the end. */
export async function verifyTrail(tx: Tx, partnerId: string, customerId: string): Promise<ChainVerdict | undefined> {
  const customer = await lockCustomer(tx, partnerId, customerId);
  if (customer === undefined) return undefined;
  const head = { sequence: customer.audit_sequence, hash: customer.audit_hash };
  return verifyChain(tx, partnerId, customerId, head);
}
