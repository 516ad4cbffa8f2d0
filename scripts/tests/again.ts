/**
 * Runs each failed test file again alone, one at a time, at most twice: one that then passes is flaky, which is a bug in itself
 * and reported at the end.
 */
import { type FileResult, failedFiles, failuresOf, inOneLine, merge, type Report } from './results.ts';

export const MOST_TRIES = 3;
/** More flaky files than this are not a coincidence. */
export const MOST_FLAKY = 5;

interface Flaky {
  file: string;
  firstError: string;
}

export interface Outcome {
  /** Of all runs: later results replace earlier ones. */
  report: Report;
  flaky: Flaky[];
  failures: string[];
}

/** Runs each failed file of a report again. A run without a report counts as failed. */
export async function again(
  first: Report,
  run: (file: string, attempt: number) => Promise<Report | undefined>,
): Promise<Outcome> {
  const flaky: Flaky[] = [];
  const reports = [first];
  const failed = failedFiles(first);
  for (const file of failed) {
    // This run has failed, whether they pass now or not.
    const last = failed.length > MOST_FLAKY ? 1 : MOST_TRIES;
    for (let attempt = 2; attempt <= last; attempt++) {
      const report = await run(file.name, attempt);
      if (report === undefined) continue;
      reports.push(report);
      if (failedFiles(report).length > 0 || !hasRun(report, file)) continue;
      flaky.push({ file: file.name, firstError: failuresOf(file)[0] ?? '' });
      break;
    }
  }
  const report = merge(reports);
  return {
    report,
    flaky,
    failures: [
      ...failedFiles(report).flatMap(failuresOf),
      ...report.unhandled.map((error) => `Outside any test: ${inOneLine(error)}`),
      ...(failed.length > MOST_FLAKY
        ? [`${failed.length} files failed: more than ${MOST_FLAKY} are not run again`]
        : []),
    ],
  };
}

const hasRun = (report: Report, { name }: FileResult) => report.testResults.some((file) => file.name === name);
