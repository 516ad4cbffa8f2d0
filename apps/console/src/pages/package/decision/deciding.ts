import type { Blocker, PackageRecord } from '@onboarding/contract';

/** What the first and the second analyst's half of a decision share. */
export interface DecidingProps {
  found: PackageRecord;
  /** Whether everything that is new on the page has been looked at. */
  seen: boolean;
  /** It is decided; the words say what came of it. */
  onDone: (words: string) => void;
  /** The package is no longer what the page shows. */
  onChanged: () => void;
}

/** Refusals after which the page must show what is there now: every blocker, because the page would have shown it. */
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
