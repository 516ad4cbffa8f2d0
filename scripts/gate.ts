// The gate as CI runs it: .ci/run in a fresh clone of HEAD. The result is written to .gate.json. A run that is interrupted ends
// its processes and removes its clone.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPostgres, removePostgres } from './servers/postgres-server.ts';
import { endProcess, listProcessesBelow } from './servers/processes.ts';

if (process.argv.includes('--help')) {
  console.log(
    'usage: npm run gate   clones HEAD into a temporary folder, runs .ci/run there, and writes .gate.json\nOn a slow machine: scripts/slow-machine 0.65 npm run gate',
  );
  process.exit(0);
}

const git = (...parts: string[]) => execFileSync('git', parts, { encoding: 'utf8' }).trim();
const tree = git('rev-parse', 'HEAD^{tree}');
if (git('status', '--porcelain') !== '') console.log('Uncommitted changes are not in the clone.');

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gate-')));
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
  // As a group, which an interruption ends as a whole.
  detached: true,
});
let interruptedBy: 'SIGINT' | 'SIGTERM' | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    interruptedBy = signal;
    process.kill(-(child.pid ?? 0), 'SIGTERM');
  });
}
const [status] = await once(child, 'close');
if (interruptedBy !== undefined) {
  await removeClone();
  console.error('Interrupted: nothing is left of this run');
  process.exit(128 + constants.signals[interruptedBy]);
}
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
if (status === 0) await removeClone();
else console.log(`The clone is kept in ${clone}`);
process.exit(status ?? 1);

/** With the processes that still run in it, and the databases, which lie elsewhere if another user must run them. */
async function removeClone(): Promise<void> {
  for (const directory of globSync(join(clone, '.test/postgres-*'))) {
    await findPostgres(directory)?.stop();
    await removePostgres(directory);
  }
  await Promise.all(listProcessesBelow(folder).map((identity) => endProcess(identity, 5_000)));
  rmSync(folder, { recursive: true, force: true });
}

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
