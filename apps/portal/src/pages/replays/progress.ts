// The progress of a replay and its request, in words and percentages.
import type { ReplayProgress } from '@onboarding/contract';
import { STATUS_LABELS } from '../deliveries/statuses.ts';
import { counted, number } from '../webhooks/numbers.ts';

const TITLES: Record<ReplayProgress['status'], string> = {
  Running: 'Replay in progress',
  Finished: 'Replay finished',
  Cancelled: 'Replay cancelled',
};

export const titleOf = (replay: Pick<ReplayProgress, 'status'> | undefined): string =>
  replay === undefined ? 'Replay' : TITLES[replay.status];

type Counts = Pick<ReplayProgress, 'created' | 'delivered' | 'failed' | 'notSent'>;

/** An event is done when no further attempt follows, with any outcome. */
export const doneWords = ({ created, delivered, failed, notSent }: Counts): string =>
  `${number(delivered + failed + notSent)} of ${counted(created, 'event', 'events')} done`;

/** In percent; 0 for a replay without events. */
export function sharesOf({ created, delivered, failed, notSent }: Counts) {
  const share = (count: number) => (created === 0 ? 0 : (count / created) * 100);
  return { delivered: share(delivered), failed: share(failed), notSent: share(notSent) };
}

export type End =
  | { kind: 'Cancelled' | 'Finished'; at: string | null; words: string }
  | { kind: 'Stopped' }
  | { kind: 'Expected'; at: string };

/** How it ended, or when it will. Without an expected end, a running replay belongs to a stopped webhook. */
export function endOf({
  status,
  waiting,
  failed,
  expectedEndAt,
  finishedAt,
  cancelledAt,
}: Pick<ReplayProgress, 'status' | 'waiting' | 'failed' | 'expectedEndAt' | 'finishedAt' | 'cancelledAt'>): End {
  if (status === 'Cancelled') {
    const words =
      waiting > 0
        ? ' Waiting deliveries are being dropped.'
        : ' Waiting deliveries were dropped. To send them after all, replay the same period.';
    return { kind: status, at: cancelledAt, words };
  }
  if (status === 'Finished') {
    const words = failed > 0 ? ' Open the failed deliveries to see why, fix your receiver, then replay them.' : '';
    return { kind: status, at: finishedAt, words };
  }
  return expectedEndAt === null ? { kind: 'Stopped' } : { kind: 'Expected', at: expectedEndAt };
}

/** The filter of the request, without its times. */
export const requestFacts = ({
  status,
  eventType,
  customerId,
  replaySeries,
  includeUnrouted,
}: Omit<ReplayProgress['filter'], 'from' | 'to'>): [name: string, value: string][] => [
  ['Delivery status', status === null ? 'Delivered or given up' : STATUS_LABELS[status]],
  ['Event type', eventType ?? 'Any'],
  ['Customer', customerId ?? 'Any'],
  ...(replaySeries === null ? [] : [['Of an earlier replay', replaySeries] satisfies [string, string]]),
  ['Events from before the webhook was registered', includeUnrouted ? 'Included' : 'Not included'],
];
