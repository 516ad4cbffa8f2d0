// The gate, which decides whether a change lands, contains only tests that behave the same on every machine. See
// scripts/tests/rings.ts.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type Graph, importsOf, readAll } from '../../../scripts/house/sources.ts';
import { filesOf, listTests, ringOf, SUITES, type SuiteName } from '../../../scripts/tests/rings.ts';
import { SLOWEST } from '../../harness/slowest-first.ts';

/** The only file of the gate that starts the whole stack. */
const SMOKE = 'tests/smoke/whole-stack.test.ts';
/** They start only short-lived programs: openssl, "bash -n", the search for leaks, listing an archive. */
const SHORT = [
  'packages/domain/src/uploads/inspection/content-rules.test.ts',
  'scripts/certificate-authority.ts',
  'scripts/seed/certificates.ts',
  'tests/contract/house/pages.test.ts',
  'tests/harness/certificates.ts',
  'tests/harness/clients.ts',
  'tests/leaks/search.test.ts',
];
const STARTS = /^import (?!type)[^;]*from '(node:child_process|playwright-core)';/m;

const sources = readAll('.');
const texts = new Map(sources.map(({ path, text }) => [path, text]));
/** Tests and their shared code, not the product. */
const isOurs = (path: string) => /^(tests|scripts)\/|\.test\.ts$/.test(path);

/** The chain of imports from a file to one that starts processes. */
function wayToProcesses(graph: Graph, file: string): string[] | undefined {
  const ways = [[file]];
  const seen = new Set([file]);
  for (const way of ways) {
    const last = way.at(-1) ?? file;
    if (STARTS.test(texts.get(last) ?? '') && !SHORT.includes(last)) return way;
    for (const next of graph.get(last) ?? []) {
      if (seen.has(next) || !isOurs(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return undefined;
}

const graph = importsOf('.', sources);
const gate = listTests().filter((file) => ringOf(file) === 'gate' && file !== SMOKE);

describe('a test of the gate', () => {
  test('starts no process, server or browser, directly or through its imports', () => {
    const ways = gate.map((file) => wayToProcesses(graph, file)).filter((way) => way !== undefined);
    expect(ways.map((way) => way.join(' -> '))).toEqual([]);
  });

  test('would be detected if it started one', () => {
    expect(wayToProcesses(graph, SMOKE)).toEqual([SMOKE, expect.stringMatching(/^tests\/harness\//)]);
    const kills = 'tests/faults/kill-postgres.system.test.ts';
    expect(wayToProcesses(graph, kills)?.length).toBeGreaterThan(1);
  });

  test('cleans up mocked modules, fake timers and a changed environment, because files share a process', () => {
    const leaves =
      /\bvi\.(mock|stubGlobal|stubEnv|setSystemTime|useFakeTimers)\(|^\s*(delete )?process\.env\.\w+( =|;)/m;
    const restores = /\bvi\.(unstubAll|useRealTimers)|\bafter(Each|All)\(/;
    const found = gate.filter((file) => {
      const text = texts.get(file) ?? '';
      return leaves.test(text) && !restores.test(text);
    });
    expect(found).toEqual([]);
  });
});

test('no test has a literal timeout: all come from the harness', () => {
  const limit =
    /AbortSignal\.timeout\([\d_]{4,}\)|^\s*\}, [\d_]{4,}\);|\buntil\([^;]*, [\d_]{4,}\);|timeout: [\d_]{4,}/m;
  const tests = sources.filter(
    ({ path }) => isOurs(path) && !path.startsWith('scripts/') && path !== 'tests/contract/house/rings.test.ts',
  );
  expect(tests.filter(({ text }) => limit.test(text)).map(({ path }) => path)).toEqual([]);
});

test('every system test is in one suite, and every suite has tests', () => {
  const suites = (Object.keys(SUITES) as SuiteName[]).map((name) => filesOf(name));
  expect(suites.filter((files) => files.length === 0)).toEqual([]);
  const system = listTests().filter((file) => ringOf(file) === 'system');
  expect(suites.flat().sort()).toEqual(system);
});

test('no system test is in tests/contract, which is the gate', () => {
  expect(listTests().filter((file) => file.startsWith('tests/contract/') && ringOf(file) === 'system')).toEqual([]);
});

test('CI runs every suite', () => {
  const { jobs } = parse(readFileSync('.github/workflows/ci.yml', 'utf8'));
  expect(jobs.suite.strategy.matrix.suite).toEqual(Object.keys(SUITES));
});

test('the files listed to start first exist', () => {
  expect(SLOWEST.filter((file) => !listTests().includes(file))).toEqual([]);
});
