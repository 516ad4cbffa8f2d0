import type { DocumentPagesSeenRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { CustomerKey } from '../../customer-keys.ts';

type PagesKey = CustomerKey & { documentId: string; accountId: string };
type Pages = Pick<DocumentPagesSeenRow, 'pagesSeen' | 'pagesTotal'>;
export type PagesRow = Omit<DocumentPagesSeenRow, 'partnerId' | 'customerId' | 'seenAt'>;

// What was recorded before the review is replaced; otherwise the numbers only grow.
const RECORD = statement<Pages, PagesKey & Pages & { since: Date; now: Date }>(
  'verification_record_pages_seen',
  `insert into document_pages_seen as known
     (partner_id, customer_id, document_id, account_id, pages_seen, pages_total, seen_at)
   values (:partnerId, :customerId, :documentId, :accountId, :pagesSeen, :pagesTotal, :now)
   on conflict (partner_id, customer_id, document_id, account_id) do update set
     pages_seen = case when known.seen_at < :since::timestamptz then excluded.pages_seen
       else greatest(known.pages_seen, excluded.pages_seen) end,
     pages_total = case when known.seen_at < :since::timestamptz then excluded.pages_total
       else greatest(known.pages_total, excluded.pages_total) end,
     seen_at = excluded.seen_at
   returning pages_seen, pages_total`,
);

/** Returns what is recorded now. `since`: when the review began. */
export async function recordPages(
  tx: Tx,
  key: PagesKey,
  { pagesSeen, pagesTotal }: Pages,
  times: { since: Date; now: Date },
): Promise<Pages> {
  const [row] = await tx.rows(RECORD, { ...key, pagesSeen, pagesTotal, ...times });
  if (row === undefined) throw new Error('The pages seen were not recorded');
  return row;
}

/** A package is read as a whole, so this must be bounded, like its openings. */
const MOST_LISTED = 1000;

const LIST = statement<PagesRow, CustomerKey & { since: Date }>(
  'verification_list_pages_seen',
  `select document_id, account_id, pages_seen, pages_total from document_pages_seen
   where partner_id = :partnerId and customer_id = :customerId and seen_at >= :since
   order by document_id, account_id limit ${MOST_LISTED}`,
);

/** What our staff have seen since the review began. */
export function listPagesSeen(tx: Tx, partnerId: string, customerId: string, since: Date): Promise<PagesRow[]> {
  return tx.rows(LIST, { partnerId, customerId, since });
}
