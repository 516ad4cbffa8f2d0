import type { AuditPage, AuditQuery } from '@onboarding/contract';
import { isUuid, uuidTime } from '@onboarding/platform/ids';
import { type Db, settled, type Tx } from '@onboarding/platform/postgres';
import {
  type ChainVerdict,
  listPartnerTrail,
  listTrails,
  type VerificationTerms,
  verifyChain,
} from '../../audit/index.ts';
import type { Context, PartnerReader } from '../../context.ts';
import { LOWEST_ID } from '../../cursors.ts';
import type { CustomerKey } from '../../customer-keys.ts';
import { DomainError } from '../../failure.ts';
import { inPages } from '../../in-pages.ts';
import { unreadable } from '../access/customer-access.ts';
import { lockCustomer } from '../access/customer-lock-store.ts';
import { findVerification, type VerificationRow } from '../status/verification-status-store.ts';
import { listCustomerKeys, listMissing } from '../views/customer-views-store.ts';

/**
 * Verifies the audit trail of a customer; returns undefined if the partner has no such customer. Blocks changes of the
 * customer meanwhile, so that the end of the trail does not move.
 */
export async function verifyTrail(
  tx: Tx,
  terms: VerificationTerms,
  partnerId: string,
  customerId: string,
): Promise<ChainVerdict | undefined> {
  const customer = await lockCustomer(tx, partnerId, customerId);
  if (customer === undefined) return undefined;
  const head = { sequence: customer.auditSequence, hash: customer.auditHash };
  // The id is part of every hash, but the owner of the database could change the column, to explain missing entries.
  const begunAt = uuidTime(customerId) ?? customer.createdAt;
  return verifyChain(tx, terms, { partnerId, customerId }, { begunAt, head });
}

const AT_ONCE = 500;

export interface JudgedTrail {
  partnerId: string;
  customerId: string;
  verdict: ChainVerdict;
}

/** Such entries cannot be verified otherwise: statements only contain their hashes. */
const WITHOUT_CUSTOMER: ChainVerdict = { intact: false, brokenAt: 1, why: 'its customer is missing' };

/**
 * Verifies the trails of all customers of a partner, or of all partners, one after the other, so that only changes of one
 * customer are blocked at a time. Then reports trails whose customers are missing: customers are never deleted.
 */
export async function* verifyTrails(
  { db, ...terms }: VerificationTerms & Pick<Context, 'db'>,
  partnerId: string | undefined,
): AsyncGenerator<JudgedTrail> {
  for await (const keys of pagesOf(db, partnerId, listCustomerKeys)) {
    for (const key of keys) {
      const verdict = await db.transaction((tx) => verifyTrail(tx, terms, key.partnerId, key.customerId));
      if (verdict !== undefined) yield { ...key, verdict };
    }
  }
  for await (const keys of pagesOf(db, partnerId, listTrails)) {
    const missing = await db.transaction((tx) => listMissing(tx, keys), { readOnly: true });
    for (const key of missing) yield { ...key, verdict: WITHOUT_CUSTOMER };
  }
}

type ListKeys = (tx: Tx, after: CustomerKey, limit: number) => Promise<CustomerKey[]>;

/** Pages of one partner, or of all. */
async function* pagesOf(db: Db, partnerId: string | undefined, list: ListKeys): AsyncGenerator<CustomerKey[]> {
  const after = { partnerId: partnerId ?? LOWEST_ID, customerId: LOWEST_ID };
  for await (const found of inPages(db, { after, size: AT_ONCE, list, placeOf: (key: CustomerKey) => key })) {
    const meant = found.filter((one) => partnerId === undefined || one.partnerId === partnerId);
    yield meant;
    if (meant.length < found.length) return;
  }
}

/** The audit entries of a customer that its own partner may read. */
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
