import type { AuditPage, AuditQuery } from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { type ChainVerdict, listPartnerTrail, type VerificationTerms, verifyChain } from '../audit/index.ts';
import type { ClientActor, Context } from '../context.ts';
import { DomainError } from '../failure.ts';
import { unreachable } from './customer-access.ts';
import { type CustomerKey, listCustomerKeys } from './trail-store.ts';
import { lockCustomer } from './update-store.ts';
import { findVerification, type VerificationRow } from './verification-status-store.ts';

/** Whether the audit trail of a customer is whole; undefined when the partner has no such customer. Holds up changes of it
 * meanwhile, so that the end is the end. */
export async function verifyTrail(
  tx: Tx,
  terms: VerificationTerms,
  partnerId: string,
  customerId: string,
): Promise<ChainVerdict | undefined> {
  const customer = await lockCustomer(tx, partnerId, customerId);
  if (customer === undefined) return undefined;
  const head = { sequence: customer.audit_sequence, hash: customer.audit_hash };
  return verifyChain(tx, terms, { partnerId, customerId }, { begunAt: customer.created_at, head });
}

/** Below every id. */
const LOWEST_ID = '00000000-0000-0000-0000-000000000000';
const AT_ONCE = 500;

export interface JudgedTrail {
  partnerId: string;
  customerId: string;
  verdict: ChainVerdict;
}

/** The trails of all customers of a partner, or of everybody, one after the other: each holds up changes of its own only. */
export async function* verifyTrails(
  { db, ...terms }: VerificationTerms & Pick<Context, 'db'>,
  partnerId: string | undefined,
): AsyncGenerator<JudgedTrail> {
  let after: CustomerKey = { partner_id: partnerId ?? LOWEST_ID, customer_id: LOWEST_ID };
  for (;;) {
    const from = after;
    const found = await db.transaction((tx) => listCustomerKeys(tx, from, AT_ONCE), { readOnly: true });
    const meant = found.filter((one) => partnerId === undefined || one.partner_id === partnerId);
    for (const { partner_id: owner, customer_id: customerId } of meant) {
      const verdict = await db.transaction((tx) => verifyTrail(tx, terms, owner, customerId));
      // Customers are never removed; one that is gone is for the next reading to miss.
      if (verdict !== undefined) yield { partnerId: owner, customerId, verdict };
    }
    const last = meant.at(-1);
    if (last === undefined || meant.length < AT_ONCE) return;
    after = last;
  }
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
