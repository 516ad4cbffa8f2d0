import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from './fault.ts';
import { type Probes, placeProbes } from './probes.ts';

const SOURCE = `export const double = (n) => n * 2;
export const pair = (n) => ({ n, next: n + 1 });
export function first(list) {
  if (list.length > 1) {
    return list[0];
  }
  return undefined;
}
export const isTrue = 5 > 3;
`;
const faultAt = (part: string): Fault => {
  const start = SOURCE.indexOf(part);
  return { file: 'example.js', line: 1, start, end: start + part.length, replacement: '', kind: 'Test' };
};
const FAULTS = {
  body: faultAt('n * 2'),
  object: faultAt('n + 1'),
  condition: faultAt('list.length > 1'),
  branch: faultAt('list[0]'),
  parameter: faultAt('(list)'),
  module: faultAt('5 > 3'),
};

let copy: string;
let probes: Probes;
let example: { double(n: number): number; pair(n: number): object; first(list: number[]): unknown };

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'probes-'));
  writeFileSync(join(copy, 'example.js'), SOURCE);
  probes = placeProbes(copy, Object.values(FAULTS));
  example = await import(join(copy, 'example.js'));
});
afterAll(() => rmSync(copy, { recursive: true }));

describe('probes', () => {
  test('leave results as they are', () => {
    expect([example.double(4), example.pair(1), example.first([])]).toEqual([8, { n: 1, next: 2 }, undefined]);
  });

  test('record the test file that runs the block around a fault, and no other block', () => {
    const visitors = new Set([relative(copy, import.meta.filename)]);
    expect(probes.visitorsOf(FAULTS.body)).toEqual(visitors);
    expect(probes.visitorsOf(FAULTS.object)).toEqual(visitors);
    expect(probes.visitorsOf(FAULTS.condition)).toEqual(visitors);
    expect(probes.visitorsOf(FAULTS.branch)).toEqual(new Set());
    example.first([1, 2]);
    expect(probes.visitorsOf(FAULTS.branch)).toEqual(visitors);
  });

  test('know no visitors of code that runs when its module is loaded', () => {
    expect(probes.visitorsOf(FAULTS.module)).toBeUndefined();
    expect(probes.visitorsOf(FAULTS.parameter)).toBeUndefined();
  });

  test('are gone after they were removed', () => {
    probes.remove();
    expect(readFileSync(join(copy, 'example.js'), 'utf8')).toBe(SOURCE);
  });
});
