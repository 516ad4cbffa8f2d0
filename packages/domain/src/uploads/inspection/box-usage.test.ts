import { expect, test } from 'vitest';
import { overrunOf, usageIn } from './box-usage.ts';

const MOST = { cpuMs: 5_000, memoryMib: 256, stalledMs: 60_000 };

test.each([
  ['at every limit', {}, undefined],
  ['over the memory', { memoryMib: 256.01 }, 'OutOfMemory'],
  ['over the CPU time', { cpuMs: 5_010 }, 'OverBudget'],
  ['over the time without progress', { waitedMs: 60_001 }, 'OverBudget'],
  ['over all of them', { memoryMib: 257, cpuMs: 5_010, waitedMs: 60_001 }, 'OutOfMemory'],
])('a box %s is judged by the first limit that it exceeds', (_how, more, overrun) => {
  expect(overrunOf({ cpuMs: 5_000, memoryMib: 256, waitedMs: 60_000, ...more }, MOST)).toBe(overrun);
});

test('CPU time is that of the program and of the kernel for it; memory is what is resident', () => {
  const rest = '4194304 100 0 0 0 250 50 7 8 20 0 11 0 123456 999999999 51200 18446744073709551615';
  const used = { cpuMs: 3_000, memoryMib: 200 };
  expect(usageIn(`4711 (node) S 1 4711 4711 0 -1 ${rest} 1 1 0`)).toEqual(used);
  expect(usageIn(`4711 (a) b (c d) S 1 4711 4711 0 -1 ${rest} 1 1 0`)).toEqual(used);
  expect(usageIn('')).toEqual({ cpuMs: 0, memoryMib: 0 });
});
