import { describe, expect, test } from 'vitest';
import { type Attempts, afterFailure, attemptSource, blockedNow, rememberUnknownAccounts } from './lockout.ts';

const NOW = new Date('2026-11-15T10:00:00.000Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const at = (ms: number) => new Date(NOW.getTime() + ms);
const failed = (failures: number): Attempts => ({ failures, countedAt: NOW, blockedUntil: undefined });

/** Seconds for which the next failure blocks. */
function blockAfter(failures: number, later = 0): number {
  const until = afterFailure(failed(failures), at(later)).blockedUntil;
  return until === undefined ? 0 : (until.getTime() - at(later).getTime()) / 1000;
}

test('five failures block nothing; each further one blocks for twice as long, at most for 15 minutes', () => {
  expect(afterFailure(undefined, NOW)).toEqual({ failures: 1, countedAt: NOW, blockedUntil: undefined });
  expect(Array.from({ length: 17 }, (_, before) => blockAfter(before))).toEqual([
    ...[0, 0, 0, 0, 0],
    ...[2, 4, 8, 16, 32, 64, 128, 256, 512],
    ...[900, 900, 900],
  ]);
  // The power itself stays finite.
  expect(blockAfter(5_000)).toBe(900);
});

test('the count is halved, rounded down, for every two full hours since the last failure', () => {
  const counted = (failures: number, later: number) => afterFailure(failed(failures), at(later));
  expect(counted(9, 2 * HOUR - 1)).toMatchObject({ failures: 10, countedAt: at(2 * HOUR - 1) });
  expect(counted(9, 2 * HOUR)).toEqual({ failures: 5, countedAt: at(2 * HOUR), blockedUntil: undefined });
  expect(counted(9, 4 * HOUR).failures).toBe(3);
  expect(counted(9, 8 * HOUR).failures).toBe(1);
  // A clock that was set back forgives nothing and punishes no further.
  expect(counted(9, -5 * HOUR).failures).toBe(10);
});

test('attempts are refused until the end of the block, and allowed from then on', () => {
  const attempts = { ...failed(6), blockedUntil: at(2_000) };
  expect(blockedNow(attempts, at(1_999))).toEqual(at(2_000));
  expect(blockedNow(attempts, at(2_000))).toBeUndefined();
  expect(blockedNow(failed(5), NOW)).toBeUndefined();
  expect(blockedNow(undefined, NOW)).toBeUndefined();
});

describe('failures are counted', () => {
  const visitor = { address: '192.0.2.1', userAgent: undefined };
  const device = { deviceId: 'd', signedInAt: new Map([['account', NOW]]) };

  test('by sign-in, even on a known device', () => {
    const source = attemptSource({ ...visitor, signInKey: 's', device }, 'account', null);
    expect(source).toEqual({ source: 'SignIn', key: 's' });
  });

  test.each([
    ['by device on one that has signed in', null, 'Device'],
    ['by device if it signed in when the password was changed', NOW, 'Device'],
    ['together with unknown devices if it last signed in before the password was changed', at(1), 'Anonymous'],
  ])('%s', (_how, changedAt, source) => {
    const key = source === 'Device' ? 'd' : '';
    expect(attemptSource({ ...visitor, device }, 'account', changedAt)).toEqual({ source, key });
  });

  test('together for all other devices', () => {
    const anonymous = { source: 'Anonymous', key: '' };
    expect(attemptSource({ ...visitor, device }, 'another account', null)).toEqual(anonymous);
    expect(attemptSource(visitor, 'account', null)).toEqual(anonymous);
  });
});

describe('an address without an account', () => {
  /** For each attempt, the end of the block that refused it. */
  const attempts = (known: ReturnType<typeof rememberUnknownAccounts>, many: number, email: string) =>
    Array.from({ length: many }, () => known.attempt('partner', email, NOW));

  test('is blocked like one with an account, separately in each realm', () => {
    const known = rememberUnknownAccounts();
    expect(attempts(known, 7, 'a')).toEqual([...Array(6).fill(undefined), at(2_000)]);
    expect(known.attempt('staff', 'a', NOW)).toBeUndefined();
    expect(known.attempt('partner', 'b', NOW)).toBeUndefined();
    expect(known.attempt('partner', 'a', at(2_000))).toBeUndefined();
    expect(known.attempt('partner', 'a', at(2_001))).toEqual(at(6_000));
  });

  test('is forgotten when 10,000 others were tried more recently', () => {
    const known = rememberUnknownAccounts();
    attempts(known, 1, 'first');
    attempts(known, 6, 'second');
    attempts(known, 5, 'first');
    for (let other = 0; other < 9_998; other++) known.attempt('partner', `other ${other}`, NOW);
    expect(known.attempt('partner', 'second', NOW)).toEqual(at(2_000));
    known.attempt('partner', 'one more', NOW);
    expect(known.attempt('partner', 'second', NOW)).toBeUndefined();
  });

  test('stays blocked while it is among the 10,000 most recent', () => {
    const known = rememberUnknownAccounts();
    attempts(known, 1, 'first');
    attempts(known, 6, 'second');
    attempts(known, 5, 'first');
    for (let other = 0; other < 9_999; other++) known.attempt('partner', `other ${other}`, NOW);
    expect(known.attempt('partner', 'first', NOW)).toEqual(at(2_000));
  });
});
