// Whoever reads a file must not be led back to it by what it imports.
import { describe, expect, test } from 'vitest';
import { between, cyclesOf, folderOf, importsOf, readSources } from '../../../scripts/house/sources.ts';

describe('our own sources', () => {
  const sources = readSources('.');
  const imports = importsOf('.', sources);

  test('have imports that lead to files, through the doors of packages too', () => {
    expect([...(imports.get('apps/api/src/main.ts') ?? [])]).toEqual(
      expect.arrayContaining(['apps/api/src/app.ts', 'packages/platform/src/service/index.ts']),
    );
    expect([...imports.values()].reduce((sum, targets) => sum + targets.size, 0)).toBeGreaterThan(1_000);
  });

  test('hold no two files that import each other, be it for a type or by way of others', () => {
    expect(cyclesOf(imports)).toEqual([]);
  });

  test('hold no two folders of an app, a package or the scripts that import each other', () => {
    expect(cyclesOf(between(imports, folderOf))).toEqual([]);
  });
});

test('a cycle is found with all who are in it and nobody else', () => {
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
