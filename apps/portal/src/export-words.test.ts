import { expect, test } from 'vitest';
import { cutWords } from './export-words.ts';

const CUT = 'Cut off after 100,000 rows. Narrow the filters to export the others.';

test.each([
  ['a complete file', 'a,b\r\n1,2\r\n', undefined],
  ['a file that was cut', `a,b\r\n1,2\r\n"${CUT}",\r\n`, CUT],
  [
    'a file that was cut early',
    'a,b\r\n1,2\r\nCut off after 5 rows. Narrow it.,\r\n',
    'Cut off after 5 rows. Narrow it.',
  ],
  ['a file with such a name in its last row', `a,b\r\n1,"${CUT}"\r\n`, undefined],
  ['an empty file', '', undefined],
])('finds the sentence of %s', (_what, end, words) => {
  expect(cutWords(end)).toBe(words);
});
