// Plants one fault in a copy of the checkout and runs the tests, the closest first, until one fails.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { importsOf, readAll } from '../house/sources.ts';
import { filesOf, listTests, ringOf } from '../tests/rings.ts';
import { AREAS } from './areas.ts';
import { LAST_MIGRATION } from './database-faults.ts';
import type { Drawn } from './drawing.ts';
import { type Fault, planted } from './fault.ts';

export interface Verdict {
  /** The check or test that found it. */
  by?: string;
  /** Whether the suites were run. */
  suites: boolean;
  seconds: number;
}

/** The gate's static checks. Not the generated schema: a change to a migration regenerates it. */
const STATIC: Record<string, { parts: string[]; of: RegExp }> = {
  types: { parts: ['node_modules/typescript/bin/tsc', '--noEmit'], of: /\.ts$/ },
  'types of the portal': {
    parts: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'apps/portal'],
    of: /^(apps\/portal|packages)\//,
  },
  'types of the console': {
    parts: ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'apps/console'],
    of: /^(apps\/console|packages)\//,
  },
  'generated files': { parts: ['scripts/generate.ts', '--check'], of: /^(apps|packages)\// },
};

export function createTrial(copy: string) {
  const gate = listTests().filter((file) => ringOf(file) === 'gate');
  const near = nearness();

  return (fault: Drawn, { suites, passedGate }: { suites: boolean; passedGate: boolean }): Verdict => {
    const since = performance.now();
    const whole = plant(copy, fault);
    try {
      const by = passedGate ? undefined : (byStatic(copy, fault) ?? byTests('gate', inOrder(fault)));
      const found = by ?? (suites ? bySuites(fault) : undefined);
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

  function bySuites(fault: Drawn): string | undefined {
    for (const suite of AREAS[fault.area].suites) {
      const by = byTests(suite, [filesOf(suite)]);
      if (by !== undefined) return by;
    }
    return undefined;
  }

  function byTests(name: string, groups: string[][]): string | undefined {
    for (const files of groups) {
      const failed = firstFailure(copy, files);
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

function byStatic(copy: string, { file }: Fault): string | undefined {
  const asked = Object.entries(STATIC).filter(([, { of }]) => of.test(file));
  const found = asked.find(([, { parts }]) => spawnSync(process.execPath, parts, { cwd: copy }).status !== 0);
  return found === undefined ? undefined : `gate: ${found[0]}`;
}

/** The first test that fails, if any. */
function firstFailure(copy: string, files: readonly string[]): string | undefined {
  const report = join(copy, '.test/planted.json');
  rmSync(report, { force: true });
  const { status } = spawnSync(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', '--bail', '1', ...files], {
    cwd: copy,
    env: { ...process.env, TEST_REPORT: report },
    stdio: 'ignore',
  });
  if (status === 0) return undefined;
  if (!existsSync(report)) return 'the run itself';
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
  };
  const failed = testResults.find((file) => file.status === 'failed');
  const title = failed?.assertionResults.find((test) => test.status === 'failed')?.fullName;
  return failed === undefined ? 'the run itself' : `${failed.name.slice(copy.length + 1)}${title ? `: ${title}` : ''}`;
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
