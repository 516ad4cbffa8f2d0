// All checks that a change must pass, each with its time: `npm run check`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';

interface Step {
  name: string;
  command: [string, ...string[]];
}

const node = (...parts: string[]): [string, ...string[]] => [process.execPath, ...parts];
/** They run in parallel: none needs another, and each waits much of the time. */
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
  { name: 'The sites build', command: node('scripts/build-sites.ts') },
  {
    name: 'No dead exports',
    command: node('node_modules/knip/bin/knip.js', '--include', 'exports,types', '--no-config-hints'),
  },
  { name: 'Generated files are fresh', command: node('scripts/generate.ts', '--check') },
  { name: 'OpenAPI documents', command: node('scripts/lint-openapi.ts') },
  { name: 'Containerfiles', command: node('scripts/lint-deploy.ts') },
];
const ONE_BY_ONE: Step[] = [
  { name: 'Tests', command: node('node_modules/vitest/vitest.mjs', 'run') },
  { name: 'No personal data in what the tests left behind', command: node('tests/leaks/search.ts') },
  { name: 'Every statement of the specification is proven', command: node('tests/specification/proven.ts') },
];

if (process.argv.includes('--help')) {
  const list = (steps: Step[]) => steps.map(({ name }) => `  ${name}`).join('\n');
  console.log(
    `usage: npm run check\nRuns at once:\n${list(WITHOUT_RUNNING)}\nthen in this order:\n${list(ONE_BY_ONE)}`,
  );
  process.exit(0);
}

rmSync('.test/results.json', { force: true });
const failedSteps: string[] = [];
await Promise.all(WITHOUT_RUNNING.map((step) => take(step, 'pipe')));
for (const step of ONE_BY_ONE) await take(step, 'inherit');

const { passed, failed, failures } = readResults();
// Once more at the end: a long report is often cut to its last lines.
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
// Each failed step is one failure; the tests count by their own number, unless all of them passed.
const allFailed = failed + failedSteps.filter((name) => name !== 'Tests' || failed === 0).length;
console.log(`\n${passed} passed, ${allFailed} failed`);
process.exit(allFailed === 0 && passed > 0 ? 0 : 1);

/** With `pipe` the output is shown at the end, so that parallel steps do not mix their lines. */
async function take({ name, command: [program, ...parts] }: Step, output: 'pipe' | 'inherit'): Promise<void> {
  if (output === 'inherit') console.log(`\n== ${name}`);
  const started = performance.now();
  // Nobody looks at pictures of pages here, and each costs time.
  const env = { ...process.env, NO_PICTURES: '1' };
  const child = spawn(program, parts, { stdio: ['inherit', output, output], env });
  const said = [child.stdout, child.stderr].map((stream) => (stream === null ? '' : text(stream)));
  const [status] = await once(child, 'close');
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (output === 'pipe') console.log(`\n== ${name}\n${(await Promise.all(said)).join('').trimEnd()}`);
  console.log(`== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  if (status !== 0) failedSteps.push(name);
}

interface Results {
  numPassedTests: number;
  numFailedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

function readResults(): { passed: number; failed: number; failures: string[] } {
  let results: Results;
  try {
    results = JSON.parse(readFileSync('.test/results.json', 'utf8'));
  } catch {
    return { passed: 0, failed: 1, failures: [] };
  }
  const failures = results.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = relative('.', name);
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0) return [`${file}: ${inOneLine(message)}`];
      return failed.map((test) => `${file}: ${test.fullName}: ${inOneLine(test.failureMessages.join(' '))}`);
    });
  return { passed: results.numPassedTests, failed: results.numFailedTests, failures };
}

function inOneLine(text: string): string {
  return stripVTControlCharacters(text).replaceAll(/\s+/g, ' ').slice(0, 400);
}
