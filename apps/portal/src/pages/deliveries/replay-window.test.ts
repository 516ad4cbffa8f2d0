import { describe, expect, test } from 'vitest';
import { windowOf } from './replay-window.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z');
const of = (from: string | undefined, to?: string) => windowOf({ from, to }, NOW);

describe('what one replay covers of a filter', () => {
  test('is all of a short period', () => {
    expect(of('2026-11-14T12:00:00Z')).toEqual({
      from: '2026-11-14T12:00:00.000Z',
      to: '2026-11-15T12:00:00.000Z',
      isCut: false,
    });
    expect(of('2026-11-01T00:00:00Z', '2026-11-08T00:00:00Z')).toMatchObject({ isCut: false });
  });

  test('is the last 7 days of a longer one, and of one without a beginning', () => {
    const week = { from: '2026-11-08T12:00:00.000Z', to: '2026-11-15T12:00:00.000Z', isCut: true };
    expect([of('2026-10-20T00:00:00Z'), of(undefined), of('2020-01-01')]).toEqual([week, week, week]);
    expect(of('2026-10-20', '2026-11-05T00:00:00Z')).toEqual({
      from: '2026-10-29T00:00:00.000Z',
      to: '2026-11-05T00:00:00.000Z',
      isCut: true,
    });
  });

  test('begins with what is kept, and ends now', () => {
    expect(of('2026-10-10', '2026-10-18T00:00:00Z')).toEqual({
      from: '2026-10-16T12:01:00.000Z',
      to: '2026-10-18T00:00:00.000Z',
      isCut: true,
    });
    expect(of('2026-11-15', '2030-01-01')).toMatchObject({ to: '2026-11-15T12:00:00.000Z', isCut: false });
  });

  test('is nothing of a period that is no longer kept', () => {
    expect(of('2020-01-01', '2020-02-01')).toBeUndefined();
    expect(of(undefined, '2026-10-01')).toBeUndefined();
  });

  test('stays reversed where the filter is, so that the service says so', () => {
    expect(of('2026-11-14', '2026-11-12')).toMatchObject({ from: '2026-11-14T00:00:00.000Z', isCut: false });
  });
});
