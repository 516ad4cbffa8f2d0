// The evidence that an analyst has seen, as one value: if it is the same at the decision, nothing has changed in between.
import { createHash } from 'node:crypto';
import { settled, type Tx } from '@onboarding/platform/postgres';
import type { StaffPerson } from '../../context.ts';
import { lockReview, type ReviewRow } from '../../review-state/index.ts';
import { listLatestScreenings, type ScreeningRow } from '../../screening/index.ts';
import { type LockedPackage, lockPackage } from '../access/package-access.ts';
import { type FindingRow, listFindings } from '../findings/finding-store.ts';
import { listVerdicts, type VerdictRow } from './verdict-store.ts';

interface Evidence {
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

/** Requires a locked package, whose evidence can no longer change. */
export async function holdEvidence(tx: Tx, { customer, actor: { partnerId } }: LockedPackage): Promise<string> {
  const { customerId } = customer;
  const [review, screenings, verdicts, findings] = await settled<
    [ReviewRow, ScreeningRow[], VerdictRow[], FindingRow[]]
  >([
    lockReview(tx, customerId),
    listLatestScreenings(tx, partnerId, customerId),
    listVerdicts(tx, partnerId, customerId),
    listFindings(tx, partnerId, customerId),
  ]);
  return evidenceVersionOf({ customer, review, screenings, verdicts, findings });
}

/** Like holdEvidence, for the sandbox, which decides without reading the package first. */
export async function lockEvidence(tx: Tx, person: StaffPerson, customerId: string): Promise<string> {
  return holdEvidence(tx, await lockPackage(tx, person, customerId));
}
