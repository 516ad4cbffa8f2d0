// A proposal that ended without a decision, and how that is told.
import type { PackageDecisionRecord, PackageRecord } from '@onboarding/contract';
import { VOIDED } from './words.ts';

/**
 * Whoever was about to confirm such a proposal, or waits for that, must not miss it. New evidence stays news until the next
 * decision; steps of a review are news only where the proposal was on the page.
 */
export function endedProposal(
  { decisions }: Pick<PackageRecord, 'decisions'>,
  shown: string | undefined,
  me: string,
): PackageDecisionRecord | undefined {
  const [last] = decisions;
  if (last?.state === 'Voided' && last.voidedBy !== 'Transition') return last;
  const seen = decisions.find(({ decisionId }) => decisionId === shown);
  if (seen?.state === 'Withdrawn') return seen.settledBy?.accountId === me ? undefined : seen;
  return seen?.state === 'Voided' ? seen : undefined;
}

/** Whoever requests changes ends their own proposal by that. */
export const isNews = (ended: PackageDecisionRecord, hasDecided: boolean): boolean =>
  !(hasDecided && ended.voidedBy === 'Transition');

export function endedTitle({ state }: Pick<PackageDecisionRecord, 'state'>): string {
  return state === 'Withdrawn' ? 'The proposal was withdrawn' : 'The proposal is void';
}

export function endedWords(ended: PackageDecisionRecord, me: string): string {
  return ended.state === 'Withdrawn' ? withdrawal(ended, me) : voiding(ended, me);
}

/** What the reader does now. */
export const nextWords = ({ claim }: Pick<PackageRecord, 'claim'>, me: string): string =>
  claim?.accountId === me ? 'Review what has changed, then decide again.' : 'There is nothing to confirm.';

function voiding({ proposedBy, voidedBy }: PackageDecisionRecord, me: string): string {
  const whose = proposedBy.accountId === me ? 'Your' : `${proposedBy.name ?? 'A former colleague'}’s`;
  return `${whose} proposal was voided because ${voidedBy === null ? 'the package changed' : VOIDED[voidedBy]}`;
}

function withdrawal({ proposedBy, settledBy }: PackageDecisionRecord, me: string): string {
  const who = settledBy?.name ?? 'A former colleague';
  return proposedBy.accountId === me ? `${who} withdrew your proposal` : `${who} withdrew the proposal`;
}
