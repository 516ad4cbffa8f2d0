import { describe, expect, test } from 'vitest';
import { claimsSchema, judgeClaims } from './claims.ts';
import { SignInRefused } from './sign-in-failures.ts';

const NOW = Date.parse('2026-11-15T12:00:00Z') / 1000;
const HOURS = 3_600;

interface Given {
  /** Seconds before now; negative ones are in the future. */
  secondFactorAgo?: number;
  signedInAgo?: number;
  amr?: string[];
  realm?: string;
  stepUp?: boolean;
  startedAgo?: number;
}

/** The times of the session in seconds before now, or why there is none. */
function outcomeOf({
  secondFactorAgo = 5,
  signedInAgo,
  amr = ['pwd', 'otp', 'mfa'],
  realm = 'partner',
  ...started
}: Given) {
  const claims = claimsSchema.parse({
    ...{ sub: 'a', realm, amr, auth_time: NOW - secondFactorAgo },
    ...(signedInAgo === undefined ? {} : { signed_in_at: NOW - signedInAgo }),
  });
  const { stepUp = false, startedAgo = 60 } = started;
  const startedAt = (NOW - startedAgo) * 1000;
  try {
    const times = judgeClaims(claims, 'partner', { startedAt, stepUp }, new Date(NOW * 1000));
    return [times.secondFactorAt, times.signedInAt].map((time) => NOW - time.getTime() / 1000);
  } catch (error) {
    if (error instanceof SignInRefused) return error.message;
    throw error;
  }
}

describe('a sign-in with', () => {
  test.each<[string, Given, number[] | string]>([
    ['a password and a second factor', {}, [5, 5]],
    ['an earlier password of the same sign-in', { signedInAgo: 500 }, [5, 500]],
    ['a second factor alone, by time-based code', { amr: ['otp'], signedInAgo: 500 }, [5, 500]],
    ['a second factor alone, by key', { amr: ['hwk'], signedInAgo: 500 }, [5, 500]],
    ['a second factor alone, by recovery code', { amr: ['recovery'], signedInAgo: 500 }, [5, 500]],
    ['a second factor without any password', { amr: ['otp'] }, 'no second factor'],
    ['a password alone', { amr: ['pwd'], signedInAgo: 5 }, 'no second factor'],
    ['no factor at all', { amr: [], signedInAgo: 5 }, 'no second factor'],
    ['an account of the other realm', { realm: 'staff' }, 'other realm'],
  ])('%s has these times, or is refused', (_what, given, outcome) => {
    expect(outcomeOf(given)).toEqual(outcome);
  });
});

describe('the clock of the provider', () => {
  test.each<[Given, number[] | string]>([
    [{ secondFactorAgo: 0 }, [0, 0]],
    [{ secondFactorAgo: -10 }, [0, 0]],
    [{ secondFactorAgo: -11 }, 'signed in in the future'],
    [{ signedInAgo: -30 }, [5, 0]],
  ])('may be ten seconds ahead, which is not kept: %o', (given, outcome) => {
    expect(outcomeOf(given)).toEqual(outcome);
  });
});

describe('a sign-in', () => {
  test.each<[Given, number[] | string]>([
    [{ secondFactorAgo: 12 * HOURS + 10 }, [12 * HOURS + 10, 12 * HOURS + 10]],
    [{ secondFactorAgo: 12 * HOURS + 11 }, 'signed in long ago'],
    [{ signedInAgo: 12 * HOURS + 10 }, [5, 12 * HOURS + 10]],
    [{ signedInAgo: 12 * HOURS + 11 }, 'signed in long ago'],
    [{ secondFactorAgo: 12 * HOURS + 11, signedInAgo: 5 }, 'signed in long ago'],
  ])('counts for twelve hours, from the older of its two times: %o', (given, outcome) => {
    expect(outcomeOf(given)).toEqual(outcome);
  });

  test.each<[Given, number[] | string]>([
    [{ stepUp: true, startedAgo: 60, secondFactorAgo: 30 }, [30, 30]],
    [{ stepUp: true, startedAgo: 60, secondFactorAgo: 70 }, [70, 70]],
    [{ stepUp: true, startedAgo: 60, secondFactorAgo: 71 }, 'did not sign in again'],
    [{ stepUp: false, startedAgo: 60, secondFactorAgo: 71 }, [71, 71]],
  ])('for a step-up must have used the second factor since it was asked for: %o', (given, outcome) => {
    expect(outcomeOf(given)).toEqual(outcome);
  });
});
