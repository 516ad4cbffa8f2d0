// Plants one fault in a copy of the checkout and runs the tests that can find it, the closest first, until one fails.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importsOf, reachableFrom, readAll } from '../house/sources.ts';
import { DATABASE, filesOf, listTests, ringOf } from '../tests/rings.ts';
import { LAST_MIGRATION } from './database-faults.ts';
import { AREAS, type AreaName } from './drawing.ts';
import type { Fault } from './fault.ts';
import { plant } from './planting.ts';
import { placeProbes } from './probes.ts';

export interface Verdict {
  /** The check or test that found it. */
  by?: string;
  /** Whether the suites were run. */
  suites: boolean;
  seconds: number;
}

export type Trial = (area: AreaName, fault: Fault, asked: { suites: boolean; passedGate: boolean }) => Verdict;

/** The only file of the gate that starts processes. It runs on its own: a failure elsewhere would end the run and leave its stack. */
const WHOLE_STACK = 'tests/smoke/whole-stack.test.ts';

/**
 * Runs the gate once without faults, which shows what tests can find each of them. Throws if a test fails: it would seem to find
 * every fault.
 */
export function createTrial(copy: string, faults: readonly Fault[]): Trial {
  const gate = listTests().filter((file) => ringOf(file) === 'gate');
  const graph = importsOf('.', readAll('.'));
  const probes = placeProbes(
    copy,
    faults.filter(({ file }) => file !== LAST_MIGRATION),
  );
  const failed = failuresOf(copy, gate);
  probes.remove();
  // Probes themselves can make a test fail that reads sources.
  const failing = failed.length === 0 ? undefined : lastingFailure(copy, failed);
  if (failing !== undefined) throw new Error(`This test fails without a fault: ${failing}`);

  return (area, fault, { suites, passedGate }) => {
    const since = performance.now();
    const uproot = plant(copy, [fault]);
    try {
      const by = passedGate ? undefined : byGate(fault);
      const found = by ?? (suites ? bySuites(copy, area) : undefined);
      return { ...(found !== undefined && { by: found }), suites: suites && by === undefined, seconds: seconds(since) };
    } finally {
      uproot();
    }
  };

  /** The closest tests run first on their own, because most faults are found there within seconds. */
  function byGate(fault: Fault): string | undefined {
    const close = gate.filter((file) => isNear(fault.file, file));
    const able = gate.filter((file) => !close.includes(file) && file !== WHOLE_STACK && canFind(file, fault));
    return byTests(copy, 'gate', [close]) ?? byGenerated(copy, fault) ?? byTests(copy, 'gate', [able, [WHOLE_STACK]]);
  }

  /** Tests in the same folder, tests that import the file, and for the schema the database's tests. */
  function isNear(source: string, test: string): boolean {
    if (source === LAST_MIGRATION) return /^(database|tests\/contract\/database)\//.test(test);
    return dirname(source) === dirname(test) || graph.get(test)?.has(source) === true;
  }

  function canFind(test: string, fault: Fault): boolean {
    const imported = reachableFrom(graph, test);
    if (fault.file === LAST_MIGRATION) return imported.has(DATABASE);
    // Tests of the repository read sources.
    if (/^(tests|scripts)\//.test(test) && !imported.has(DATABASE)) return true;
    return probes.visitorsOf(fault)?.has(test) ?? imported.has(fault.file);
  }
}

function bySuites(copy: string, area: AreaName): string | undefined {
  for (const suite of AREAS[area].suites) {
    const by = byTests(copy, suite, [filesOf(suite)]);
    if (by !== undefined) return by;
  }
  return undefined;
}

function byTests(copy: string, name: string, groups: string[][]): string | undefined {
  for (const files of groups) {
    if (files.length === 0) continue;
    const failed = lastingFailure(copy, files);
    if (failed !== undefined) return `${name}: ${failed}`;
  }
  return undefined;
}

/** Not the generated schema: a change to a migration regenerates it. */
function byGenerated(copy: string, { file }: Fault): string | undefined {
  if (!/^(apps|packages)\//.test(file)) return undefined;
  const { status } = spawnSync(process.execPath, ['scripts/generate.ts', '--check'], { cwd: copy });
  return status === 0 ? undefined : 'gate: generated files';
}

/** A test that passes when it is run again on its own failed because the machine was busy. */
function lastingFailure(copy: string, files: readonly string[]): string | undefined {
  const failed = firstFailure(copy, files);
  if (failed?.file === undefined) return failed?.title;
  if (firstFailure(copy, [failed.file]) !== undefined) return `${failed.file}: ${failed.title}`;
  const others = files.filter((file) => file !== failed.file);
  return others.length === 0 ? undefined : lastingFailure(copy, others);
}

/** The first test that fails, if any. */
function firstFailure(copy: string, files: readonly string[]): { file?: string; title: string } | undefined {
  const { passed, testResults } = runTests(copy, ['--bail', '1', ...files]);
  if (passed) return undefined;
  const failed = testResults?.find((file) => file.status === 'failed');
  if (failed === undefined) return { title: 'the run itself' };
  const title = failed.assertionResults.find((test) => test.status === 'failed')?.fullName;
  return { file: failed.name.slice(copy.length + 1), title: title ?? 'the file itself' };
}

/** The files that fail. */
function failuresOf(copy: string, files: readonly string[]): string[] {
  const { testResults } = runTests(copy, files);
  if (testResults === undefined) throw new Error('The gate did not finish');
  return testResults.filter((file) => file.status === 'failed').map((file) => file.name.slice(copy.length + 1));
}

interface Run {
  passed: boolean;
  /** None if the run was killed. */
  testResults?: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
}

/** After this many minutes, a run counts as stuck: a fault can make a loop endless, which the timeout of a test cannot end. */
const STUCK_MINUTES = 20;

function runTests(copy: string, parameters: readonly string[]): Run {
  const report = join(copy, '.test/planted.json');
  rmSync(report, { force: true });
  const run = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...parameters];
  const { status } = spawnSync('timeout', ['--signal=KILL', `${STUCK_MINUTES}m`, ...run], {
    cwd: copy,
    // With the usual patience for busy machines, a fault that makes a test hang would cost twelve minutes.
    env: { TEST_PATIENCE: '0.25', ...process.env, TEST_REPORT: report },
    stdio: 'ignore',
  });
  return { passed: status === 0, ...(existsSync(report) && JSON.parse(readFileSync(report, 'utf8'))) };
}

const seconds = (since: number) => Math.round((performance.now() - since) / 1000);
