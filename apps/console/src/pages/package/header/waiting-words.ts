// Why a package is in the queue, for how long, and until when it is claimed.
import type { QueueReason } from '@onboarding/contract';

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
