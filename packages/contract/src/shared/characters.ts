// Which characters a text may contain. Invisible characters are refused: two names that look the same must be the same, and
// no character may hide a name from a search or reverse its letters on a screen.

// Characters that suppress the inherent vowel of an Indic consonant (canonical combining class 9 of Unicode 17). A joiner
// next to one determines how two letters are joined, and some names need it: Sinhala ශ්‍රී, Bengali র‍্যা, Malayalam അലന്‍.
const VIRAMAS =
  '\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca\u0e3a\u0eba\u0f84\u1039\u103a\u1714\u1715\u1734' +
  '\u17d2\u1a60\u1b44\u1baa\u1bab\u1bf2\u1bf3\u2d7f\ua806\ua82c\ua8c4\ua953\ua9c0\uaaf6\uabed\u{10a3f}\u{11046}\u{11070}' +
  '\u{1107f}\u{110b9}\u{11133}\u{11134}\u{111c0}\u{11235}\u{112ea}\u{1134d}\u{113ce}-\u{113d0}\u{11442}\u{114c2}\u{115bf}' +
  '\u{1163f}\u{116b6}\u{1172b}\u{11839}\u{1193d}\u{1193e}\u{119e0}\u{11a34}\u{11a47}\u{11a99}\u{11c3f}\u{11d44}\u{11d45}' +
  '\u{11d97}\u{11f41}\u{11f42}\u{1612f}';

// Cursive scripts, in which a non-joiner between two letters is visible: Persian علی‌رضا.
const CURSIVE = ['Arabic', 'Syriac', 'Mandaic', 'Mongolian', 'Nko', 'Adlam', 'Hanifi_Rohingya', 'Phags_Pa']
  .map((script) => `\\p{Script=${script}}`)
  .join('');
const CURSIVE_LETTER = `(?=\\p{L})[${CURSIVE}]`;

/**
 * Joiners where their scripts use them: RFC 5892, appendix A, by script instead of by letter, and with a joiner also before a
 * virama, as in Bengali. Two joiners in a row have no meaning.
 */
const JOINERS_IN_PLACE = new RegExp(
  [
    `(?<=[${VIRAMAS}])[\\u200c\\u200d](?![\\u200c\\u200d])`,
    `(?<=\\p{L})\\u200d(?=[${VIRAMAS}]\\p{L})`,
    `(?<=${CURSIVE_LETTER}\\p{M}*)\\u200c(?=${CURSIVE_LETTER})`,
  ].join('|'),
  'gu',
);

// Invisible, without an agreed meaning, or able to reverse letters. Default_Ignorable contains the fillers, selectors and
// tags outside the category Cf; the last one is a blank Braille pattern, which is classified as a symbol.
const UNSEEN = /[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
// Joiners and selectors combine emoji, which prose may contain.
const PARTS_OF_EMOJI = /[\u200c-\u200d]|[\ufe0e-\ufe0f]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: naming control characters is the purpose
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;
const TAB_OR_LINE_END = /[\t\n\r]/;

/** For addresses and numbers: visible characters only. Tabs and line breaks count as visible, and may occur in a street. */
export function isVisible(value: string): boolean {
  return !CONTROL.test(value) && !UNSEEN.test(value.replace(JOINERS_IN_PLACE, ''));
}

/** For names: the same, on one line. */
export function isVisibleLine(value: string): boolean {
  return isVisible(value) && !TAB_OR_LINE_END.test(value);
}

/** For descriptions and messages, which are never compared, so joiners and selectors do no harm. */
export function isProse(value: string): boolean {
  return isVisible(value.replace(PARTS_OF_EMOJI, ''));
}

const UNWANTED = 'control, direction, invisible, private-use or unassigned characters, or broken Unicode: remove them';
export const VISIBLE = `must not contain ${UNWANTED}`;
export const VISIBLE_LINE = `must be one line and not contain ${UNWANTED}`;
