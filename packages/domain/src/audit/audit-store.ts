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

/**
 * The part `moments` of a statement: when something was done since the parameter `since` to the customer that `customer`, an
 * earlier part of the same statement, has put out. Whatever else was made then has ids of those milliseconds.
 */
export function auditedMoments(customer: string, since: number): string {
  return `moments as (
     select distinct c.partner_id, c.customer_id, a.occurred_at from ${customer} c
     join audit_entries a on a.partner_id = c.partner_id and a.customer_id = c.customer_id
       and a.audit_id >= uuid_floor($${since}::timestamptz)
   )`;
}

export type AuditRow = AuditEntriesRow;

const COLUMNS = `partner_id, customer_id, audit_id, sequence, action, actor_kind, actor_id, request_id, occurred_at, details,
  previous_hash, hash`;

const LIST_CHAIN = statement<AuditRow>(
  'audit_list_chain',
  `select ${COLUMNS} from audit_entries where partner_id = $1 and customer_id = $2 order by sequence`,
);

export function listChain(tx: Tx, partnerId: string, customerId: string): Promise<AuditRow[]> {
  return tx.rows(LIST_CHAIN, [partnerId, customerId]);
}

// By the id, which begins with the time: the index of the primary key is read backwards, one month after the other.
const LIST_NEWEST = statement<AuditRow>(
  'audit_list_newest',
  `select ${COLUMNS} from audit_entries where partner_id = $1 and customer_id = $2 and audit_id < $3
   order by audit_id desc limit $4`,
);

const LIST_NEWEST_FOR_PARTNER = statement<AuditRow>(
  'audit_list_newest_for_partner',
  `select ${COLUMNS} from audit_entries
   where partner_id = $1 and customer_id = $2 and audit_id < $3 and starts_with(action, 'business.')
   order by audit_id desc limit $4`,
);

interface Subject {
  partnerId: string;
  customerId: string;
}

export function listNewest(tx: Tx, { partnerId, customerId }: Subject, below: string, limit: number) {
  return tx.rows(LIST_NEWEST, [partnerId, customerId, below, limit]);
}

/** Without what our own people did among themselves. */
export function listNewestForPartner(tx: Tx, { partnerId, customerId }: Subject, below: string, limit: number) {
  return tx.rows(LIST_NEWEST_FOR_PARTNER, [partnerId, customerId, below, limit]);
}

const IS_KEPT = statement<{ kept: boolean }>(
  'audit_is_kept',
  `select to_regclass('audit_entries_' || to_char($1::timestamptz at time zone 'utc', 'YYYYMM')) is not null as kept`,
);

/** Whether entries of that time are still kept, and not dropped with their month. */
export async function isKept(tx: Tx, at: Date): Promise<boolean> {
  return (await tx.rows(IS_KEPT, [at]))[0]?.kept === true;
}
