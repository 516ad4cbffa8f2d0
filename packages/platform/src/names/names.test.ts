import { describe, expect, test } from 'vitest';
import { askedNames, plainLetters, skeletonOf, visibleName } from './index.ts';

test.each([
  ['with a zero-width space', 'Sanc\u200btia Listed'],
  ['with a soft hyphen', 'Sanc\u00adtia Listed'],
  ['with a bidirectional override', '\u202eSanctia\u202c Listed'],
  ['with a Hangul filler', 'Sanctia\u3164 Listed'],
  ['with a tag character', 'Sanctia\u{e0041} Listed'],
  ['with a variation selector', 'Sanctia\ufe0f Listed'],
  ['with a private-use character', 'Sanctia\ue000 Listed'],
  ['in fullwidth letters', 'Ｓａｎｃｔｉａ　Ｌｉｓｔｅｄ'],
  ['in mathematical letters', '𝓢𝓪𝓷𝓬𝓽𝓲𝓪 𝐋𝐢𝐬𝐭𝐞𝐝'],
  ['with Cyrillic letters', 'Sаnсtiа Listеd'],
  ['in capitals, with a Cyrillic one', 'SANСTIA LISTED'],
  ['in capitals, with Greek ones', 'SΑΝCΤΙΑ LΙSΤΕD'],
  ['with Cherokee letters', 'Ꮪanctia Ꮮisted'],
  ['with a symbol for a letter', 'S⍺nctia Listed'],
  ['with a small l for a capital I', 'SANCTlA LlSTED'],
  ['with a digit for a letter', 'Sanct1a Listed'],
  ['with accents', 'Sánçtia Lìstéd'],
  ['in small capitals', 'Sᴀɴᴄᴛɪᴀ Lɪꜱᴛᴇᴅ'],
  ['in circles', 'Ⓢⓐⓝⓒⓣⓘⓐ Ⓛⓘⓢⓣⓔⓓ'],
  ['in filled circles', '🅢🅐🅝🅒🅣🅘🅐 🅛🅘🅢🅣🅔🅓'],
  ['in squares', '🅂🄰🄽🄲🅃🄸🄰 🅻🅸🆂🆃🅴🅳'],
  ['in brackets', '⒮⒜⒩⒞⒯⒤⒜ ⒧⒤⒮⒯⒠⒟'],
  ['in regional indicators', '🇸🇦🇳🇨🇹🇮🇦 🇱🇮🇸🇹🇪🇩'],
  ['with strokes', 'Sⱥnȼŧɨⱥ Łɨsŧɇđ'],
  ['with enclosing marks', 'S\u20dda\u20den\u20e3ctia Li\u20e0sted'],
  ['with strokes over its letters', 'S\u0336a\u0338n\u20e5ctia L\u0335isted'],
  ['with hooks and tails', 'ʂanctia ɭisted'],
  ['with other spaces and punctuation', 'SANCTIA\u00a0 \u2800-Listed.'],
])('a name %s has the skeleton of the plain name', (_, written) => {
  expect(skeletonOf(written)).toBe(skeletonOf('Sanctia Listed'));
});

test.each([
  ['Ada Okoro', 'Ada Okora'],
  ['Иван Петров', 'Иван Петрова'],
  ['علی رضا', 'علی راضی'],
  ['Wisła', 'Wista'],
  ['李小龙', '李小鹏'],
])('%s and %s have different skeletons', (one, other) => {
  expect(skeletonOf(one)).not.toBe(skeletonOf(other));
});

describe('plain letters', () => {
  test.each([
    ['Müller & Söhne', 'Müller & Söhne'],
    ['Wisła', 'Wisla'],
    ['Łukasz Đorđević', 'Lukasz Dordević'],
    ['Sᴀɴᴄᴛɪᴀ', 'Sanctia'],
    ['🅢anctia', 'Sanctia'],
    ['Søren Strauß', 'Soren Strauss'],
    ['S\u20ddanctia', 'Sanctia'],
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

/** Blocks in alphabetical order, each with its first character. */
const ALPHABETS = [
  ['circled capitals', 0x24b6],
  ['circled letters', 0x24d0],
  ['letters in brackets', 0x249c],
  ['capitals in brackets', 0x1f110],
  ['capitals in squares', 0x1f130],
  ['capitals in filled circles', 0x1f150],
  ['capitals in filled squares', 0x1f170],
  ['regional indicators', 0x1f1e6],
  ['fullwidth capitals', 0xff21],
  ['fullwidth letters', 0xff41],
  ['mathematical capitals', 0x1d400],
] as const;

test.each(ALPHABETS)('%s are read as plain letters', (_, first) => {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(first + index));
  expect(letters.map((letter) => plainLetters(letter).toLowerCase()).join('')).toBe('abcdefghijklmnopqrstuvwxyz');
});

/** Not variants of a letter of the alphabet: clicks, stops, tones, and independent letters. */
const OWN =
  'ƕƛƪƸƹƺƻƾƿǂǃǶǷȜȝɁɂɤɧɮɷɸʅʆʓʔʕʖʗʘʡʢʤʧʩʬʭˤᴣᴤᴥᵜᶋᶘᶚᶲẟỺỻↀↁↂↅↆↇↈⱷꜢꜣꜤꜥꜦꜧꜪꜫꜬꜭꜮꜯꝜꝝꝨꝩꝪꝫꝬꝭꝮꝯꝰꝱꝲꝳꝴꝵꝶꞋꞌꞏꞶꞷꞺꞻꞼꞽꞾꞿꟋ꟎꟏꟒ꟓ꟔ꟕꟖꟗꟘꟙꟚꟛꟜꭃꭄꭍꭔꭕꭜꭠꭡ𐞀𐞁𐞂𐞊𐞐𐞑𐞗𐞞𐞟𐞤𐞮𐞳𐞴𐞵𐞸𐞹𝼀𝼅𝼇𝼊𝼋𝼌𝼎𝼏𝼒𝼔𝼗𝼘𝼙𝼜';

test('every Latin letter of Unicode is read as letters of the alphabet, except those that are no variant of one', () => {
  const latin = Array.from({ length: 0x20000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((one) => /\p{Script=Latin}/u.test(one));
  expect(latin.length).toBeGreaterThan(1_400);
  const own = latin.filter((one) => !/^[a-z ]+$/.test(skeletonOf(one)));
  expect(own.join('')).toBe(OWN);
});

test('visibleName composes characters and removes invisible ones', () => {
  expect(visibleName(' Zoe\u0308\u200b\tA\u2028B ')).toBe('Zoë A B');
});

test.each([
  ['Ada Okoro', ['Ada Okoro']],
  ['Zoe\u0308 Mu\u0308ller', ['Zoë Müller']],
  ['Sanc\u200btia', ['Sanctia']],
  ['Sаnctia', ['Sаnctia', 'Sanctia']],
  ['Ｓａｎｃｔｉａ', ['Ｓａｎｃｔｉａ', 'Sanctia']],
  ['Иван', ['Иван']],
  ['Sᴀɴᴄᴛɪᴀ', ['Sᴀɴᴄᴛɪᴀ', 'Sanctia']],
  ['Łukasz', ['Łukasz', 'Lukasz']],
  ['S\u20ddanctia', ['S\u20ddanctia', 'Sanctia']],
  ['🅢🅐🅝🅒🅣🅘🅐', ['🅢🅐🅝🅒🅣🅘🅐', 'SANCTIA']],
  ['علی‌رضا', ['علیرضا']],
  ['\u200b', ['\u200b']],
])('%s is queried as %j', (written, asked) => {
  expect(askedNames(written)).toEqual(asked);
});
