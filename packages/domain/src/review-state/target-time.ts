// When a package should be decided, in SQL.
import { REVIEW_TARGET_HOURS, REVIEW_URGENT_PART } from '@onboarding/contract';

const byReason = (review: string, part: number) =>
  `${review}.queued_at + case ${review}.queue_reason ${Object.entries(REVIEW_TARGET_HOURS)
    .map(([reason, hours]) => `when '${reason}' then interval '${hours * part} hours'`)
    .join(' ')} end`;

/** Of a row of reviews under this alias. */
export const dueAtOf = (review: string): string => byReason(review, 1);

/** When it became urgent. */
export const urgentAtOf = (review: string): string => byReason(review, 1 - REVIEW_URGENT_PART);
