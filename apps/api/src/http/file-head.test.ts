import { describe, expect, test } from 'vitest';
import { partOf } from './file-head.ts';

const ETAG = '"abc"';
const SIZE = 100;
const ask = (range: string | undefined, ifRange?: string) => partOf({ range, ifRange }, SIZE, ETAG);

describe('a Range header', () => {
  test.each([
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=0-99', { start: 0, end: 99 }],
    ['bytes=10-19', { start: 10, end: 19 }],
    ['bytes=10-', { start: 10, end: 99 }],
    ['bytes=90-1000', { start: 90, end: 99 }],
    ['bytes=99-99', { start: 99, end: 99 }],
    ['bytes=-1', { start: 99, end: 99 }],
    ['bytes=-100', { start: 0, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['Bytes= 5-6 ', { start: 5, end: 6 }],
    [`bytes=0-${'9'.repeat(400)}`, { start: 0, end: 99 }],
  ])('%s selects that part, up to the end of the file', (range, part) => expect(ask(range)).toEqual(part));

  test.each([['bytes=100-'], ['bytes=100-200'], ['bytes=-0'], [`bytes=${'9'.repeat(400)}-`]])(
    '%s is beyond the end',
    (range) => expect(ask(range)).toBe('beyond'),
  );

  test.each([
    [undefined],
    [''],
    ['bytes'],
    ['bytes='],
    ['bytes=-'],
    ['bytes=x-y'],
    ['bytes=1'],
    ['bytes=5-4'],
    ['bytes=1.5-2'],
    ['bytes=--5'],
    ['bytes=0-1,5-6'],
    ['bytes=0-1, -1'],
    ['items=0-1'],
    ['kilobytes=0-1'],
    ['bytes=0-1x'],
    ['bytes 0-1/100'],
  ])('%s selects the whole file', (range) => expect(ask(range)).toBe('whole'));

  test('is ignored if If-Range has another or weak ETag or a date', () => {
    expect(ask('bytes=1-2', ETAG)).toEqual({ start: 1, end: 2 });
    for (const other of ['"other"', 'W/"abc"', 'abc', 'Wed, 21 Oct 2026 07:28:00 GMT', '']) {
      expect(ask('bytes=1-2', other), other).toBe('whole');
      expect(ask('bytes=100-', other), other).toBe('whole');
    }
  });
});
