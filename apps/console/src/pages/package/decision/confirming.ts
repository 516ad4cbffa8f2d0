// What the second pair of eyes is told and asked about a proposal: on which evidence it stands, what to open first, whether
// the question may be put.
import type { PackageDecisionRecord, PackageRecord } from '@onboarding/contract';
import { unopenedIn } from '../document/opening.ts';

type Documents = PackageRecord['documents'];

/** Nobody confirms what they have proposed themselves. */
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

/** What has to be opened before confirming; a rejection needs no opened document. */
export const toOpen = (found: PackageRecord, { outcome }: Pick<PackageDecisionRecord, 'outcome'>): Documents =>
  outcome === 'Approve' ? unopenedIn(found) : [];

/** What the proposer has opened, and what of it the reader has not. */
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

/** Whether the question "Confirm this decision?" may be put. */
export const canAsk = (seen: boolean, unopened: boolean): boolean => seen && !unopened;

/** Of somebody else's proposal. */
export const canWithdrawOthers = (role: string): boolean => role === 'supervisor';
