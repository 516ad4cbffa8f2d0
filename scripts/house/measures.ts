// The figures of the sources, one function each.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import type { Source } from './sources.ts';

const linesOf = (text: string) => text.trimEnd().split('\n').length;

export interface Long {
  name: string;
  lines: number;
}

export function longFiles(sources: readonly Source[], most: number): Long[] {
  return longest(
    sources.map(({ path, text }) => ({ name: path, lines: linesOf(text) })),
    most,
  );
}

/** A function's length includes everything nested in it. */
export function longFunctions(sources: readonly Source[], most: number): Long[] {
  return longest(
    sources.flatMap(({ path, text }) =>
      functionsOf(path, text).map(({ start, end }) => ({
        name: `${path}:${linesOf(text.slice(0, start + 1))}`,
        lines: linesOf(text.slice(start, end)),
      })),
    ),
    most,
  );
}

function longest(all: Long[], most: number): Long[] {
  return all.filter(({ lines }) => lines > most).sort((a, b) => b.lines - a.lines);
}

function functionsOf(path: string, text: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  const note = ({ start, end }: { start: number; end: number }) => void found.push({ start, end });
  new Visitor({ FunctionDeclaration: note, FunctionExpression: note, ArrowFunctionExpression: note }).visit(
    parseSync(path, text).program,
  );
  return found;
}

/** Signs of hand-numbered statements. Only in `*-store.ts`, where SQL lives. */
const COUNTED = {
  'numbers put together ($${first + 1})': /\$\$\{/g,
  'offsets given as literals (at(3))': /\bat\(\d+\)/g,
  "parts told their first number (${part('customer', 23)})": /\$\{(?!at\()\w+\([^{}`]*\b\d+\)\}/g,
  'lists of values without types (unknown[])': /\bunknown\[\]/g,
};

export function handCounted(sources: readonly Source[]): Record<string, number> {
  const stores = sources.filter(({ path }) => path.endsWith('-store.ts'));
  return Object.fromEntries(
    Object.entries(COUNTED).map(([what, pattern]) => [
      what,
      stores.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0),
    ]),
  );
}

/** The lines that name a field, in TypeScript or in SQL, without migrations and examples. */
export function placesOf(sources: readonly Source[], field: string): { places: number; files: string[] } {
  const column = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const named = new RegExp(`\\b(?:${field}|${column})\\b`);
  const found = sources
    .filter(({ path }) => !path.includes('example') && /^(apps|packages)\//.test(path))
    .map(({ path, text }) => ({ path, lines: text.split('\n').filter((line) => named.test(line)).length }))
    .filter(({ lines }) => lines > 0);
  return { places: found.reduce((sum, { lines }) => sum + lines, 0), files: found.map(({ path }) => path) };
}

/** Exports that nothing imports, by knip with our settings; undefined if the packages are not installed. */
export function deadExports(root: string): string[] | undefined {
  if (!existsSync(join(root, 'node_modules'))) return undefined;
  const ours = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      join(ours, 'node_modules/knip/bin/knip.js'),
      ...['--directory', root, '--config', join(ours, 'knip.json')],
      ...['--include', 'exports,types', '--reporter', 'json', '--no-exit-code', '--no-config-hints'],
    ],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (stdout.trim() === '') throw new Error(`knip answered nothing: ${stderr}`);
  const { issues } = JSON.parse(stdout) as {
    issues: { file: string; exports: { name: string }[]; types: { name: string }[] }[];
  };
  return issues.flatMap(({ file, exports, types }) => [...exports, ...types].map(({ name }) => `${file} ${name}`));
}
