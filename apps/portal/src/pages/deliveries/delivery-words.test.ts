import type { DeliveryPage } from '@onboarding/contract';
import { expect, test } from 'vitest';
import { cureOf, formatted, isGivenUpEarly, neighboursOf, nothingWords, pageWords } from './delivery-words.ts';

const page = (number: number, rows: number, total: number, totalIsCapped = false) =>
  ({ items: Array.from({ length: rows }), page: number, pageSize: 50, total, totalIsCapped }) as DeliveryPage;

test.each([
  [page(1, 1, 1), '1 to 1 of 1 delivery', false, false],
  [page(1, 50, 50), '1 to 50 of 50 deliveries', false, false],
  [page(1, 50, 51), '1 to 50 of 51 deliveries', false, true],
  [page(2, 1, 51), '51 to 51 of 51 deliveries', true, false],
  [page(3, 50, 1_204), '101 to 150 of 1,204 deliveries', true, true],
  [page(200, 50, 10_000, true), '9,951 to 10,000 of more than 10,000. Narrow the period to see the rest.', true, false],
])('describes page $page of $total deliveries', (found, words, hasNewer, hasOlder) => {
  expect(pageWords(found)).toBe(words);
  expect(neighboursOf(found)).toEqual({ hasNewer, hasOlder });
});

test('explains why nothing can be replayed', () => {
  expect(nothingWords('Pending')).toBe('There is nothing to replay: pending deliveries are sent anyway.');
  expect(nothingWords('Exhausted')).toBe(nothingWords(undefined));
  expect(nothingWords(undefined)).toContain('so they are not counted');
});

test('refers to the response below instead of to the delivery', () => {
  expect(cureOf('HttpStatus')).toContain('Read the response below.');
  expect(cureOf('DnsFailure')).toBe('Check the spelling of the host name and its DNS records.');
});

test('an exhausted delivery with attempts left was given up early', () => {
  const early = (status: 'Exhausted' | 'Pending' | 'Delivered', attempts: number) =>
    isGivenUpEarly({ status, attempts: Array.from({ length: attempts }) });
  expect([early('Exhausted', 0), early('Exhausted', 7), early('Exhausted', 8)]).toEqual([true, true, false]);
  expect([early('Pending', 1), early('Delivered', 1)]).toEqual([false, false]);
});

test('formats a JSON body and shows any other unchanged', () => {
  expect(formatted('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(formatted('{broken')).toBe('{broken');
});
