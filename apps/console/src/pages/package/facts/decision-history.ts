// Past decisions in words.
import type { DecisionState, PackageDecisionRecord } from '@onboarding/contract';

export const DECISION_STATES: Record<DecisionState, { label: string; color: string }> = {
  Proposed: { label: 'Waiting for a second analyst', color: 'yellow' },
  Confirmed: { label: 'In effect', color: 'green' },
  Withdrawn: { label: 'Withdrawn', color: 'gray' },
  Voided: { label: 'Void', color: 'gray' },
};

/** Who settled it and when; undefined if no one has, or if it was the proposer. */
export function settlementOf({ state, proposedBy, settledBy, settledAt }: PackageDecisionRecord) {
  if (settledBy === null || settledAt === null || settledBy.accountId === proposedBy.accountId) return undefined;
  const deed = state === 'Withdrawn' ? 'Withdrawn' : 'Confirmed';
  return { words: `${deed} by ${settledBy.name ?? 'a former colleague'}`, at: settledAt };
}
