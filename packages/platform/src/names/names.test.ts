import { describe, expect, test } from 'vitest';
import { askedNames, plainLetters, skeletonOf, visibleName } from './index.ts';

test.each([
  ['with a blank of no width', 'Sanc\u200btia Listed'],
  ['with a soft hyphen', 'Sanc\u00adtia Listed'],
  ['with a direction', '\u202eSanctia\u202c Listed'],
  ['with a filler', 'Sanctia\u3164 Listed'],
  ['with a tag', 'Sanctia\u{e0041} Listed'],
  ['with a selector', 'Sanctia\ufe0f Listed'],
  ['with a letter of nobody', 'Sanctia\ue000 Listed'],
  ['in wide letters', 'Ｓａｎｃｔｉａ　Ｌｉｓｔｅｄ'],
  ['in letters of mathematics', '𝓢𝓪𝓷𝓬𝓽𝓲𝓪 𝐋𝐢𝐬𝐭𝐞𝐝'],
  ['with Cyrillic letters', 'Sаnсtiа Listеd'],
  ['in capitals, with a Cyrillic one', 'SANСTIA LISTED'],
  ['in capitals, with Greek ones', 'SΑΝCΤΙΑ LΙSΤΕD'],
  ['with Cherokee letters', 'Ꮪanctia Ꮮisted'],
  ['with a symbol for a letter', 'S⍺nctia Listed'],
  ['with a small l for a capital I', 'SANCTlA LlSTED'],
  ['with a digit for a letter', 'Sanct1a Listed'],
  ['with accents', 'Sánçtia Lìstéd'],
  ['with other blanks and marks', 'SANCTIA\u00a0 \u2800-Listed.'],
])('a name %s has the skeleton of the plain one', (_, written) => {
  expect(skeletonOf(written)).toBe(skeletonOf('Sanctia Listed'));
});

test.each([
  ['Ada Okoro', 'Ada Okora'],
  ['Иван Петров', 'Иван Петрова'],
  ['علی رضا', 'علی راضی'],
  ['Wisła', 'Wista'],
  ['李小龙', '李小鹏'],
])('%s and %s are two names', (one, other) => {
  expect(skeletonOf(one)).not.toBe(skeletonOf(other));
});

describe('plain letters', () => {
  test.each([
    ['Müller & Söhne', 'Müller & Söhne'],
    ['Wisła', 'Wisła'],
    ['Ada × Bo', 'Ada × Bo'],
    ['Company 10 l', 'Company 10 l'],
    ['हिन्दी', 'हिन्दी'],
    ['한국', '한국'],
    ['Sаnctia', 'Sanctia'],
    ['Ваnk', 'bank'],
    ['SΑΝCTIA', 'SanCTIA'],
    ['cœur', 'coeur'],
  ])('of %s are %s', (written, plain) => {
    expect(plainLetters(written)).toBe(plain.normalize('NFC'));
  });

  test.each(['Νίκος Υψηλάντης', 'Вера Иванова', 'Ամերիկա'])('of %s do not depend on its case', (name) => {
    const folded = (written: string) => plainLetters(written).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    expect(folded(name.toUpperCase())).toBe(folded(name));
  });
});

test('what is seen of a name is composed and without what is not', () => {
  expect(visibleName(' Zoe\u0308\u200b\tA\u2028B ')).toBe('Zoë A B');
});

test.each([
  ['Ada Okoro', ['Ada Okoro']],
  ['Zoe\u0308 Mu\u0308ller', ['Zoë Müller']],
  ['Sanc\u200btia', ['Sanctia']],
  ['Sаnctia', ['Sаnctia', 'Sanctia']],
  ['Ｓａｎｃｔｉａ', ['Ｓａｎｃｔｉａ', 'Sanctia']],
  ['Иван', ['Иван']],
  ['علی‌رضا', ['علیرضا']],
  ['\u200b', ['\u200b']],
])('%s is asked for as %j', (written, asked) => {
  expect(askedNames(written)).toEqual(asked);
});
