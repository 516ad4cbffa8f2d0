// The evidence that an analyst has seen, as one value: if it is the same at the decision, nothing has changed in between.
// Pure.
import { createHash } from 'node:crypto';
import type { ReviewRow } from '../../review-state/index.ts';
import type { ScreeningRow } from '../../screening/index.ts';
import type { FindingRow } from '../findings/finding-store.ts';
import type { VerdictRow } from './verdict-store.ts';

export interface Evidence {
  /** The version increases with changes of the data, documents and verdicts on people. */
  customer: { version: number };
  review: Pick<ReviewRow, 'flags'>;
  screenings: readonly ScreeningRow[];
  verdicts: readonly VerdictRow[];
  findings: readonly FindingRow[];
}

/** Ignores notes: analysts write them to each other while they review the same evidence. */
export function evidenceVersionOf({ customer, review, screenings, verdicts, findings }: Evidence): string {
  const seen = [
    customer.version,
    review.flags,
    screenings.map(toSeenScreening),
    verdicts.map((one) => [one.subjectKind, one.subjectId, one.verdict, one.reasonCode]),
    findings.map((one) => `${one.hitHash.toString('base64')} ${one.finding}`).sort(),
  ];
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url');
}

/**
 * A repeated Clear result for the same subject is not a change; hits are encrypted, so those of another screening count as
 * different.
 */
function toSeenScreening({ uboId, provider, outcome, screeningId }: ScreeningRow) {
  return [uboId, provider, outcome === 'Clear' ? null : screeningId];
}
