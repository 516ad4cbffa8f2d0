import { describe, expect, test } from 'vitest';
import { isProse, isVisible, isVisibleLine } from './characters.ts';

describe('names as people write them', () => {
  test.each([
    ['Latin with accents', 'Zoë Müller-Łukasz'],
    ['an apostrophe and a dot', "O'Neil Jr."],
    ['Cyrillic', 'Иван Петров'],
    ['Arabic', 'محمد عبد الله'],
    ['Persian with a non-joiner', 'علی\u200cرضا'],
    ['Persian with a non-joiner behind a vowel sign', 'علیِ\u200cرضا'],
    ['Sinhala with a joiner', 'ශ්\u200dරී ලංකා'],
    ['Hindi with a joiner', 'क्\u200dष'],
    ['Hindi with a non-joiner', 'क्\u200cष'],
    ['Malayalam ending with a joiner', 'അലന്\u200d'],
    ['Bengali with a joiner before the virama', 'র\u200d্যাচেল'],
    ['Kannada with a joiner', 'ರ್\u200dಕ'],
    ['Thai', 'สมชาย'],
    ['Hebrew with points', 'שָׁלוֹם'],
    ['Korean', '한국'],
    ['Chinese beyond the first plane', '𠮷野'],
    ['Japanese with its own blank', '山田　太郎'],
  ])('%s', (_, name) => {
    expect(isVisibleLine(name)).toBe(true);
  });
});

const REFUSED: [string, string][] = [
  ['a blank of no width', 'Sanc\u200btia'],
  ['a non-joiner between Latin letters', 'Sanc\u200ctia'],
  ['a joiner between Latin letters', 'Sanc\u200dtia'],
  ['a joiner between Arabic letters', 'عل\u200dی'],
  ['a non-joiner behind the last letter', 'علی\u200c'],
  ['two non-joiners', 'علی\u200c\u200cرضا'],
  ['two joiners behind a virama', 'ශ්\u200d\u200dරී'],
  ['a non-joiner between Arabic and Latin', 'علی\u200ca'],
  ['a word joiner', 'Sanc\u2060tia'],
  ['a mark of order', 'Sanc\ufefftia'],
  ['a soft hyphen', 'Sanc\u00adtia'],
  ['a grapheme joiner', 'Sanc\u034ftia'],
  ['an override of direction', '\u202eaitcnaS'],
  ['an isolate', '\u2066Sanctia\u2069'],
  ['a mark of direction', 'Sanctia\u200f'],
  ['an Arabic mark of direction', 'علی\u061c'],
  ['a line separator', 'Sanc\u2028tia'],
  ['a paragraph separator', 'Sanc\u2029tia'],
  ['a selector', 'Sanctia\ufe0f'],
  ['a rare selector', 'Sanctia\u{e0100}'],
  ['a tag', 'Sanctia\u{e0041}'],
  ['a Hangul filler', 'Sanctia\u3164'],
  ['a half Hangul filler', 'Sanctia\uffa0'],
  ['a Braille blank', 'Sanctia\u2800x'],
  ['a Mongolian separator', 'Sanctia\u180e'],
  ['private use', 'Sanctia\ue000'],
  ['private use of another plane', 'Sanctia\u{f0000}'],
  ['no character', 'Sanctia\uffff'],
  ['no character yet', 'Sanctia\u0378'],
  ['half a character', 'Sanctia\ud800'],
  ['a NUL', 'Sanc\u0000tia'],
  ['a control of the second set', 'Sanc\u0085tia'],
];

describe('refused in names and addresses', () => {
  test.each(REFUSED)('%s', (_, name) => {
    expect([isVisibleLine(name), isVisible(name)]).toEqual([false, false]);
  });
});

test('a name is one line, an address may be several', () => {
  for (const value of ['Ada\nOkoro', 'Ada\tOkoro', 'Ada\r\nOkoro']) {
    expect([isVisibleLine(value), isVisible(value)]).toEqual([false, true]);
  }
});

test('prose may hold emoji, and still nothing that hides or turns letters', () => {
  expect(isProse('We bake 🥐, ☕️ and 👩‍🍳:\n\teverything')).toBe(true);
  expect(isProse('by \u202enigeb')).toBe(false);
  expect(isProse('a\u200bb')).toBe(false);
});
