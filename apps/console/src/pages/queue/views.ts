// The views of the queue: their queries, labels, keys and counts.
import type { Tone } from '@onboarding/ui/tones';
import type { QueueSearch, View } from './search.ts';

export const VIEWS: Record<View, { asks: object; label: string; empty: string; about: string }> = {
  waiting: {
    asks: {},
    label: 'Waiting packages',
    empty: 'Nothing is waiting',
    about: 'Every package has been decided or is claimed.',
  },
  mine: {
    asks: { claimedBy: 'me' },
    label: 'Your packages',
    empty: 'You have no packages',
    about: 'Take the next one, or open a waiting package and claim it.',
  },
  confirm: {
    asks: { awaiting: 'Confirmation' },
    label: 'Packages to confirm',
    empty: 'Nothing to confirm',
    about: 'Your colleagues’ proposals appear here. Colleagues confirm yours.',
  },
  claimed: {
    asks: { claimedBy: 'others' },
    label: 'Packages claimed by others',
    empty: 'Nobody else has a package',
    about: 'Packages that your colleagues claim appear here.',
  },
};

/** The API counts up to this number. */
const MOST = 10_000;
const FIGURES = new Intl.NumberFormat();

export const figureOf = (packages: number): string =>
  packages >= MOST ? `${FIGURES.format(MOST)}+` : FIGURES.format(packages);

/** Changing the view returns to the first page; filters apply to every view. */
export const searchFor = (view: View, search: QueueSearch): QueueSearch => ({
  ...search,
  cursor: undefined,
  view: view === 'waiting' ? undefined : view,
});

/** Changing a filter returns to the first page. */
export function withFilter({ cursor: _cursor, ...before }: QueueSearch, change: QueueSearch): QueueSearch {
  return { ...before, ...change };
}

/** Counts at most this much older than the list are valid for the time it was read. */
const SAME_TIME_MS = 2_000;

/** How many packages a view had when its list was read. */
export interface Counted {
  view: View;
  readAt: number;
  packages: number;
}

/** Whether a view has more or fewer packages than when its list was read, and the count to remember for the next comparison. */
export function comparedCount(
  then: Counted | undefined,
  now: Counted,
  countedAt: number,
): { hasChanged: boolean; remember?: Counted } {
  const isSame = then?.view === now.view && then.readAt === now.readAt;
  if (isSame) return { hasChanged: then.packages !== now.packages };
  return countedAt > now.readAt - SAME_TIME_MS ? { hasChanged: false, remember: now } : { hasChanged: false };
}

export function ageWords(hours: number): string {
  if (hours < 24) return `${hours} hours`;
  return hours === 24 ? '1 day' : `${hours / 24} days`;
}

export function priorityWords(priority: number): { words: string; color?: Tone } {
  if (priority === 0) return { words: 'Normal' };
  return priority === 1 ? { words: 'High', color: 'neutral' } : { words: 'Highest', color: 'warning' };
}
