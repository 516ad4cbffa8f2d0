import type { AuditPage, AuditQuery } from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { type ChainVerdict, listPartnerTrail, verifyChain } from '../audit/index.ts';
import type { ClientActor } from '../context.ts';
import { DomainError } from '../failure.ts';
import { unreachable } from './customer-access.ts';
import { lockCustomer } from './update-store.ts';
import { findVerification, type VerificationRow } from './verification-status-store.ts';

/** Whether the audit trail of a customer is whole; undefined when the partner has no such customer. Holds up changes of it
 * meanwhile, so that the end is the end. */
export async function verifyTrail(tx: Tx, partnerId: string, customerId: string): Promise<ChainVerdict | undefined> {
  const customer = await lockCustomer(tx, partnerId, customerId);
  if (customer === undefined) return undefined;
  const head = { sequence: customer.audit_sequence, hash: customer.audit_hash };
  return verifyChain(tx, partnerId, customerId, { begunAt: customer.created_at, head });
}

/** What was done to a customer, as its own partner may read it. */
export async function listOwnTrail(
  tx: Tx,
  { partnerId }: ClientActor,
  customerId: string,
  query: AuditQuery,
): Promise<AuditPage> {
  if (!isUuid(customerId)) throw new DomainError('Customer.NotFound');
  const [customer, page] = await settled<[VerificationRow | undefined, AuditPage]>([
    findVerification(tx, partnerId, customerId),
    listPartnerTrail(tx, { partnerId, customerId }, query),
  ]);
  if (customer !== undefined) return page;
  throw await unreachable(tx, customerId);
}
