import { expect, test } from 'vitest';
import { type Cell, csvRow } from './csv.ts';

test.each<[what: string, cell: Cell, written: string]>([
  ['a word', 'Acme', 'Acme'],
  ['an accent', 'Café Ünal', 'Café Ünal'],
  ['nothing', null, ''],
  ['a number', 3, '3'],
  ['a negative number', -3, '-3'],
  ['yes or no', true, 'true'],
  ['a comma', 'Acme, Ltd', '"Acme, Ltd"'],
  ['quotation marks', 'The "A" Company', '"The ""A"" Company"'],
  ['a line break', 'a\nb', '"a\nb"'],
  ['a carriage return', 'a\rb', '"a\rb"'],
  ['a formula', '=1+1', "'=1+1"],
  ['a formula with a comma', '=HYPERLINK("https://evil.test","x")', `"'=HYPERLINK(""https://evil.test"",""x"")"`],
  ['a plus sign', '+1+1', "'+1+1"],
  ['a minus sign', '-1+1', "'-1+1"],
  ['a hyphen', '-', "'-"],
  ['an at sign', '@SUM(A1)', "'@SUM(A1)"],
  ['a tab', '\t=1+1', "'\t=1+1"],
  ['a carriage return first', '\r=1+1', `"'\r=1+1"`],
  ['a line feed first', '\n=1+1', `"'\n=1+1"`],
  ['a full-width sign', '＝1+1', "'＝1+1"],
  ['a phone number', '+2348012345678', '+2348012345678'],
  ['a number with a formula behind it', '+2348012345678\n=1+1', `"'+2348012345678\n=1+1"`],
  ['a sign inside', 'a=b', 'a=b'],
])('writes a cell with %s so that it reads as text', (_what, cell, written) => {
  expect(csvRow([cell])).toBe(`${written}\r\n`);
});

test('separates cells with commas and ends the row as RFC 4180 requires', () => {
  expect(csvRow(['a', null, 1])).toBe('a,,1\r\n');
});
