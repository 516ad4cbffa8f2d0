// Output for people: widths, colours, times and progress.
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { CliFailure } from '../failure.ts';
import { toDuration, toMoment } from './durations.ts';
import { createPaint, type Page, paintStatus, toCount, toFacts, toTable, toTime, wrap } from './layout.ts';
import { createProgress, NO_PROGRESS } from './progress.ts';

const plain: Page = { width: Number.POSITIVE_INFINITY, paint: createPaint(false, {}) };
const colours: Page = { width: 30, paint: createPaint(true, {}) };
const RED = '\u001b[31m';
const END = '\u001b[39m';

test.each([
  ['90', 90_000],
  ['90s', 90_000],
  ['10m', 600_000],
  ['1h', 3_600_000],
  ['2d', 172_800_000],
  ['99999s', 99_999_000],
])('the duration %s is %i ms', (text, ms) => {
  expect(toDuration('--timeout', text)).toBe(ms);
});

test.each(['', 'm', '1w', '-1s', '1.5h', '100000s', '10 m', 'x10m', '10mx'])(
  'rejects the duration "%s" as wrong usage, naming the flag',
  (text) => {
    expect(() => toDuration('--wait', text)).toThrow(
      expect.objectContaining({ exitCode: 2, message: expect.stringMatching(/^--wait must be a duration/) }),
    );
  },
);

test.each([
  ['30m', '2026-11-15T09:30:00.000Z'],
  ['12h', '2026-11-14T22:00:00.000Z'],
  ['7d', '2026-11-08T10:00:00.000Z'],
  ['5s', '2026-11-15T09:59:55.000Z'],
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
])('reads %s as the time %s', (text, expected) => {
  expect(toMoment('--since', text, new Date('2026-11-15T10:00:00Z')).toISOString()).toBe(expected);
});

test('rejects a value that is neither a time nor an age', () => {
  expect(() => toMoment('--since', 'yesterday', new Date())).toThrow(CliFailure);
  expect(() => toMoment('--since', 'yesterday', new Date())).toThrow(/^--since must be a time/);
});

test('columns are as wide as their widest cell, without colour codes', () => {
  const red = (text: string) => `${RED}${text}${END}`;
  expect(
    toTable(
      plain,
      ['ID', 'STATUS', 'NAME'],
      [
        ['1', red('Rejected'), 'Acme'],
        ['1000', 'New', ''],
      ],
    ),
  ).toBe(['ID    STATUS    NAME', `1     ${red('Rejected')}  Acme`, '1000  New'].join('\n'));
});

test('the last column is cut to fit, but never below eight characters', () => {
  const rows = [['12345', 'a company name']];
  const lineAt = (width: number) => toTable({ ...plain, width }, ['ID', 'NAME'], rows).split('\n')[1];
  expect(lineAt(21)).toBe('12345  a company name');
  expect(lineAt(20)).toBe('12345  a company na…');
  expect(lineAt(3)).toBe('12345  a compa…');
});

test('a table has dim headings on a terminal', () => {
  expect(toTable(colours, ['ID'], [['1']])).toBe('\u001b[2mID\u001b[22m\n1');
});

test('aligns facts, and wraps long values below their start', () => {
  const facts = [
    ['Id', '1'],
    ['Reason', 'one two three four'],
    ['None', ''],
  ] as const;
  expect(toFacts({ ...plain, width: 17 }, facts)).toBe(
    ['Id      1', 'Reason  one two', '        three', '        four', 'None'].join('\n'),
  );
});

test('wraps text only between words, exactly at the width', () => {
  expect(wrap('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrap('one two three', 6)).toEqual(['one', 'two', 'three']);
  expect(wrap('https://a.long.example one', 5)).toEqual(['https://a.long.example', 'one']);
  expect(wrap('a\n\nb', 5)).toEqual(['a', '', 'b']);
  expect(wrap(`${RED}one${END} two`, 7)).toHaveLength(1);
});

test('formats times to the second in UTC, and uses the singular only for one', () => {
  expect(toTime('2026-11-15T10:00:00.999Z')).toBe('2026-11-15 10:00:00 UTC');
  expect([toTime(null), toTime(undefined)]).toEqual(['-', '-']);
  expect([0, 1, 2].map((count) => toCount(count, 'fault'))).toEqual(['0 faults', '1 fault', '2 faults']);
  expect(toCount(2, 'event was', 'events were')).toBe('2 events were');
});

test.each([
  [true, {}, true],
  [true, { NO_COLOR: '' }, true],
  [true, { NO_COLOR: '1' }, false],
  [true, { TERM: 'dumb' }, false],
  [true, { TERM: 'xterm' }, true],
  [false, {}, false],
])('terminal: %s with %j has colours: %s', (isTerminal, environment, expected) => {
  expect(createPaint(isTerminal, environment)('red', 'x')).toBe(expected ? `${RED}x${END}` : 'x');
});

test('colours a status by its meaning', () => {
  const codeOf = (status: string) => /\[(\d+)m/.exec(paintStatus(colours.paint, status))?.[1];
  const statuses = ['Approved', 'Confirmed', 'Rejected', 'Quarantined', 'ChangesRequested', 'PendingVerification'];
  expect(statuses.map(codeOf)).toEqual(['32', '32', '31', '31', '33', undefined]);
  expect(stripVTControlCharacters(paintStatus(colours.paint, 'Approved'))).toBe('Approved');
});

test('on a terminal, progress rewrites one line and removes it at the end', () => {
  const written: string[] = [];
  const progress = createProgress((text) => written.push(text), true);
  progress.end();
  expect(written).toEqual([]);
  progress.stage('Uploading');
  progress.part(1, 4);
  progress.part(5, 4);
  progress.part(1, 0);
  progress.end();
  const clear = '\r\u001b[K';
  expect(written).toEqual([
    `${clear}Uploading ...`,
    `${clear}Uploading [#####...............] 25 %`,
    `${clear}Uploading [####################] 100 %`,
    clear,
  ]);
});

test('without a terminal, progress prints one line per stage', () => {
  const written: string[] = [];
  const progress = createProgress((text) => written.push(text), false);
  progress.stage('Uploading');
  progress.part(1, 4);
  progress.end();
  NO_PROGRESS.stage('never');
  expect(written).toEqual(['Uploading\n']);
});
