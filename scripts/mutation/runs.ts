// Runs tests in a copy of the checkout and says what failed.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** The first test that fails, if any. */
export function firstFailure(copy: string, files: readonly string[]): { file?: string; title: string } | undefined {
  const { passed, testResults } = runTests(copy, ['--bail', '1', ...files], 20);
  if (passed) return undefined;
  const failed = testResults?.find((file) => file.status === 'failed');
  if (failed === undefined) return { title: 'the run itself' };
  const title = failed.assertionResults.find((test) => test.status === 'failed')?.fullName;
  return { file: failed.name.slice(copy.length + 1), title: title ?? 'the file itself' };
}

/** The files that fail. */
export function failuresOf(copy: string, files: readonly string[]): string[] {
  const { testResults } = runTests(copy, files, 60);
  if (testResults === undefined) throw new Error('The tests did not finish');
  return testResults.filter((file) => file.status === 'failed').map((file) => file.name.slice(copy.length + 1));
}

interface Run {
  passed: boolean;
  /** None if the run was killed. */
  testResults?: { name: string; status: string; assertionResults: { status: string; fullName: string }[] }[];
}

/** After so many minutes, a run counts as stuck: a fault can make a loop endless, which the timeout of a test cannot end. */
function runTests(copy: string, parameters: readonly string[], minutes: number): Run {
  const report = join(copy, '.test/planted.json');
  rmSync(report, { force: true });
  const run = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', ...parameters];
  const { status } = spawnSync('timeout', ['--signal=KILL', `${minutes}m`, ...run], {
    cwd: copy,
    // With the usual patience for busy machines, a fault that makes a test hang would cost twelve minutes.
    env: { TEST_PATIENCE: '0.25', ...process.env, TEST_REPORT: report },
    stdio: 'ignore',
  });
  return { passed: status === 0, ...(existsSync(report) && JSON.parse(readFileSync(report, 'utf8'))) };
}
