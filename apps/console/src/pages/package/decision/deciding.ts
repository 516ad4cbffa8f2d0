import type { Blocker, PackageRecord } from '@onboarding/contract';

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
