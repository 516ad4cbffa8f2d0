import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault } from './fault.ts';
import { firstToCompile, plant } from './planting.ts';

const SOURCES: Record<string, string> = {
  'own.ts': 'export const own: number = 1;\n',
  'used.ts': 'export const used = 1;\n',
  'user.ts': "import { used } from './used.ts';\nexport const sum: number = used + 1;\n",
  'wrong.ts': 'export const wrong: number = 1;\n',
  'twice.ts': 'export const first: number = 1;\nexport const second: number = 1;\n',
  'tsconfig.json':
    '{ "compilerOptions": { "module": "nodenext", "allowImportingTsExtensions": true, "noEmit": true } }',
};
let copy: string;
const read = (file: string) => readFileSync(join(copy, file), 'utf8');

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'planting-'));
  mkdirSync(join(copy, '.test'));
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  for (const [file, text] of Object.entries(SOURCES)) writeFileSync(join(copy, file), text);
});
afterAll(() => rmSync(copy, { recursive: true }));

/** Replaces a 1 of the file, by default the first. */
function fault(file: string, replacement: string, occurrence = 0): Fault {
  const { index: start = 0 } = [...(SOURCES[file] ?? '').matchAll(/\b1\b/g)][occurrence] ?? {};
  return { file, line: 1, start, end: start + 1, replacement, kind: 'Test' };
}

test('the first candidate of each draw that compiles is found, and the copy stays as it was', () => {
  const draws = [
    [fault('own.ts', '"a"'), fault('own.ts', '2')],
    [fault('used.ts', '{}'), fault('used.ts', '{}'), fault('used.ts', '2')],
    [fault('wrong.ts', '"a"'), fault('wrong.ts', '{}')],
    [fault('twice.ts', '2')],
    [fault('twice.ts', '"a"', 1), fault('twice.ts', '2', 1)],
  ];
  expect(firstToCompile(copy, draws)).toEqual([1, 2, -1, 0, 1]);
  for (const [file, text] of Object.entries(SOURCES)) expect(read(file)).toBe(text);
});

test('several faults of one file are planted together', () => {
  const uproot = plant(copy, [fault('twice.ts', '100'), fault('twice.ts', '200', 1)]);
  expect(read('twice.ts')).toBe('export const first: number = 100;\nexport const second: number = 200;\n');
  uproot();
  expect(read('twice.ts')).toBe(SOURCES['twice.ts']);
});
