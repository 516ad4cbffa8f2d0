import { describe, expect, test } from 'vitest';
import { again, MOST_FLAKY } from './again.ts';
import type { Report } from './results.ts';

/** A report in which each file has one test. */
const report = (files: Record<string, 'passed' | 'failed'>, unhandled: string[] = []): Report => ({
  unhandled,
  testResults: Object.entries(files).map(([name, status]) => ({
    name,
    status,
    message: '',
    assertionResults: [
      {
        ancestorTitles: [],
        title: 'works',
        fullName: 'works',
        status,
        failureMessages: status === 'failed' ? ['Error: \u001b[31mno\u001b[39m\n  luck'] : [],
      },
    ],
  })),
});

/** Answers each run of a file with its next outcome; undefined is a run that was killed. */
function runner(outcomes: Record<string, ('passed' | 'failed' | undefined)[]>) {
  const runs: string[] = [];
  const run = async (file: string) => {
    runs.push(file);
    const outcome = outcomes[file]?.shift();
    return outcome === undefined ? undefined : report({ [file]: outcome });
  };
  return { runs, run };
}

describe('a failed file', () => {
  test('is flaky if it passes alone, and is listed with its first error', async () => {
    const { run, runs } = runner({ a: ['passed'] });
    const { flaky, failures, report: merged } = await again(report({ a: 'failed', b: 'passed' }), run);
    expect({ flaky, failures, runs }).toEqual({
      flaky: [{ file: 'a', firstError: 'a: works: Error: no luck' }],
      failures: [],
      runs: ['a'],
    });
    expect(merged.testResults.map(({ name, status }) => `${name} ${status}`)).toEqual(['a passed', 'b passed']);
  });

  test('is run twice more, and fails if it passes in neither run', async () => {
    const once = runner({ a: ['failed', 'passed'] });
    expect(await again(report({ a: 'failed' }), once.run)).toMatchObject({ flaky: [{ file: 'a' }], failures: [] });
    const never = runner({ a: ['failed', 'failed', 'passed'] });
    expect(await again(report({ a: 'failed' }), never.run)).toMatchObject({
      flaky: [],
      failures: ['a: works: Error: no luck'],
    });
    expect(never.runs).toEqual(['a', 'a']);
  });

  test('has not passed if its second run is killed or runs nothing', async () => {
    const { run } = runner({ a: [undefined, undefined] });
    expect(await again(report({ a: 'failed' }), run)).toMatchObject({ flaky: [], failures: [expect.anything()] });
    const empty = async () => report({});
    expect(await again(report({ a: 'failed' }), empty)).toMatchObject({ flaky: [], failures: [expect.anything()] });
  });

  test('is listed with the reason if it cannot be loaded', async () => {
    const broken: Report = {
      unhandled: [],
      testResults: [{ name: 'a', status: 'failed', message: 'Cannot find module', assertionResults: [] }],
    };
    expect((await again(broken, async () => undefined)).failures).toEqual(['a: Cannot find module']);
  });
});

test('runs none again if more files failed than may be flaky', async () => {
  const many = Object.fromEntries(Array.from({ length: MOST_FLAKY + 1 }, (_, at) => [`f${at}`, 'failed'] as const));
  const { run, runs } = runner(Object.fromEntries(Object.keys(many).map((file) => [file, ['passed']])));
  const { failures } = await again(report(many), run);
  expect(runs).toEqual([]);
  expect(failures).toHaveLength(MOST_FLAKY + 2);
});

test('an error outside of any test is not fixed by a second run', async () => {
  const { run } = runner({ a: ['passed'] });
  const { failures } = await again(report({ a: 'failed' }, ['Error: the port is taken']), run);
  expect(failures).toEqual(['Outside any test: Error: the port is taken']);
});
