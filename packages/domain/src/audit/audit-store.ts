import type { AuditEntriesRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { AuditContent } from './audit-chain.ts';

/**
 * The part of a statement that writes an audit entry for the customer that `customer`, an earlier part of the same
 * statement, has put out; none if it put out none. Its parameters, from `first` on, are `auditValues`.
 */
export function writingAudit(customer: string, first: number): string {
  const at = (offset: number) => `$${first + offset}`;
  return `audited as (
     insert into audit_entries (partner_id, customer_id, audit_id, sequence, action, actor_kind, actor_id, request_id,
       occurred_at, details, previous_hash, hash)
     select c.partner_id, c.customer_id, ${at(0)}::uuid, ${at(1)}::bigint, ${at(2)}, ${at(3)}, ${at(4)}, ${at(5)},
       ${at(6)}::timestamptz, ${at(7)}, ${at(8)}::bytea, ${at(9)}::bytea
     from ${customer} c
   )`;
}

export function auditValues(entry: AuditContent, previousHash: Buffer, hash: Buffer): unknown[] {
  const { auditId, sequence, action, actorKind, actorId, requestId, occurredAt, details } = entry;
  return [auditId, sequence, action, actorKind, actorId, requestId, occurredAt, details, previousHash, hash];
}

export type AuditRow = AuditEntriesRow;

const LIST_CHAIN = statement<AuditRow>(
  'audit_list_chain',
  `select partner_id, customer_id, audit_id, sequence, action, actor_kind, actor_id, request_id, occurred_at, details,
     previous_hash, hash
   from audit_entries where partner_id = $1 and customer_id = $2 order by sequence`,
);

export function listChain(tx: Tx, partnerId: string, customerId: string): Promise<AuditRow[]> {
  return tx.rows(LIST_CHAIN, [partnerId, customerId]);
}
