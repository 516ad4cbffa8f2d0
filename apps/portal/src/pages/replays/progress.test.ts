import { expect, test } from 'vitest';
import { doneWords, type End, endOf, requestFacts, sharesOf, titleOf } from './progress.ts';

test('the title shows the status of the replay', () => {
  const titles = [undefined, 'Running', 'Finished', 'Cancelled'] as const;
  expect(titles.map((status) => titleOf(status && { status }))).toEqual([
    'Replay',
    'Replay in progress',
    'Replay finished',
    'Replay cancelled',
  ]);
});

test('counts delivered, failed and unsent events as done, but not waiting ones', () => {
  const counts = { created: 1_000, delivered: 500, failed: 20, notSent: 3 };
  expect(doneWords(counts)).toBe('523 of 1,000 events done');
  expect(sharesOf(counts)).toEqual({ delivered: 50, failed: 2, notSent: 0.3 });
});

test('uses the singular for one event, and returns shares of 0 for an empty replay', () => {
  expect(doneWords({ created: 1, delivered: 0, failed: 1, notSent: 0 })).toBe('1 of 1 event done');
  const none = { created: 0, delivered: 0, failed: 0, notSent: 0 };
  expect(doneWords(none)).toBe('0 of 0 events done');
  expect(sharesOf(none)).toEqual({ delivered: 0, failed: 0, notSent: 0 });
});

const DROPPING = ' Waiting deliveries are being dropped.';
const DROPPED = ' Waiting deliveries were dropped. To send them after all, replay the same period.';
const FAILED = ' Open the failed deliveries to see why, fix your receiver, then replay them.';
const TIMES = { expectedEndAt: 'expected', finishedAt: 'finished', cancelledAt: 'cancelled' };

test.each<[string, Partial<Parameters<typeof endOf>[0]>, End]>([
  ['cancelled with deliveries left', { status: 'Cancelled', waiting: 1 }, cancelled(DROPPING)],
  ['cancelled', { status: 'Cancelled' }, cancelled(DROPPED)],
  ['cancelled after failures', { status: 'Cancelled', failed: 1 }, cancelled(DROPPED)],
  ['finished', { status: 'Finished' }, { kind: 'Finished', at: 'finished', words: '' }],
  ['finished with failures', { status: 'Finished', failed: 1 }, { kind: 'Finished', at: 'finished', words: FAILED }],
  ['running', { status: 'Running' }, { kind: 'Expected', at: 'expected' }],
  ['running for a stopped webhook', { status: 'Running', expectedEndAt: null }, { kind: 'Stopped' }],
])('describes the end of a replay that is %s', (_, given, end) => {
  expect(endOf({ status: 'Running', waiting: 0, failed: 0, ...TIMES, ...given })).toEqual(end);
});

function cancelled(words: string): End {
  return { kind: 'Cancelled', at: 'cancelled', words };
}

test('lists all filters of the request, and an earlier replay only if there is one', () => {
  const all = { status: null, eventType: null, customerId: null, replaySeries: null, includeUnrouted: false };
  const unrouted = 'Events from before the webhook was registered';
  expect(requestFacts(all)).toEqual([
    ['Delivery status', 'Delivered or given up'],
    ['Event type', 'Any'],
    ['Customer', 'Any'],
    [unrouted, 'Not included'],
  ]);
  expect(
    requestFacts({ status: 'Exhausted', eventType: 't', customerId: 'c', replaySeries: 'r', includeUnrouted: true }),
  ).toEqual([
    ['Delivery status', 'Given up'],
    ['Event type', 't'],
    ['Customer', 'c'],
    ['Of an earlier replay', 'r'],
    [unrouted, 'Included'],
  ]);
});
