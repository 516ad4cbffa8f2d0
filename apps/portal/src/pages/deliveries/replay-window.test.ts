import { describe, expect, test } from 'vitest';
import { windowOf } from './replay-window.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
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
