// The results of a vitest run, read from its reports.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

interface TestResult {
  ancestorTitles: string[];
  title: string;
  fullName: string;
  status: string;
  failureMessages: string[];
}

export interface FileResult {
  /** Relative to the root of the repository. */
  name: string;
  status: string;
  /** Why the file itself failed, if not because of its tests. */
  message: string;
  assertionResults: TestResult[];
}

/** The parts of vitest's report that are used, and what it lacks. */
export interface Report {
  testResults: FileResult[];
  /** Errors outside of any test. */
  unhandled: string[];
}

/** Where a run writes errors outside of any test, next to its report. */
export const unhandledErrorsOf = (report: string): string => report.replace(/\.json$/, '.errors.json');

/** A run that was killed leaves no report. */
export function readReport(file: string): Report | undefined {
  const errors = unhandledErrorsOf(file);
  if (!existsSync(file) || !existsSync(errors)) return undefined;
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as { testResults: FileResult[] };
  return {
    testResults: testResults.map((one) => ({ ...one, name: relative('.', one.name) })),
    unhandled: JSON.parse(readFileSync(errors, 'utf8')),
  };
}

export const failedFiles = (report: Report): FileResult[] =>
  report.testResults.filter(({ status }) => status === 'failed');

/** Later results of a file replace earlier ones. Errors outside of any test are kept. */
export function merge(reports: readonly Report[]): Report {
  const files = new Map(reports.flatMap(({ testResults }) => testResults.map((file) => [file.name, file] as const)));
  return { testResults: [...files.values()], unhandled: reports.flatMap(({ unhandled }) => unhandled) };
}

export function countTests(report: Report, status: 'passed' | 'failed'): number {
  return report.testResults.flatMap(({ assertionResults }) => assertionResults).filter((test) => test.status === status)
    .length;
}

/** A line for each failed test of a file, or one for the file. */
export function failuresOf({ name, message, assertionResults }: FileResult): string[] {
  const failed = assertionResults.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return [`${name}: ${inOneLine(message)}`];
  return failed.map((test) => `${name}: ${test.fullName}: ${inOneLine(test.failureMessages.join(' '))}`);
}

export function inOneLine(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').slice(0, 400);
}
