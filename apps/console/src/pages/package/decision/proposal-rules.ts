// What the second analyst sees of a proposal: the evidence that it is based on, which documents to open first, and whether they
// can confirm it.
import type { PackageDecisionRecord, PackageRecord } from '@onboarding/contract';
import { unopenedIn } from '../document/documents.ts';
import { VOIDED } from './words.ts';

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

// A proposal that ended without a decision, and how the page reports it.

/**
 * An analyst who was about to confirm the proposal, or waits for its confirmation, must not miss that it ended. A proposal voided
 * by new evidence, or sent back by a colleague, is reported until the next decision; one ended by a step of the review only if the
 * page showed it.
 */
export function endedProposal(
  { decisions }: Pick<PackageRecord, 'decisions'>,
  shown: string | undefined,
  me: string,
): PackageDecisionRecord | undefined {
  const [last] = decisions;
  if (last?.state === 'Voided' && last.voidedBy !== 'Transition') return last;
  if (last !== undefined && isSentBack(last)) return last.settledBy?.accountId === me ? undefined : last;
  const seen = decisions.find(({ decisionId }) => decisionId === shown);
  if (seen?.state === 'Withdrawn') return seen.settledBy?.accountId === me ? undefined : seen;
  return seen?.state === 'Voided' ? seen : undefined;
}

/** An analyst who requests changes voids the proposal themselves. */
export const isNews = (ended: PackageDecisionRecord, hasDecided: boolean): boolean =>
  !(hasDecided && ended.voidedBy === 'Transition');

/** A proposal that a colleague ended with a note. An API of the release before sends no `noteId`. */
const isSentBack = ({ noteId = null }: Pick<PackageDecisionRecord, 'noteId'>): boolean => noteId !== null;

export function endedTitle(ended: Pick<PackageDecisionRecord, 'state' | 'noteId'>): string {
  if (isSentBack(ended)) return 'The proposal was sent back';
  return ended.state === 'Withdrawn' ? 'The proposal was withdrawn' : 'The proposal is void';
}

export function endedWords(ended: PackageDecisionRecord, me: string): string {
  return ended.state === 'Withdrawn' ? withdrawal(ended, me) : voiding(ended, me);
}

/** The reader's next step. */
export const nextWords = ({ claim }: Pick<PackageRecord, 'claim'>, me: string): string =>
  claim?.accountId === me ? 'Review the package again, then decide.' : 'There is nothing to confirm.';

function voiding({ proposedBy, voidedBy }: PackageDecisionRecord, me: string): string {
  const whose = proposedBy.accountId === me ? 'Your' : `${proposedBy.name ?? 'A former colleague'}’s`;
  return `${whose} proposal was voided because ${voidedBy === null ? 'the package changed' : VOIDED[voidedBy]}`;
}

function withdrawal({ proposedBy, settledBy, noteId }: PackageDecisionRecord, me: string): string {
  const who = settledBy?.name ?? 'A former colleague';
  const what = proposedBy.accountId === me ? 'your proposal' : 'the proposal';
  return isSentBack({ noteId }) ? `${who} sent ${what} back` : `${who} withdrew ${what}`;
}

/** What the colleague wrote who sent the proposal back; undefined if there is no such note, or if it was erased. */
export const noteOf = (
  { notes }: Pick<PackageRecord, 'notes'>,
  { noteId }: Pick<PackageDecisionRecord, 'noteId'>,
): string | undefined => notes.find((one) => one.noteId === noteId)?.text ?? undefined;
