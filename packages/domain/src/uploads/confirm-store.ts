import { sql } from '@onboarding/platform/postgres';
import { settlingDocument } from '../documents/index.ts';
import { changingCustomer } from '../profiles/index.ts';
import { voidingApproval } from '../review-state/index.ts';

/** Writes an outcome together with its audit entry, its event and the customer's new version. */
export const SETTLE = changingCustomer('document_settle', {
  parts: sql`${settlingDocument('customer')}, ${voidingApproval('customer', 'DocumentConfirmed')}`,
  writes: 'settled_document',
});

/** For processes that cannot change reviews. Used only while no analyst has the package, so there is no proposal to void. */
export const SETTLE_UNREVIEWED = changingCustomer('document_settle_unreviewed', {
  parts: settlingDocument('customer'),
  writes: 'settled_document',
});
