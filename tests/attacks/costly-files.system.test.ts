// Files made to cost as much time as possible: none of them costs much more than an honest one.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import type { FileCosts } from '../harness/file-costs.ts';

/** The largest honest document takes 100 ms of a processor: this is less than a second. */
const LARGEST_TIMES = 8;

let costs: FileCosts;
beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['tests/harness/file-costs.ts']);
  costs = JSON.parse(stdout);
});

test('no hostile file costs twice as much as an honest one of its size, or much more than the largest honest one', () => {
  const { files, largestHonestMs } = costs;
  const line = ({ what, sizeBytes, ms, honestMs }: FileCosts['files'][number]) =>
    `${ms.toFixed(0).padStart(6)} ms ${(sizeBytes / 1_000).toFixed(0).padStart(6)} KB  ${what} (honest: ${honestMs.toFixed(0)} ms)`;
  console.log([`Largest honest document: ${largestHonestMs.toFixed(0)} ms`, ...files.map(line)].join('\n'));
  expect(files.length).toBeGreaterThan(30);
  const most = LARGEST_TIMES * largestHonestMs;
  expect(files.filter(({ ms, honestMs }) => ms > Math.max(most, 2 * honestMs)).map(line)).toEqual([]);
});

test('the documents that once took seconds take four times as long with four times as much in them', () => {
  expect(costs.growing).toHaveLength(2);
  for (const { what, once, fourTimes } of costs.growing) {
    // Not sixteen times as long.
    expect(fourTimes, what).toBeLessThan(8 * once);
    expect(fourTimes, what).toBeLessThan(LARGEST_TIMES * costs.largestHonestMs);
  }
});
