import type { DocumentsRow } from '@onboarding/database/tables';
import { type Part, part, statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../customer-keys.ts';
import { LOOK_AFTER_MINUTES } from './document.ts';

/**
 * A CTE that marks the documents of the customer returned by the CTE `customer` as erased and clears everything that
 * describes their content. They remain due until their objects are removed.
 */
export function erasingDocuments(customer: string): Part<{ now: Date }> {
  return part(`erased_documents as (
     update documents d set erased_at = :now::timestamptz, kept_key = null, version_id = null, etag = null, sha256 = null,
       size_bytes = null,
       findings = '{}', next_check_at = :now::timestamptz
     from ${customer} c where d.partner_id = c.partner_id and d.customer_id = c.customer_id and d.erased_at is null
   )`);
}

// A valid link can still be used to upload a file, so each document is checked again when its own link expires.
const RECORD = statement<never, CustomerKey & { removedAt: Date }>(
  'documents_record_erasure',
  `update documents set next_check_at = (
     select min(created_at + minutes * interval '1 minute') from unnest(array[${LOOK_AFTER_MINUTES.join(', ')}]) as minutes
     where created_at + minutes * interval '1 minute' > :removedAt)
   where partner_id = :partnerId and customer_id = :customerId and erased_at is not null`,
);

/** Call after the objects of the customer's erased documents were removed at this time. */
export async function recordErasedDocuments(
  tx: Tx,
  partnerId: string,
  customerId: string,
  removedAt: Date,
): Promise<void> {
  await tx.rows(RECORD, { partnerId, customerId, removedAt });
}

export type DocumentCount = Pick<DocumentsRow, 'status'> & { documents: number };

const COUNT = statement<DocumentCount, CustomerKey>(
  'documents_count',
  `select status, count(*)::int as documents from documents
   where partner_id = :partnerId and customer_id = :customerId and erased_at is null group by status order by status`,
);

/** By status, excluding erased ones. */
export function countDocuments(tx: Tx, partnerId: string, customerId: string): Promise<DocumentCount[]> {
  return tx.rows(COUNT, { partnerId, customerId });
}
