import { settled, type Tx } from '@onboarding/platform/postgres';
import type { StaffPerson } from '../../context.ts';
import { lockReview, type ReviewRow } from '../../review-state/index.ts';
import { listLatestScreenings, type ScreeningRow } from '../../screening/index.ts';
import { type LockedPackage, lockPackage } from '../access/package-access.ts';
import { type FindingRow, listFindings } from '../findings/finding-store.ts';
import { evidenceVersionOf } from './evidence.ts';
import { listVerdicts, type VerdictRow } from './verdict-store.ts';

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
