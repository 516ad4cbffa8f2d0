// All checks that a change must pass, each with its time: `npm run check`. `--suite` and `--all` run the system suites.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { MOST_FLAKY, type Outcome } from './tests/again.ts';
import { countTests, merge } from './tests/results.ts';
import { filesOf, SUITES, type SuiteName } from './tests/rings.ts';
import { runTests } from './tests/run.ts';

interface Step {
  name: string;
  command: [string, ...string[]];
  /** Checks what this one leaves behind. */
  next?: Step;
}

const node = (...parts: string[]): [string, ...string[]] => [process.execPath, ...parts];
/** They run in parallel: they depend on each other only by `next`, and each waits much of the time. */
const WITHOUT_RUNNING: Step[] = [
  {
    name: 'Format and lint',
    command: node('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  },
  { name: 'Types', command: node('node_modules/typescript/bin/tsc', '--noEmit') },
  { name: 'Types of the portal', command: node('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'apps/portal') },
  { name: 'Types of the console', command: node('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'apps/console') },
  {
    name: 'Types of the documentation',
    command: node('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'apps/docs'),
  },
  {
    name: 'The sites build',
    command: node('scripts/build-sites.ts'),
    next: { name: 'The sites stay within their budget', command: node('scripts/site-budget.ts') },
  },
  {
    name: 'No dead exports',
    command: node('node_modules/knip/bin/knip.js', '--include', 'exports,types', '--no-config-hints'),
  },
  { name: 'Generated files are up to date', command: node('scripts/generate.ts', '--check') },
  { name: 'OpenAPI documents', command: node('scripts/lint-openapi.ts') },
  { name: 'No floor for planted faults was lowered', command: node('scripts/mutate.ts', '--check') },
];
const CONTAINERFILES: Step = { name: 'Containerfiles', command: node('scripts/lint-deploy.ts') };
/** Each search requires the kinds of artefacts that its tests produce. */
const leaks = (...kinds: string[]): Step => ({
  name: 'No personal data in what the tests left behind',
  command: node('tests/leaks/search.ts', '--needs', kinds.join(',')),
});
const covered = (...options: string[]): Step => ({
  name: 'Every statement of the specification is covered',
  command: node('tests/specification/covered.ts', ...options),
});

const USAGE = `usage: npm run check                      the gate, as CI runs it
       npm run check -- --suite NAME...   system suites: ${Object.keys(SUITES).join(', ')}
       npm run check -- --all             the gate and every suite, each with its time

The gate runs in parallel:
${WITHOUT_RUNNING.map(({ name, next }) => `  ${name}${next === undefined ? '' : `, then: ${next.name}`}`).join('\n')}
then the gate's tests, and checks what they left behind and what they cover. Files that fail are rerun alone, at most twice.
Those that then pass are flaky: they are listed, and the run fails if there are more than ${MOST_FLAKY}.`;

const started = performance.now();
const failedSteps: string[] = [];
const outcomes = new Map<string, { seconds: number; outcome: Outcome }>();

const { values, positionals } = parseArgs({
  options: { help: { type: 'boolean' }, all: { type: 'boolean' }, suite: { type: 'boolean' } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !(name in SUITES));
const asked = positionals as SuiteName[];
if (values.help === true || unknown.length > 0 || (values.suite === true) !== asked.length > 0) {
  if (unknown.length > 0) console.error(`There is no suite "${unknown.join('", "')}"`);
  console.log(USAGE);
  process.exit(values.help === true ? 0 : 2);
}

// From earlier runs. Repeated files add to what the first run left.
for (const left of ['artefacts', 'reports', 'results.json', 'outcome.json'])
  rmSync(`.test/${left}`, { recursive: true, force: true });
mkdirSync('.test', { recursive: true });

if (values.suite === true) {
  for (const suite of new Set(asked)) await runSuite(suite);
  await take(leaks(), 'inherit');
} else {
  await Promise.all(
    [...WITHOUT_RUNNING, ...(values.all === true ? [CONTAINERFILES] : [])].map((step) => take(step, 'pipe')),
  );
  await test('gate', () => runTests('gate', 'gate', 'all'));
  if (values.all === true) for (const suite of Object.keys(SUITES) as SuiteName[]) await runSuite(suite);
  const report = merge([...outcomes.values()].map(({ outcome }) => outcome.report));
  writeFileSync('.test/results.json', JSON.stringify(report));
  await take(
    values.all === true ? leaks('logs', 'metrics', 'traces', 'events') : leaks('logs', 'metrics', 'events'),
    'inherit',
  );
  await take(values.all === true ? covered() : covered('--gate'), 'inherit');
}
process.exit(conclude() ? 0 : 1);

function runSuite(suite: SuiteName): Promise<void> {
  return test(suite, () => runTests(suite, 'system', filesOf(suite)));
}

async function test(name: string, run: () => Promise<Outcome>): Promise<void> {
  console.log(`\n== Tests: ${name}`);
  const since = performance.now();
  const outcome = await run();
  const seconds = secondsSince(since);
  console.log(`== Tests: ${name}: ${outcome.failures.length === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  outcomes.set(name, { seconds, outcome });
}

/** With `pipe` the output is shown at the end, so that parallel steps do not mix their lines. */
async function take({ name, command: [program, ...parts], next }: Step, output: 'pipe' | 'inherit'): Promise<void> {
  if (output === 'inherit') console.log(`\n== ${name}`);
  const since = performance.now();
  const child = spawn(program, parts, { stdio: ['inherit', output, output] });
  const said = [child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream)));
  const [status] = await once(child, 'close');
  if (output === 'pipe') console.log(`\n== ${name}\n${(await Promise.all(said)).join('').trimEnd()}`);
  console.log(`== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${secondsSince(since)} s`);
  if (status !== 0) failedSteps.push(name);
  else if (next !== undefined) await take(next, output);
}

/** Repeated at the end, because a long report is often cut to its last lines. True if everything passed. */
function conclude(): boolean {
  const suites = [...outcomes].map(([name, { seconds, outcome }]) => ({
    name,
    seconds,
    passed: countTests(outcome.report, 'passed'),
    failed: countTests(outcome.report, 'failed'),
    flaky: outcome.flaky,
    failures: outcome.failures,
  }));
  const passed = suites.reduce((sum, suite) => sum + suite.passed, 0);
  const flaky = suites.flatMap((suite) => suite.flaky);
  const failures = [
    ...failedSteps.map((name) => `Step: ${name}`),
    ...suites.flatMap((suite) => suite.failures),
    ...(flaky.length > MOST_FLAKY ? [`${flaky.length} files are flaky; at most ${MOST_FLAKY} are allowed`] : []),
    ...(passed === 0 ? ['No test passed'] : []),
  ];
  writeFileSync('.test/outcome.json', JSON.stringify({ passed, flaky, failures, suites }, null, 2));
  console.log('');
  for (const { name, seconds, passed, failed, flaky } of suites)
    console.log(
      `${name.padEnd(10)} ${String(seconds).padStart(7)} s  ${passed} passed, ${failed} failed, ${flaky.length} flaky files`,
    );
  if (flaky.length > 0)
    console.log(`\nFlaky, to be fixed in the next change:\n${flaky.map(({ firstError }) => firstError).join('\n')}`);
  if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
  console.log(`\n${passed} passed, ${failures.length} failed, ${flaky.length} flaky in ${secondsSince(started)} s`);
  return failures.length === 0;
}

function secondsSince(since: number): number {
  return Number(((performance.now() - since) / 1000).toFixed(1));
}
