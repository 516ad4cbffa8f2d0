import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SLOWEST } from '../tests/harness/slowest-first.ts';
import { AREAS, FAST, filesOf } from './test-areas.ts';

const everything = () => filesOf({ ...FAST, paths: [''], without: [] });

test('every test file is in one area, and in no two', () => {
  const files = Object.values(AREAS).flatMap(filesOf);
  expect(files.toSorted()).toEqual(everything().toSorted());
});

test('the fast ones start neither a storage, a scanner, a Redis, a browser nor another language', () => {
  const starts =
    /\b(startStorage|startScanner|startRedis|startCeph|startClamd|open(Chromium|DocumentScene))\(|\(['"]python3/;
  expect(filesOf(FAST).filter((file) => starts.test(readFileSync(file, 'utf8')))).toEqual([]);
});

test('the files that begin first are there', () => {
  expect(SLOWEST.filter((file) => !everything().includes(file))).toEqual([]);
});
