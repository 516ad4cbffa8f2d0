// Which actions the header of a package offers, to whom, and which need a confirmation.

import type { PackageRecord, QueueReason } from '@onboarding/contract';
import { openProposal, type Standing } from '../standing.ts';

interface Offer {
  isShown: boolean;
  isEnabled: boolean;
}

interface OfferedActions {
  claim: Offer;
  release: Offer;
  reopen: Offer;
  next: Offer;
}

/** `works`: the role reviews packages. `supervises`: it also acts on those of others. */
interface Rights {
  works: boolean;
  supervises: boolean;
}

/** `busy`: an action is running. */
export function actionsFor(
  standing: Standing,
  { works, supervises, busy }: Rights & { busy: boolean },
): OfferedActions {
  const isClaimed = standing === 'mine' || standing === 'theirs';
  return {
    claim: { isShown: standing === 'waiting', isEnabled: works && standing === 'waiting' && !busy },
    release: { isShown: isClaimed, isEnabled: works && canRelease(standing, supervises) && !busy },
    reopen: { isShown: standing === 'rejected', isEnabled: supervises && !busy },
    next: { isShown: true, isEnabled: works && !busy },
  };
}

const canRelease = (standing: Standing, supervises: boolean): boolean =>
  standing === 'mine' || (standing === 'theirs' && supervises);

/** Who can do what this person cannot, if anything is missing. */
export function limitOf(standing: Standing, { works, supervises }: Rights): string | undefined {
  if (!works) return 'Your role is read-only. Analysts and supervisors work on packages.';
  return standing === 'theirs' && !supervises ? 'A supervisor can release or reassign it.' : undefined;
}

/** The open question, if the package is still as it was when the button was pressed. */
export function questionAbout(
  standing: Standing,
  supervises: boolean,
  isAsking: boolean,
): 'reopen' | 'release' | undefined {
  if (!isAsking) return undefined;
  if (standing === 'rejected') return 'reopen';
  return canRelease(standing, supervises) ? 'release' : undefined;
}

/** Whether the next package would leave this one claimed, with nothing proposed. */
export const isLeftUndecided = (found: Pick<PackageRecord, 'decisions'>, standing: Standing): boolean =>
  standing === 'mine' && openProposal(found) === undefined;

// Why a package is in the queue, for how long, and until when it is claimed.

const WHY: Partial<Record<QueueReason, string>> = {
  Answered: 'Changes answered',
  Changed: 'Changed after approval',
  Reopened: 'Reopened',
  Monitoring: 'Under review again',
};

/** Why it is in the queue, unless it is new. */
export const whyQueued = (reason: QueueReason | null): string | undefined =>
  reason === null ? undefined : WHY[reason];

const LASTING = [
  ['day', 86_400_000, 3],
  ['hour', 3_600_000, 1],
  ['minute', 60_000, 0],
] as const;

/** "26 hours", "5 days", "0 minutes": hours up to three days, because targets are in hours. */
export function lasting(ms: number): string {
  const [unit, size] = LASTING.find(([, length, least]) => ms >= length * least) ?? LASTING[2];
  const format = new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.max(0, Math.floor(ms / size)));
}

/** Times of today are shown without the day. */
export const isToday = (at: string, now: Date = new Date()): boolean =>
  new Date(at).toDateString() === now.toDateString();
