import { describe, expect, test } from 'vitest';
import { hashPassword, passwordMatches, passwordProblem } from './password.ts';

const email = 'jane.doe@people.example';

describe('a new password', () => {
  test.each([
    ['eleven char', 'too short'],
    ['é'.repeat(11), 'too short'],
    ['x'.repeat(129), 'too long'],
    ['Jane.Doe@People.example', 'your e-mail address'],
    ['Password1234', 'most used'],
    ['CorrectHorseBatteryStaple', 'most used'],
  ])('%s is refused, and its owner is told what to do', (password, words) => {
    expect(passwordProblem(password, email)).toContain(words);
  });

  test.each([['twelve chars'], ['x'.repeat(128)], ['👩‍👩‍👧 ünï çödé pass'], ['           .']])(
    '%s is taken',
    (password) => {
      expect(passwordProblem(password, email)).toBeUndefined();
    },
  );
});

describe('checking a password', () => {
  test('knows the right one, in whatever form its letters were typed', async () => {
    const hash = await hashPassword('caf\u00e9 au lait 12');
    expect(await passwordMatches(hash, 'cafe\u0301 au lait 12')).toBe(true);
    expect(await passwordMatches(hash, 'cafe au lait 12')).toBe(false);
    expect(await passwordMatches(undefined, 'cafe au lait 12')).toBe(false);
  });

  test('takes nothing longer than what can be set, though it begins with the right one', async () => {
    const longest = 'x'.repeat(128);
    expect(await passwordMatches(await hashPassword(longest), longest)).toBe(true);
    expect(await passwordMatches(await hashPassword(longest), `${longest}y`)).toBe(false);
  });
});
