// Everything that decides whether a change may land, in order, each step with its time: `npm run check`.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';

interface Step {
  name: string;
  command: [string, ...string[]];
}

const node = (...parts: string[]): [string, ...string[]] => [process.execPath, ...parts];
const STEPS: Step[] = [
  {
    name: 'Format and lint',
    command: node('node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'),
  },
  { name: 'Types', command: node('node_modules/typescript/bin/tsc', '--noEmit') },
  { name: 'Generated files are fresh', command: node('scripts/generate.ts', '--check') },
  { name: 'OpenAPI documents', command: node('scripts/lint-openapi.ts') },
  { name: 'Tests', command: node('node_modules/vitest/vitest.mjs', 'run') },
  { name: 'No personal data in what the tests left behind', command: node('tests/leaks/search.ts') },
  { name: 'Every statement of the specification is proven', command: node('tests/specification/proven.ts') },
];

if (process.argv.includes('--help')) {
  console.log(`usage: npm run check\nRuns in this order:\n${STEPS.map(({ name }) => `  ${name}`).join('\n')}`);
  process.exit(0);
}

rmSync('.test/results.json', { force: true });
const failedSteps: string[] = [];
for (const { name, command } of STEPS) {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const [program, ...parts] = command;
  const { status } = spawnSync(program, parts, { stdio: 'inherit' });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`== ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${seconds} s`);
  if (status !== 0) failedSteps.push(name);
}

const { passed, failed } = countTests();
// Each failed step is a failure; that of the tests is told by their own number, unless every one that ran has passed.
const allFailed = failed + failedSteps.filter((name) => name !== 'Tests' || failed === 0).length;
console.log(`\n${passed} passed, ${allFailed} failed`);
process.exit(allFailed === 0 && passed > 0 ? 0 : 1);

function countTests(): { passed: number; failed: number } {
  try {
    const results = JSON.parse(readFileSync('.test/results.json', 'utf8'));
    return { passed: results.numPassedTests, failed: results.numFailedTests };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
