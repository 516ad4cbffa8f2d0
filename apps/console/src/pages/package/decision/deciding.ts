import type { PackageRecord } from '@onboarding/contract';

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
