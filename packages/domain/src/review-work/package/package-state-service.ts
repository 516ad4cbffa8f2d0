// Whether a package has changed since it was read: only ids and a hash, so that a page can poll it without a recorded read.
import type { PackageState } from '@onboarding/contract';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { DomainError } from '../../failure.ts';
import { findReviewedCustomer, type ReviewedCustomer } from '../../profiles/index.ts';
import { type DecisionRow, findOpenDecision } from '../../review-state/index.ts';
import { listLatestScreenings, type ScreeningRow } from '../../screening/index.ts';
import { getReview } from '../access/package-access.ts';
import { evidenceVersionOf } from '../decisions/evidence.ts';
import { listVerdicts, type VerdictRow } from '../decisions/verdict-store.ts';
import { type FindingRow, listFindings } from '../findings/finding-store.ts';

export async function readPackageState(tx: Tx, customerId: string): Promise<PackageState> {
  const review = await getReview(tx, customerId);
  const { partnerId } = review;
  const [customer, screenings, verdicts, findings, proposal] = await settled<
    [ReviewedCustomer | undefined, ScreeningRow[], VerdictRow[], FindingRow[], DecisionRow | undefined]
  >([
    findReviewedCustomer(tx, partnerId, customerId),
    listLatestScreenings(tx, partnerId, customerId),
    listVerdicts(tx, partnerId, customerId),
    listFindings(tx, partnerId, customerId),
    findOpenDecision(tx, partnerId, customerId),
  ]);
  if (customer === undefined) throw new DomainError('Customer.NotFound');
  return {
    evidenceVersion: evidenceVersionOf({ customer, review, screenings, verdicts, findings }),
    claimedBy: review.claimedBy,
    proposalId: proposal?.decisionId ?? null,
  };
}
