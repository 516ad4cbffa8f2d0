// Plants one fault in a copy of the checkout and runs the tests, the closest first, until one fails.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importsOf, readAll } from '../house/sources.ts';
import { filesOf, listTests, ringOf } from '../tests/rings.ts';
import { LAST_MIGRATION } from './database-faults.ts';
import { AREAS, type AreaName } from './drawing.ts';
import { type Fault, planted } from './fault.ts';

export interface Verdict {
  /** The check or test that found it. */
  by?: string;
  /** Whether the suites were run. */
  suites: boolean;
  seconds: number;
}

/** Type checks, each for the sources it covers. */
const TYPES: Record<string, RegExp> = {
  '.': /\.ts$/,
  'apps/portal': /^(apps\/portal|packages)\//,
  'apps/console': /^(apps\/console|packages)\//,
};

/** Undefined for a fault that does not compile. */
export type Trial = (
  area: AreaName,
  fault: Fault,
  asked: { suites: boolean; passedGate: boolean },
) => Verdict | undefined;

const gateTests = () => listTests().filter((file) => ringOf(file) === 'gate');

/** A test of the gate that fails in the copy without any fault: it would seem to find every fault. */
export const failsAnyway = (copy: string): string | undefined => lastingFailure(copy, gateTests());

export function createTrial(copy: string): Trial {
  const gate = gateTests();
  const near = nearness();

  return (area, fault, { suites, passedGate }) => {
    const since = performance.now();
    const whole = plant(copy, fault);
    try {
      if (!passedGate && !compiles(copy, fault)) return undefined;
      const by = passedGate ? undefined : (byGenerated(copy, fault) ?? byTests('gate', inOrder(fault)));
      const found = by ?? (suites ? bySuites(area) : undefined);
      return { ...(found !== undefined && { by: found }), suites: suites && by === undefined, seconds: seconds(since) };
    } finally {
      whole();
    }
  };

  /** The closest tests run first on their own, because most faults are found there within seconds. */
  function inOrder(fault: Fault): string[][] {
    const close = gate.filter((file) => near(fault.file, file));
    const rest = gate.filter((file) => !close.includes(file));
    return [close, rest].filter((files) => files.length > 0);
  }

  function bySuites(area: AreaName): string | undefined {
    for (const suite of AREAS[area].suites) {
      const by = byTests(suite, [filesOf(suite)]);
      if (by !== undefined) return by;
    }
    return undefined;
  }

  function byTests(name: string, groups: string[][]): string | undefined {
    for (const files of groups) {
      const failed = lastingFailure(copy, files);
      if (failed !== undefined) return `${name}: ${failed}`;
    }
    return undefined;
  }
}

/** Returns a function that removes the fault. */
function plant(copy: string, fault: Fault): () => void {
  const place = join(copy, fault.file);
  if (!existsSync(place)) {
    writeFileSync(place, fault.replacement);
    return () => rmSync(place);
  }
  const text = readFileSync(place, 'utf8');
  writeFileSync(place, planted(text, fault));
  return () => writeFileSync(place, text);
}

function compiles(copy: string, { file }: Fault): boolean {
  return Object.entries(TYPES).every(([project, covers]) => {
    if (!covers.test(file)) return true;
    const info = `.test/${project.replaceAll(/\W/g, '')}.tsbuildinfo`;
    const parts = ['--noEmit', '-p', project, '--incremental', '--tsBuildInfoFile', join(copy, info)];
    return spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', ...parts], { cwd: copy }).status === 0;
  });
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

/** After this many minutes, a run counts as stuck: a fault can make a loop endless, which the timeout of a test cannot end. */
const STUCK_MINUTES = 20;

/** The first test that fails, if any. */
function firstFailure(copy: string, files: readonly string[]): { file?: string; title: string } | undefined {
  const report = join(copy, '.test/planted.json');
  rmSync(report, { force: true });
  const run = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--bail', '1', ...files];
  const { status } = spawnSync('timeout', ['--signal=KILL', `${STUCK_MINUTES}m`, ...run], {
    cwd: copy,
    // With the usual patience for busy machines, a fault that makes a test hang would cost twelve minutes.
    env: { TEST_PATIENCE: '0.25', ...process.env, TEST_REPORT: report },
    stdio: 'ignore',
  });
  if (status === 0) return undefined;
  if (!existsSync(report)) return { title: 'the run itself' };
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
  };
  const failed = testResults.find((file) => file.status === 'failed');
  if (failed === undefined) return { title: 'the run itself' };
  const title = failed.assertionResults.find((test) => test.status === 'failed')?.fullName;
  return { file: failed.name.slice(copy.length + 1), title: title ?? 'the file itself' };
}

/** Tests in the same folder, tests that import the file, and for the schema the database's tests. */
function nearness(): (source: string, test: string) => boolean {
  const graph = importsOf('.', readAll('.'));
  return (source, test) =>
    source === LAST_MIGRATION
      ? /^(database|tests\/contract\/database)\//.test(test)
      : dirname(source) === dirname(test) || graph.get(test)?.has(source) === true;
}

const seconds = (since: number) => Math.round((performance.now() - since) / 1000);
