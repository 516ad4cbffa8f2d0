import type { DocumentsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { LOOK_AFTER_MINUTES } from './document.ts';

/**
 * The part of a statement that marks the documents of the customer that `customer`, an earlier part of the same statement,
 * has put out as erased, with what tells of their content. They are to be looked at from now on, until their objects are
 * gone. Its parameter is `first`: when.
 */
export function erasingDocuments(customer: string, first: number): string {
  return `erased_documents as (
     update documents d set erased_at = $${first}::timestamptz, version_id = null, etag = null, sha256 = null, size_bytes = null,
       findings = '{}', next_check_at = $${first}::timestamptz
     from ${customer} c where d.partner_id = c.partner_id and d.customer_id = c.customer_id and d.erased_at is null
   )`;
}

// A link that is still good can bring a file at any time, so each is looked at again when its own is over.
const SETTLE = statement<object>(
  'documents_settle_erasure',
  `update documents set next_check_at = (
     select min(created_at + minutes * interval '1 minute') from unnest(array[${LOOK_AFTER_MINUTES.join(', ')}]) as minutes
     where created_at + minutes * interval '1 minute' > $3)
   where partner_id = $1 and customer_id = $2 and erased_at is not null`,
);

/** After the objects of the customer's erased documents were removed at this time. */
export async function settleErasure(tx: Tx, partnerId: string, customerId: string, removedAt: Date): Promise<void> {
  await tx.rows(SETTLE, [partnerId, customerId, removedAt]);
}

export type DocumentCount = Pick<DocumentsRow, 'status'> & { documents: number };

const COUNT = statement<DocumentCount>(
  'documents_count',
  `select status, count(*)::int as documents from documents
   where partner_id = $1 and customer_id = $2 and erased_at is null group by status order by status`,
);

/** Those that are not erased, by status. */
export function countDocuments(tx: Tx, partnerId: string, customerId: string): Promise<DocumentCount[]> {
  return tx.rows(COUNT, [partnerId, customerId]);
}
