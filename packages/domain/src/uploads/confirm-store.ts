import { statement, type Tx } from '@onboarding/platform/postgres';
import { writingAudit } from '../audit/index.ts';
import { settlingDocument } from '../documents/index.ts';
import { appendingEvents } from '../events/index.ts';
import { advancingCustomer } from '../profiles/index.ts';
import { shorteningClaim, voidingProposal } from '../reviews/index.ts';

// One statement, put together from the parts of the modules that own the tables: an outcome without its audit entry, its
// event and the customer's new version cannot be written.
const SETTLING = `with ${advancingCustomer(1)}, ${settlingDocument('customer', 8)}, ${appendingEvents('customer', 18)},
   ${writingAudit('customer', 20)}`;
const SETTLE = statement<{ document_id: string }>(
  'document_settle',
  `${SETTLING}, ${voidingProposal('customer', 30, 'DocumentConfirmed')}, ${shorteningClaim(31)}
   select document_id from settled_document`,
);
const SETTLE_UNREVIEWED = statement<{ document_id: string }>(
  'document_settle_unreviewed',
  `${SETTLING} select document_id from settled_document`,
);

export interface SettleParts {
  customer: unknown[];
  document: unknown[];
  events: unknown[];
  audit: unknown[];
  /** When a proposed approval is void, because there is evidence that it does not know, and when the claim behind it ends.
   * Undefined where no analyst has the package, so that nothing can be proposed. */
  voiding: [at: Date | null, claimEndsAt: Date] | undefined;
}

export async function settleDocument(
  tx: Tx,
  { customer, document, events, audit, voiding }: SettleParts,
): Promise<void> {
  const values = [...customer, ...document, ...events, ...audit];
  const rows = await (voiding === undefined
    ? tx.rows(SETTLE_UNREVIEWED, values)
    : tx.rows(SETTLE, [...values, ...voiding]));
  if (rows.length !== 1) throw new Error('A locked document has changed');
}
