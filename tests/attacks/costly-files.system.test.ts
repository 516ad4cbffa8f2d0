// Files designed to take as much processing time as possible: none takes much longer than an ordinary one.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import type { FileCosts } from '../harness/file-costs.ts';

/** The largest ordinary document takes 100 ms of CPU time, so this is less than a second. */
const LARGEST_TIMES = 8;

let costs: FileCosts;
beforeAll(async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['tests/harness/file-costs.ts']);
  costs = JSON.parse(stdout);
});

test('no hostile file costs more than both twice an ordinary one of its size and 8 times the largest ordinary one', () => {
  const { files, largestHonestMs } = costs;
  const line = ({ what, sizeBytes, ms, honestMs }: FileCosts['files'][number]) =>
    `${ms.toFixed(0).padStart(6)} ms ${(sizeBytes / 1_000).toFixed(0).padStart(6)} KB  ${what} (honest: ${honestMs.toFixed(0)} ms)`;
  console.log([`Largest honest document: ${largestHonestMs.toFixed(0)} ms`, ...files.map(line)].join('\n'));
  expect(files.length).toBeGreaterThan(30);
  const most = LARGEST_TIMES * largestHonestMs;
  expect(files.filter(({ ms, honestMs }) => ms > Math.max(most, 2 * honestMs)).map(line)).toEqual([]);
});

test('documents that once took seconds take time proportional to their size', () => {
  expect(costs.growing).toHaveLength(2);
  for (const { what, once, fourTimes } of costs.growing) {
    // Linear: quadratic time would be sixteen times as long.
    expect(fourTimes, what).toBeLessThan(8 * once);
    expect(fourTimes, what).toBeLessThan(LARGEST_TIMES * costs.largestHonestMs);
  }
});
