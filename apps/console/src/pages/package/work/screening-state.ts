// The state of screening, who reviews its hits, and how an entry of a list is named.
import type { HitFinding, PackageHit, PackageRecord, PackageScreening } from '@onboarding/contract';

export const hitsOf = (screenings: readonly PackageScreening[]) =>
  screenings.flatMap((screening) => (screening.hits ?? []).map((hit) => ({ screening, hit })));

/** Open hits take precedence; while screening is pending, hits are not mentioned. */
export function summaryOf({ screenings, screeningPending }: Pick<PackageRecord, 'screenings' | 'screeningPending'>): {
  words: string;
  color: string;
} {
  const hits = hitsOf(screenings);
  const open = hits.filter(({ hit }) => hit.finding === null).length;
  if (screeningPending) return { words: 'Pending', color: 'blue' };
  if (open > 0) return { words: open === 1 ? '1 hit to review' : `${open} hits to review`, color: 'red' };
  if (hits.length > 0) {
    return { words: hits.length === 1 ? '1 hit, reviewed' : `${hits.length} hits, all reviewed`, color: 'green' };
  }
  return screenings.length === 0 ? { words: 'Not screened yet', color: 'gray' } : { words: 'No hits', color: 'green' };
}

export const lastScreened = (screenings: readonly PackageScreening[]): string | undefined =>
  screenings
    .map(({ screenedAt }) => screenedAt)
    .toSorted()
    .at(-1);

/** Only the analyst with the claim reviews hits and changes findings. */
export function findingPart(
  { finding }: Pick<PackageHit, 'finding'>,
  isMine: boolean,
  isChanging: boolean,
): 'form' | 'closed' | 'finding' {
  if (finding !== null && !isChanging) return 'finding';
  return isMine ? 'form' : 'closed';
}

export const findingBody = (listName: string, finding: HitFinding, note: string) => ({
  listName,
  finding,
  note: note.trim() === '' ? null : note,
});

const ALIASES_SHOWN = 5;

/** "A, B and 3 more". */
export function aliasWords(aliases: readonly string[]): string {
  const more = aliases.length - ALIASES_SHOWN;
  return `${aliases.slice(0, ALIASES_SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
