// What the second analyst sees of a proposal: the evidence that it is based on, which documents to open first, and whether they
// can confirm it.
import type { PackageDecisionRecord, PackageRecord } from '@onboarding/contract';
import { unopenedIn } from '../document/opening.ts';

type Documents = PackageRecord['documents'];

/** Four eyes: an analyst cannot confirm their own proposal. */
export const isOwnProposal = ({ proposedBy }: Pick<PackageDecisionRecord, 'proposedBy'>, me: string): boolean =>
  proposedBy.accountId === me;

export function evidenceWords(
  { evidenceVersion }: Pick<PackageRecord, 'evidenceVersion'>,
  proposal: Pick<PackageDecisionRecord, 'evidenceVersion'>,
): string {
  if (proposal.evidenceVersion === null) return 'on evidence that was not recorded';
  return proposal.evidenceVersion === evidenceVersion
    ? 'on the evidence as it is now'
    : 'before the evidence last changed: check flags, screening and verdicts';
}

/** Documents to open before confirming; a rejection requires none. */
export const toOpen = (found: PackageRecord, { outcome }: Pick<PackageDecisionRecord, 'outcome'>): Documents =>
  outcome === 'Approve' ? unopenedIn(found) : [];

/** Documents that the proposer has opened, and those of them that the reader has not. */
export function comparedOpenings(
  { documents }: Pick<PackageRecord, 'documents'>,
  proposer: string,
  me: string,
): { theirs: Documents; left: Documents } {
  const hasOpened = (by: string) => documents.filter(({ openedBy }) => openedBy.some((one) => one.accountId === by));
  const own = new Set(hasOpened(me));
  const theirs = hasOpened(proposer);
  return { theirs, left: theirs.filter((one) => !own.has(one)) };
}

/** Whether to ask "Confirm this decision?". */
export const canAsk = (seen: boolean, unopened: boolean): boolean => seen && !unopened;

/** Whether the role can withdraw someone else's proposal. */
export const canWithdrawOthers = (role: string): boolean => role === 'supervisor';
