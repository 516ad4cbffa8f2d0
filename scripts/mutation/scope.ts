// The tests that need no server, and the sources they cover: what StrykerJS works on.
import { globSync, readFileSync } from 'node:fs';
import { importsOf, type Source } from '../house/sources.ts';
import { listTests, ringOf } from '../tests/rings.ts';

/** Every gate test with a database imports this, directly or indirectly. */
const DATABASE = 'tests/harness/database.ts';
/** Tests of the repository itself: most read files or start processes, where StrykerJS cannot activate a fault. */
const PROGRAMS = /^(tests|scripts)\//;

export interface Scope {
  tests: string[];
  /** The hand-written sources that these tests import directly. */
  sources: string[];
}

export function readScope(): Scope {
  const all: Source[] = globSync('{apps,packages,scripts,database,tests}/**/*.{ts,tsx}', {
    exclude: (path) => path.includes('node_modules'),
  }).map((path) => ({ path, text: readFileSync(path, 'utf8') }));
  const graph = importsOf('.', all);
  const reaches = (file: string): Set<string> => {
    const seen = new Set([file]);
    for (const reached of seen) for (const next of graph.get(reached) ?? []) seen.add(next);
    return seen;
  };
  const tests = listTests().filter(
    (file) => ringOf(file) === 'gate' && !PROGRAMS.test(file) && !reaches(file).has(DATABASE),
  );
  const sources = new Set(tests.flatMap((file) => [...(graph.get(file) ?? [])]));
  return {
    tests,
    sources: [...sources].filter((path) => !PROGRAMS.test(path) && !/\.(test|gen)\.ts$/.test(path)).sort(),
  };
}

/** The package or module that a source belongs to. */
export function moduleOf(source: string): string {
  return source.replace(/^((?:apps|packages)\/[\w-]+)\/src(\/[\w-]+(?=\/))?.*$/, '$1$2');
}
