import type { Blocker, PackageRecord } from '@onboarding/contract';
import type { Standing } from '../standing.ts';

/** Properties shared by the form and the proposal. */
export interface DecidingProps {
  found: PackageRecord;
  /** Whether the analyst has reviewed all changes on the page. */
  seen: boolean;
  /** Called after the decision, with a text about its result. */
  onDone: (words: string) => void;
  /** Called when the package is no longer as the page shows it. */
  onChanged: () => void;
}

/** Refusals after which the page must reload: every blocker, because a current page would have shown it. */
const OUTDATED: Record<Blocker['code'] | 'Review.DecisionSettled', true> = {
  'Review.DecisionOpen': true,
  'Review.EvidenceChanged': true,
  'Review.DecisionSettled': true,
  'Review.VerdictOpen': true,
  'Review.ScreeningPending': true,
  'Review.HitOpen': true,
  'Review.DocumentMissing': true,
  'Review.DocumentUnopened': true,
  'Review.CountryProhibited': true,
};

export const isOutdated = (code: string) => Object.hasOwn(OUTDATED, code);

// Which part of a decision the reader sees: a proposal to settle, the form, or an explanation of why neither.

export type Part = 'proposal' | 'form' | 'standing' | 'nothing';

export function partFor(given: {
  isProposed: boolean;
  standing: Standing;
  /** Whether the role can decide at all. */
  works: boolean;
  /** Whether the reader has just decided; the pane says so above. */
  isDone: boolean;
}): Part {
  if (given.isProposed) return 'proposal';
  if (given.standing === 'mine' && given.works) return 'form';
  return given.isDone ? 'nothing' : 'standing';
}

/** Changes are shown only to those who could decide. */
export const asksToReview = (changes: number, isProposed: boolean, standing: Standing): boolean =>
  changes > 0 && (isProposed || standing === 'mine');

export function standingWords(standing: Standing, holder: string | null | undefined): string {
  const words: Record<Standing, string> = {
    waiting: 'Claim the package to decide.',
    mine: 'Your role is read-only. Analysts and supervisors decide.',
    theirs: `${holder ?? 'A colleague'} is reviewing it. Nothing has been proposed yet.`,
    'with-partner': 'The partner has been asked for changes. The package returns to the queue when they answer.',
    approved: 'Approved. There is nothing to decide.',
    rejected: 'Rejected. A supervisor can reopen it.',
    'not-submitted': 'The partner has not submitted it yet.',
    erased: 'Its data was erased. There is nothing to decide.',
  };
  return words[standing];
}
