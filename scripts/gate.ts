// The gate as CI runs it: .ci/run in a fresh clone of HEAD. The result is written to .gate.json.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

if (process.argv.includes('--help')) {
  console.log(
    'usage: npm run gate   clones HEAD into a temporary folder, runs .ci/run there, and writes .gate.json\nOn a slow machine: scripts/slow-machine 0.65 npm run gate',
  );
  process.exit(0);
}

const git = (...parts: string[]) => execFileSync('git', parts, { encoding: 'utf8' }).trim();
const tree = git('rev-parse', 'HEAD^{tree}');
if (git('status', '--porcelain') !== '') console.log('Uncommitted changes are not in the clone.');

const folder = mkdtempSync(join(tmpdir(), 'gate-'));
const clone = join(folder, 'clone');
git('clone', '--quiet', '--no-checkout', '.', clone);
git('-C', clone, 'checkout', '--quiet', '--detach', git('rev-parse', 'HEAD'));

const started = performance.now();
const timesFile = join(folder, 'times');
// Only the shell knows how much CPU time its children used.
const child = spawn('bash', ['-c', 'bash .ci/run; code=$?; times > "$1"; exit $code', 'gate', timesFile], {
  cwd: clone,
  stdio: 'inherit',
  env: asInATerminal(process.env),
});
const [status] = await once(child, 'close');
const seconds = Math.round((performance.now() - started) / 1000);

const outcomeFile = join(clone, '.test/outcome.json');
const outcome: { passed: number; flaky: unknown[] } = existsSync(outcomeFile)
  ? JSON.parse(readFileSync(outcomeFile, 'utf8'))
  : { passed: 0, flaky: [] };
const result = {
  tree,
  passed: status === 0,
  tests: outcome.passed,
  flaky: outcome.flaky,
  seconds,
  cpuSeconds: readTimes(),
};
writeFileSync('.gate.json', `${JSON.stringify(result, null, 2)}\n`);
console.log(`\n${JSON.stringify(result)}`);
if (status === 0) rmSync(folder, { recursive: true, force: true });
else console.log(`The clone is kept in ${clone}`);
process.exit(status ?? 1);

/** CPU time of all processes that were waited for, in user and system mode; detached servers are not included. */
function readTimes(): number {
  if (!existsSync(timesFile)) return 0;
  const [, children = ''] = readFileSync(timesFile, 'utf8').trim().split('\n');
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  return Math.round(parts.reduce((sum, [, minutes, rest]) => sum + Number(minutes) * 60 + Number(rest), 0));
}

/** Without what npm and the Node wrapper set for this checkout. */
function asInATerminal(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = /^(npm_|TEST_PATIENCE$|INIT_CWD$|NODE$)/;
  const ofThisCheckout = /\/\.node24\/|node_modules\/\.bin|node-gyp-bin/;
  const path = (environment.PATH ?? '').split(':').filter((part) => !ofThisCheckout.test(part));
  return {
    ...Object.fromEntries(Object.entries(environment).filter(([name]) => !own.test(name))),
    PATH: path.join(':'),
  };
}
