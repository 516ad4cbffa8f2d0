import { describe, expect, test } from 'vitest';
import { bodyOf, canIncludeUnrouted, hindranceOf, pollOf, windowOf } from './replay-request.ts';

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

const of = (from: string | undefined, to?: string) => windowOf({ from, to }, NOW);

describe('the window of a replay', () => {
  test('covers all of a short period', () => {
    expect(of('2026-11-14T12:00:00Z')).toEqual({
      from: '2026-11-14T12:00:00.000Z',
      to: '2026-11-15T12:00:00.000Z',
      isCut: false,
    });
    expect(of('2026-11-01T00:00:00Z', '2026-11-08T00:00:00Z')).toMatchObject({ isCut: false });
  });

  test('covers the last 7 days of a longer period, or of one without a start', () => {
    const week = { from: '2026-11-08T12:00:00.000Z', to: '2026-11-15T12:00:00.000Z', isCut: true };
    expect([of('2026-10-20T00:00:00Z'), of(undefined), of('2020-01-01')]).toEqual([week, week, week]);
    expect(of('2026-10-20', '2026-11-05T00:00:00Z')).toEqual({
      from: '2026-10-29T00:00:00.000Z',
      to: '2026-11-05T00:00:00.000Z',
      isCut: true,
    });
  });

  test('starts within the retention and ends now at the latest', () => {
    expect(of('2026-10-10', '2026-10-18T00:00:00Z')).toEqual({
      from: '2026-10-16T12:01:00.000Z',
      to: '2026-10-18T00:00:00.000Z',
      isCut: true,
    });
    expect(of('2026-11-15', '2030-01-01')).toMatchObject({ to: '2026-11-15T12:00:00.000Z', isCut: false });
  });

  test('is undefined for a period older than the retention', () => {
    expect(of('2020-01-01', '2020-02-01')).toBeUndefined();
    expect(of(undefined, '2026-10-01')).toBeUndefined();
  });

  test('stays reversed if the filter is, so that the API reports it', () => {
    expect(of('2026-11-14', '2026-11-12')).toMatchObject({ from: '2026-11-14T00:00:00.000Z', isCut: false });
  });
});
