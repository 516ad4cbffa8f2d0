import type { AuditPage, AuditQuery } from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { type ChainVerdict, listPartnerTrail, type VerificationTerms, verifyChain } from '../audit/index.ts';
import type { Context, PartnerReader } from '../context.ts';
import { DomainError } from '../failure.ts';
import { LOWEST_ID } from '../id-cursor.ts';
import { lockCustomer } from './change/customer-lock-store.ts';
import { unreadable } from './customer-access.ts';
import { findVerification, type VerificationRow } from './status/verification-status-store.ts';
import { type CustomerKey, listCustomerKeys } from './trail-store.ts';

/**
 * Verifies the audit trail of a customer; undefined when the partner has no such customer. Blocks changes of the customer
 * meanwhile, so that the end of the trail stays the end.
 */
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

const AT_ONCE = 500;

export interface JudgedTrail {
  partnerId: string;
  customerId: string;
  verdict: ChainVerdict;
}

/**
 * The trails of all customers of a partner, or of all partners, one after the other: each blocks changes of its own customer
 * only.
 */
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
      // Customers are never deleted; the next verification would report a missing one.
      if (verdict !== undefined) yield { partnerId: owner, customerId, verdict };
    }
    const last = meant.at(-1);
    if (last === undefined || meant.length < AT_ONCE) return;
    after = last;
  }
}

/** The actions on a customer that its own partner may read. */
export async function listOwnTrail(
  tx: Tx,
  reader: PartnerReader,
  customerId: string,
  query: AuditQuery,
): Promise<AuditPage> {
  if (!isUuid(customerId)) throw new DomainError('Customer.NotFound');
  const { partnerId } = reader;
  const [customer, page] = await settled<[VerificationRow | undefined, AuditPage]>([
    findVerification(tx, partnerId, customerId),
    listPartnerTrail(tx, { partnerId, customerId }, query),
  ]);
  if (customer !== undefined) return page;
  throw await unreadable(tx, reader, customerId);
}
