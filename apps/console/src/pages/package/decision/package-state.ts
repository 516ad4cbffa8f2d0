import type { PackageRecord, PackageState } from '@onboarding/contract';
import { openProposal } from '../standing.ts';

/** Whether the package differs from what the page shows: the evidence, the claim or the open proposal. */
export function isOther({ evidenceVersion, claimedBy, proposalId }: PackageState, found: PackageRecord): boolean {
  return (
    evidenceVersion !== found.evidenceVersion ||
    claimedBy !== (found.claim?.accountId ?? null) ||
    proposalId !== (openProposal(found)?.decisionId ?? null)
  );
}
