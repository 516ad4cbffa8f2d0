// The tests that need no server, and the sources they cover: what StrykerJS works on.
import { importsOf, readAll } from '../house/sources.ts';
import { listTests, ringOf } from '../tests/rings.ts';

/** Every gate test with a database imports this, directly or indirectly. */
const DATABASE = 'tests/harness/database.ts';
/** Tests of the repository itself: most read files or start processes, where StrykerJS cannot activate a fault. */
const OF_REPOSITORY = /^(tests|scripts)\//;

export interface Module {
  name: string;
  /** Hand-written sources that tests without a server import directly. */
  sources: string[];
  /** Those tests. */
  tests: string[];
}

export function readModules(): Module[] {
  const graph = importsOf('.', readAll('.'));
  const reaches = (file: string): Set<string> => {
    const seen = new Set([file]);
    for (const reached of seen) for (const next of graph.get(reached) ?? []) seen.add(next);
    return seen;
  };
  const covered = listTests()
    .filter((file) => ringOf(file) === 'gate' && !OF_REPOSITORY.test(file) && !reaches(file).has(DATABASE))
    .flatMap((test) => [...(graph.get(test) ?? [])].map((source) => ({ test, source })))
    .filter(({ source }) => !OF_REPOSITORY.test(source) && !/\.(test|gen)\.ts$/.test(source));
  return [...Map.groupBy(covered, ({ source }) => moduleOf(source))]
    .map(([name, own]) => ({
      name,
      sources: [...new Set(own.map(({ source }) => source))].sort(),
      tests: [...new Set(own.map(({ test }) => test))].sort(),
    }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The package or module that a source belongs to. */
function moduleOf(source: string): string {
  return source.replace(/^((?:apps|packages)\/[\w-]+)\/src(\/[\w-]+(?=\/))?.*$/, '$1$2');
}
