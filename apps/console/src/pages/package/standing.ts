// The standing of a package for the reader, which determines the possible actions.
import type { PackageRecord } from '@onboarding/contract';

export type Standing =
  | 'waiting'
  | 'mine'
  | 'theirs'
  | 'with-partner'
  | 'approved'
  | 'rejected'
  | 'not-submitted'
  | 'erased';

export function standingOf({ business, claim, queue, verification }: PackageRecord, accountId: string): Standing {
  if (business.erasedAt !== null) return 'erased';
  if (claim !== null) return claim.accountId === accountId ? 'mine' : 'theirs';
  if (queue.queuedAt !== null) return 'waiting';
  if (verification.status === 'ChangesRequested') return 'with-partner';
  if (verification.status === 'Approved') return 'approved';
  return verification.status === 'Rejected' ? 'rejected' : 'not-submitted';
}

/** The decision that waits for a second analyst. */
export const openProposal = ({ decisions }: Pick<PackageRecord, 'decisions'>) =>
  decisions.find(({ state }) => state === 'Proposed');

/** Whether the reader confirms at the moment: a colleague's proposal is open, or the reader has just settled one. */
export function isConfirming({ decisions }: Pick<PackageRecord, 'decisions'>, accountId: string): boolean {
  const [last] = decisions;
  if (last === undefined || last.proposedBy.accountId === accountId) return false;
  return last.state === 'Proposed' || last.settledBy?.accountId === accountId;
}
