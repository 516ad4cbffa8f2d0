import { statement, type Tx } from '@onboarding/platform/postgres';
import type { AuditContent } from './audit-chain.ts';

const APPEND_AUDIT = statement(
  'audit_append',
  `insert into audit_entries (partner_id, audit_id, customer_id, sequence, action, actor_kind, actor_id, request_id,
     occurred_at, details, previous_hash, hash)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
);

export async function insertAuditEntry(tx: Tx, entry: AuditContent, previousHash: Buffer, hash: Buffer): Promise<void> {
  await tx.rows(APPEND_AUDIT, [
    entry.partnerId,
    entry.auditId,
    entry.customerId,
    entry.sequence,
    entry.action,
    entry.actorKind,
    entry.actorId,
    entry.requestId,
    entry.occurredAt,
    entry.details,
    previousHash,
    hash,
  ]);
}
