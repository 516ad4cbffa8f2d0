import { appendFile, chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/harness/temporary-folder.ts';
import { inspectAnchors, openAnchors } from './index.ts';

let path: string;
beforeEach(() => {
  path = join(temporaryFolder('anchors'), 'lines');
});
const open = (file = path) => openAnchors({ kind: 'file', path: file });

async function all(file = path): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of open(file).read() ?? []) lines.push(line);
  return lines;
}

test('a missing or empty file has no lines', async () => {
  expect([await open().last(5), await all()]).toEqual(['none', []]);
  await writeFile(path, '');
  expect([await open().last(5), await all()]).toEqual(['none', []]);
});

test('lines are appended once each, in order, in a file that others cannot read', async () => {
  for (const line of ['first', 'first', 'second', 'third']) await open().write(0, line);
  expect(await readFile(path, 'utf8')).toBe('first\nsecond\nthird\n');
  expect(await all()).toEqual(['first', 'second', 'third']);
  expect(await open().last(0)).toEqual({ line: 'third' });
  expect((await stat(path)).mode & 0o007).toBe(0);
});

test('a line that a power cut left incomplete is not a line, and the next write completes it', async () => {
  await writeFile(path, 'fir');
  expect([await open().last(0), await all()]).toEqual(['none', []]);
  await open().write(1, 'first');
  await appendFile(path, 'sec');
  expect([await open().last(0), await all()]).toEqual([{ line: 'first' }, ['first']]);
  await open().write(2, 'second');
  expect(await readFile(path, 'utf8')).toBe('fir\nfirst\nsec\nsecond\n');
  expect([await open().last(0), await all()]).toEqual([{ line: 'second' }, ['first', 'second']]);
});

test.each([65_535, 65_536, 65_537, 200_000])('the last line is found if it has %i characters', async (length) => {
  const long = 'x'.repeat(length);
  await open().write(1, 'first');
  await open().write(2, long);
  await open().write(2, long);
  expect(await open().last(0)).toEqual({ line: long });
  expect(await all()).toEqual(['first', long]);
  await appendFile(path, 'torn');
  expect(await open().last(0)).toEqual({ line: long });
});

test('a place that cannot be read as a file is a failure, not an empty file', async () => {
  await mkdir(path);
  await expect(open().last(0)).rejects.toThrow('EISDIR');
  await expect(open(join(path, 'x'.repeat(300))).last(0)).rejects.toThrow('ENAMETOOLONG');
});

test('a file or its folder must exist, and a program must be executable', async () => {
  expect(await inspectAnchors({ kind: 'file', path })).toBe('the file can be written on this machine');
  await expect(inspectAnchors({ kind: 'file', path: join(path, 'nowhere/file') })).rejects.toThrow('ENOENT');
  await writeFile(path, '');
  expect(await inspectAnchors({ kind: 'file', path })).toBe('the file can be written on this machine');
  await expect(inspectAnchors({ kind: 'command', path })).rejects.toThrow('EACCES');
  await chmod(path, 0o700);
  expect(await inspectAnchors({ kind: 'command', path })).toBe('the program can be run on this machine');
  await expect(inspectAnchors({ kind: 'command', path, ask: `${path}-ask` })).rejects.toThrow('ENOENT');
});

test('without a program that prints the last line, lines that a program stored cannot be read back', async () => {
  const target = openAnchors({ kind: 'command', path });
  expect([await target.last(0), target.read()]).toEqual([undefined, undefined]);
});
