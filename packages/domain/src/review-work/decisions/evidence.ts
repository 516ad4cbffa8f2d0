// What an analyst has seen before a decision, as one value: if it is the same at the decision, nothing has changed in between.
// Pure.
import { createHash } from 'node:crypto';
import type { ReviewRow } from '../../review-state/index.ts';
import type { ScreeningRow } from '../../screening/index.ts';
import type { FindingRow } from '../findings/finding-store.ts';
import type { VerdictRow } from './verdict-store.ts';

export interface Evidence {
  /** Its version increases with the data, the documents and the verdicts on people. */
  customer: { version: number };
  review: Pick<ReviewRow, 'flags'>;
  screenings: readonly ScreeningRow[];
  verdicts: readonly VerdictRow[];
  findings: readonly FindingRow[];
}

/** Notes do not count: analysts write them to each other while they look at the same evidence. */
export function evidenceVersionOf({ customer, review, screenings, verdicts, findings }: Evidence): string {
  const seen = [
    customer.version,
    review.flags,
    screenings.map(toSeenScreening),
    verdicts.map((one) => [one.subject_kind, one.subject_id, one.verdict, one.reason_code]),
    findings.map((one) => `${one.hit_hash.toString('base64')} ${one.finding}`).sort(),
  ];
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url');
}

/** The same subject found clear again is nothing new; hits are sealed, so those of another screening count as others. */
function toSeenScreening({ ubo_id, provider, outcome, screening_id }: ScreeningRow) {
  return [ubo_id, provider, outcome === 'Clear' ? null : screening_id];
}
