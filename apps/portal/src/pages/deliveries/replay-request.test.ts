import { expect, test } from 'vitest';
import { bodyOf, canIncludeUnrouted, hindranceOf, pollOf } from './replay-request.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');

test("requests a replay with the page's filters, and null for those not set", () => {
  const asked = { from: 'f', to: 't', isCut: true, includeUnrouted: false };
  expect(bodyOf(asked, { status: 'Exhausted', eventType: 'x', customer: 'c', replay: 'r', from: 'other' })).toEqual({
    from: 'f',
    to: 't',
    status: 'Exhausted',
    eventType: 'x',
    customerId: 'c',
    replaySeries: 'r',
    includeUnrouted: false,
  });
  expect(bodyOf({ ...asked, includeUnrouted: true }, {})).toEqual({
    from: 'f',
    to: 't',
    status: null,
    eventType: null,
    customerId: null,
    replaySeries: null,
    includeUnrouted: true,
  });
});

test('refuses a filter by event, and a period older than the retention', () => {
  expect(hindranceOf({ from: '2026-11-14T12:00:00Z' }, NOW)).toBeUndefined();
  expect(hindranceOf({ event: 'e' }, NOW)).toBe('To resend one event, open its delivery.');
  expect(hindranceOf({ from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' }, NOW)).toMatch(
    /nothing in this period/,
  );
});

test.each([
  [{}, true],
  [{ eventType: 'x', from: 'f' }, true],
  [{ status: 'Exhausted' as const }, false],
  [{ customer: 'c' }, false],
  [{ replay: 'r' }, false],
])('with the filters %j, events without a delivery can be included: %s', (filters, can) => {
  expect(canIncludeUnrouted(filters)).toBe(can);
});

test('polls a large replay less often, but at least twice a minute', () => {
  expect([0, 5_000, 1_000_000].map(pollOf)).toEqual([2_000, 3_000, 30_000]);
});
