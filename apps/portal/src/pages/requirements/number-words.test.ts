// The description of a number's format matches its pattern.
import { readFileSync } from 'node:fs';
import type { IdentityRequirement } from '@onboarding/contract';
import { describe, expect, test } from 'vitest';
import { numberInWords } from './number-words.ts';

type Rule = IdentityRequirement['validationRules'];
const ruleOf = (regex: string, minLength = 1, maxLength = 100): Rule => ({
  regex,
  minLength,
  maxLength,
  errorMessage: '',
});

describe('the words for a pattern', () => {
  test.each([
    ['^\\d{11}$', '11 digits'],
    ['^[A-Z0-9]{6,9}$', '6 to 9 letters or digits'],
    ['^[A-Z]{1,2}\\d{6}$', '1 or 2 letters, then 6 digits'],
    ['^GHA-?\\d{9}-?\\d$', 'GHA, then 9 digits, then 1 digit; hyphens are optional'],
    ['^99\\d{9}$', '“99”, then 9 digits'],
    ['^[12]\\d{4}$', '“1” or “2”, then 4 digits'],
    ['^[2-9]\\d{3}$', 'one of “2” to “9”, then 3 digits'],
    ['^([A-Z]\\d{8}|[A-Z]{2}\\d{7})$', '1 letter, then 8 digits; or 2 letters, then 7 digits'],
    ['^(\\d{10}|\\d{13})$', '10 digits or 13 digits'],
    ['^\\d{9}|[A-Z]{4}$', '9 digits or 4 letters'],
    ['^[A-Z0-9][A-Z0-9 /-]{4,19}$', '1 letter or digit, then 4 to 19 letters, digits, spaces, hyphens or slashes'],
    ['^\\d{5}/\\d{2}$', '5 digits, then a slash, then 2 digits'],
    ['^[ST]\\d{7}[\\dX]$', 'S or T, then 7 digits, then a digit or X'],
    ['^[TAMD]\\d?D?$', 'one of A, D, M or T, then optionally 1 digit, then optionally D'],
    ['^[0-9CF-J]{8}$', '8 characters that are digits, C or F to J'],
    ['^(19|20)(0[1-9]|1[0-2])$', '“19” or “20”, then “01” to “12”'],
    ['^(?!000)\\d{3}$', '3 digits; numbers that are never issued are refused'],
    ['^\\d ?\\(?A\\)?$', '1 digit, then A; spaces and parentheses are optional'],
  ])('describe %s', (regex, words) => expect(numberInWords(ruleOf(regex))).toBe(words));

  test('include the length if it is narrower than the pattern', () => {
    expect(numberInWords(ruleOf('^[A-Z]{1,2}\\d{5,8}$', 7, 9))).toBe(
      '1 or 2 letters, then 5 to 8 digits; 7 to 9 characters in all',
    );
    expect(numberInWords(ruleOf('^[A-Z]{1,2}\\d{5,8}$', 6, 10))).toBe('1 or 2 letters, then 5 to 8 digits');
  });

  test.each([
    '^.+$',
    '^\\w{3}$',
    '^[^A]{3}$',
    '^(AB)?\\d{3}$',
    '^(?:A|B)$',
    '^\\d{3,}$',
    '^[a-z]{3}$',
    '^(A$',
    '\\d{3}',
  ])('are only the length for an unsupported pattern: %s', (regex) => {
    expect(numberInWords(ruleOf(regex, 3, 9))).toBe('3 to 9 characters');
    expect(numberInWords(ruleOf(regex, 4, 4))).toBe('4 characters');
  });
});

const read = (file: string) => JSON.parse(readFileSync(`database/reference/${file}.json`, 'utf8'));
const COUNTRIES: Record<string, IdentityRequirement[]> = read('identity-requirements');

test('describes the pattern of every rule in the reference data', () => {
  const rules = [...Object.values(COUNTRIES).flat(), read('general-passport-rule').entry as IdentityRequirement];
  expect(rules.length).toBeGreaterThan(100);
  for (const { validationRules } of rules) {
    expect(numberInWords(validationRules), validationRules.regex).not.toMatch(/^\d+( (to|or) \d+)? characters$/);
  }
});
