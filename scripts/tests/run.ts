// Runs test files with vitest, and repeats those that failed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { again, MOST_TRIES, type Outcome } from './again.ts';
import { failedFiles, type Report, readReport, unhandledErrorsOf } from './results.ts';
import { type Ring, WORKERS } from './rings.ts';

const REPORTS = '.test/reports';

/** These files of a ring, or all of it. */
export async function runTests(title: string, ring: Ring, files: readonly string[] | 'all'): Promise<Outcome> {
  // Without files, vitest would run all of them.
  if (files.length === 0) return nothing(`${title}: there are no such tests`);
  const first = await runOnce(`${title}.json`, ring, files === 'all' ? [] : files, WORKERS);
  if (first === undefined) return nothing(`${title}: the run ended without a report`);
  return again(first, (file, attempt) => {
    console.log(`\n== Rerunning alone, run ${attempt} of ${MOST_TRIES}: ${file}`);
    return runOnce(`${title}-again.json`, ring, [file], 1);
  });
}

const nothing = (failure: string): Outcome => ({
  report: { testResults: [], unhandled: [] },
  flaky: [],
  failures: [failure],
});

async function runOnce(
  name: string,
  ring: Ring,
  files: readonly string[],
  workers: number,
): Promise<Report | undefined> {
  const output = join(REPORTS, name);
  for (const file of [output, unhandledErrorsOf(output)]) rmSync(file, { force: true });
  const parts = ['run', '--project', ring, `--maxWorkers=${workers}`, ...files];
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...parts], {
    stdio: 'inherit',
    // Screenshots are not needed here, and each takes time.
    env: { ...process.env, NO_PICTURES: '1', TEST_REPORT: output },
  });
  const [status] = await once(child, 'close');
  const report = readReport(output);
  if (report === undefined || status === 0 || failedFiles(report).length > 0 || report.unhandled.length > 0)
    return report;
  return { ...report, unhandled: [`vitest ended with ${status}, and no test failed`] };
}
