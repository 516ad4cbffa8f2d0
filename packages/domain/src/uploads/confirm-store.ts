import { sql } from '@onboarding/platform/postgres';
import { recordingOutcome } from '../documents/index.ts';
import { changingCustomer } from '../profiles/index.ts';
import { voidingApproval } from '../review-state/index.ts';

/** Writes an outcome together with its audit entry, its event and the customer's new version. */
export const RECORD_OUTCOME = changingCustomer('document_record_outcome', {
  parts: sql`${recordingOutcome('customer')}, ${voidingApproval('customer', 'DocumentConfirmed')}`,
  writes: 'recorded_document',
});

/** For processes that cannot change reviews. Used only while no analyst has the package, so there is no proposal to void. */
export const RECORD_OUTCOME_UNREVIEWED = changingCustomer('document_record_outcome_unreviewed', {
  parts: recordingOutcome('customer'),
  writes: 'recorded_document',
});
