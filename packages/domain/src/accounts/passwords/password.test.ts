import { readFileSync } from 'node:fs';
import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, test } from 'vitest';
import { hashPassword, isCommonPassword, passwordMatches, passwordProblem } from './password.ts';

const owner = { email: 'jane.doe@people.example', name: 'Jane Doe-Smith', organisation: 'Acme Trading Ltd' };

describe('a new password', () => {
  test.each([
    ['eleven char', 'too short'],
    ['é'.repeat(11), 'too short'],
    ['x'.repeat(129), 'too long'],
    ['Jane.Doe@People.example', 'your e-mail address'],
    ['Password1234', 'most common'],
    ['CorrectHorseBatteryStaple', 'most common'],
    ['DragonDragon', 'most common'],
    ['12 Dragon 12', 'most common'],
    ['!!iloveyou!!', 'most common'],
    ['ＰＡＳＳＷＯＲＤ2026', 'most common'],
    ['Jane.Doe 2026!', 'a well-known name'],
    ['jane doe smith', 'a well-known name'],
    ['AcmeTradingLtd1', 'a well-known name'],
    ['people.example', 'a well-known name'],
    ['business-onboarding', 'a well-known name'],
  ])('%s is refused with a reason', async (password, words) => {
    expect(await passwordProblem(password, owner)).toContain(words);
  });

  test.each([
    ['twelve chars'],
    ['x'.repeat(128)],
    ['👩‍👩‍👧 ünï çödé pass'],
    ['           .'],
    // Compared as a whole: a common word within a long password does not matter.
    ['dragon trading ltd for jane'],
    ['password of a lighthouse'],
    ['dragon 8265 7193 5502'],
    ['40917735826144'],
  ])('%s is accepted', async (password) => {
    expect(await passwordProblem(password, owner)).toBeUndefined();
  });

  test('must not be one of the 49,000 most common, nor one typed twice or padded to the minimum length', async () => {
    const list = dictionary['passwords-common'];
    expect(list.length).toBeGreaterThan(45_000);
    const taken: string[] = [];
    let longEnough = 0;
    for (const one of list.slice(0, 4000)) {
      const asked = [one, one.toUpperCase(), one + one, `${one}${'!'.repeat(Math.max(0, 12 - one.length))}`];
      for (const password of asked) {
        if (password.length >= 12) longEnough++;
        if ((await passwordProblem(password, owner)) === undefined) taken.push(password);
      }
    }
    for (const one of list) if (!(await isCommonPassword(one))) taken.push(one);
    // For words below six letters, the padding is longer than the word and makes the password acceptable.
    expect(taken.filter((one) => !/^[^!]{1,5}!+$/.test(one))).toEqual([]);
    // These are long enough, so only the list excludes them.
    expect(longEnough).toBeGreaterThan(3000);
  });

  test('must not be one of the 3,000 most common of sufficient length', async () => {
    const long = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
      .split('\n')
      .filter(Boolean);
    expect(long.filter((one) => [...one].length >= 12).length).toBeGreaterThan(3000);
    const taken: string[] = [];
    for (const one of long) if ((await passwordProblem(one, owner)) === undefined) taken.push(one);
    expect(taken).toEqual([]);
  });
});

describe('checking a password', () => {
  test('accepts any Unicode normalisation of the right one', async () => {
    const hash = await hashPassword('caf\u00e9 au lait 12');
    expect(await passwordMatches(hash, 'cafe\u0301 au lait 12')).toBe(true);
    expect(await passwordMatches(hash, 'cafe au lait 12')).toBe(false);
    expect(await passwordMatches(undefined, 'cafe au lait 12')).toBe(false);
  });

  test('rejects a longer one than can be set, even if it starts with the right one', async () => {
    const longest = 'x'.repeat(128);
    expect(await passwordMatches(await hashPassword(longest), longest)).toBe(true);
    expect(await passwordMatches(await hashPassword(longest), `${longest}y`)).toBe(false);
  });
});
