// No file imports itself, directly or through other files.
import { describe, expect, test } from 'vitest';
import {
  between,
  cyclesOf,
  folderOf,
  importsOf,
  readSources,
  subfolderCycles,
  upwardImports,
} from '../../../scripts/house/sources.ts';

describe('our own sources', () => {
  const sources = readSources('.');
  const imports = importsOf('.', sources);

  test('have imports that resolve to files, including those through package exports', () => {
    expect([...(imports.get('apps/api/src/main.ts') ?? [])]).toEqual(
      expect.arrayContaining(['apps/api/src/app.ts', 'packages/platform/src/service/index.ts']),
    );
    expect([...imports.values()].reduce((sum, targets) => sum + targets.size, 0)).toBeGreaterThan(1_000);
  });

  test('contain no import cycle between files, not even of types', () => {
    expect(cyclesOf(imports)).toEqual([]);
  });

  test('contain no import cycle between folders of an app, a package or the scripts', () => {
    expect(cyclesOf(between(imports, folderOf))).toEqual([]);
  });

  test('contain no import cycle between the subfolders of any folder', () => {
    expect(subfolderCycles(imports)).toEqual([]);
  });

  test('contain no import from a subfolder of a domain module of a file above it', () => {
    expect(upwardImports(imports)).toEqual([]);
  });
});

test('cyclesOf finds every cycle with exactly its members', () => {
  const graph = new Map([
    ['a', new Set(['b'])],
    ['b', new Set(['c', 'd'])],
    ['c', new Set(['a'])],
    ['d', new Set(['e'])],
    ['e', new Set<string>()],
    ['f', new Set(['g'])],
    ['g', new Set(['f', 'a'])],
  ]);
  expect(cyclesOf(graph)).toEqual([
    ['a', 'b', 'c'],
    ['f', 'g'],
  ]);
});

test('upwardImports finds an import of a file above, but none across modules or of files that all modules share', () => {
  const graph = new Map(
    Object.entries({
      'packages/domain/src/a/b/one.ts': [
        'packages/domain/src/a/two.ts',
        'packages/domain/src/a/c/three.ts',
        'packages/domain/src/d/index.ts',
        'packages/domain/src/context.ts',
      ],
      'packages/domain/src/a/two.ts': ['packages/domain/src/a/c/three.ts'],
    }).map(([from, targets]) => [from, new Set(targets)]),
  );
  expect(upwardImports(graph)).toEqual(['packages/domain/src/a/b/one.ts -> packages/domain/src/a/two.ts']);
});

test('subfolderCycles finds a cycle at any depth, and ignores files directly in the folder', () => {
  const graph = new Map(
    Object.entries({
      'a/b/c/one.ts': ['a/b/d/two.ts', 'a/b/loose.ts'],
      'a/b/d/two.ts': ['a/b/d/e/three.ts'],
      'a/b/d/e/three.ts': ['a/b/c/four.ts'],
      'a/b/c/four.ts': [],
      'a/b/loose.ts': ['a/b/c/one.ts'],
      'a/f/five.ts': ['a/b/c/one.ts'],
    }).map(([file, targets]) => [file, new Set(targets)]),
  );
  expect(subfolderCycles(graph)).toEqual([['a/b/c', 'a/b/d']]);
});
