// The confirmation before a decision, the obstacles to it, and the message afterwards.

import type { CatalogueReason, DecisionOutcome, DecisionState, PackageRecord } from '@onboarding/contract';
import type { Tone } from '@onboarding/ui/tones';
import { bodyOf, type Draft, type DraftReason, missingIn } from './draft.ts';
import { OUTCOMES, reasonLine } from './words.ts';

export interface Question {
  title: string;
  /** The label of the button. */
  act: string;
  color: Tone;
  /** The new status of the business. */
  outcome: string;
  reasons: readonly string[];
  /** The next step. */
  next: string;
}

/** What prevents the decision as drafted; undefined if nothing does. Blockers prevent only an approval. */
export function obstacleOf(
  { blockers }: Pick<PackageRecord, 'blockers'>,
  draft: Draft,
  fitting: readonly DraftReason[],
  catalogue: readonly CatalogueReason[],
): string | undefined {
  const missing = missingIn(draft, fitting, catalogue);
  if (missing !== undefined || draft.outcome !== 'Approve' || blockers.length === 0) return missing;
  return 'It cannot be approved yet. The reasons are listed above.';
}

/** The body to send; undefined while there is an obstacle. */
export function decisionOf(
  found: PackageRecord,
  { outcome }: Draft,
  obstacle: string | undefined,
  fitting: readonly DraftReason[],
  catalogue: readonly CatalogueReason[],
) {
  return outcome === null || obstacle !== undefined ? undefined : bodyOf(found, outcome, fitting, catalogue);
}

/** The obstacle to an approval is shown immediately, any other only after an attempt. */
export const isObstacleTold = ({ outcome }: Draft, hasTried: boolean): boolean => hasTried || outcome === 'Approve';

const PROPOSED: Record<DecisionOutcome, string> = {
  Approve: 'Approval proposed. A colleague must confirm it.',
  Reject: 'Rejection proposed. A colleague must confirm it.',
  RequestChanges: '',
};
const REQUESTED = 'The partner has been asked for changes.';

export const doneWords = (state: DecisionState, outcome: DecisionOutcome): string =>
  state === 'Proposed' ? PROPOSED[outcome] : REQUESTED;

export function questionOf(
  outcome: DecisionOutcome,
  found: PackageRecord,
  fitting: readonly DraftReason[],
  catalogue: readonly CatalogueReason[],
): Question {
  const { question, act, becomes, color } = OUTCOMES[outcome];
  const messageOf = (code: string) => catalogue.find((one) => one.code === code)?.message ?? code;
  return {
    title: question,
    act,
    color,
    outcome: becomes,
    reasons: fitting.map((one) => reasonLine(found, { ...one, message: one.message || messageOf(one.code) })),
    next:
      outcome === 'RequestChanges'
        ? 'It takes effect immediately: the partner is notified, and your claim ends.'
        : 'It takes effect when a colleague confirms it.',
  };
}
