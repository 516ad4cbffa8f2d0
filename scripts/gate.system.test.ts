import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../tests/harness/patience.ts';
import { listProcessesBelow } from './servers/processes.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'gate-test-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

/** Runs the gate on a repository whose .ci/run is this script. Its clone lies in `temporary`. */
function startGate(script: string) {
  const [repository, temporary] = [join(home, 'repository'), join(home, 'temporary')];
  mkdirSync(join(repository, '.ci'), { recursive: true });
  mkdirSync(temporary);
  writeFileSync(join(repository, '.ci/run'), script);
  const git = (...parts: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...parts], { cwd: repository });
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'a');
  const gate = spawn(process.execPath, [resolve('scripts/gate.ts')], {
    cwd: repository,
    env: { ...process.env, TMPDIR: temporary, STARTED: join(home, 'started') },
    stdio: 'ignore',
  });
  return { gate, temporary, ended: once(gate, 'close') };
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a gate interrupted by %s leaves neither processes nor its clone',
  async (signal) => {
    // The first process leaves the group of the gate, as servers do.
    const { gate, temporary, ended } = startGate('setsid sleep 600 &\nsleep 600 &\ntouch "$STARTED"\nwait\n');
    await until(async () => existsSync(join(home, 'started')), 'the gate runs its script');
    await until(async () => listProcessesBelow(temporary).length >= 3, 'its processes run');
    gate.kill(signal);
    expect(await ended).toEqual([signal === 'SIGINT' ? 130 : 143, null]);
    expect(listProcessesBelow(temporary)).toEqual([]);
    expect(readdirSync(temporary)).toEqual([]);
  },
);

test.each([
  ['a gate that passes removes its clone', 'true', 0, 0],
  ['a gate that fails keeps its clone', 'false', 1, 1],
])('%s', async (_title, script, code, clones) => {
  const { temporary, ended } = startGate(script);
  expect(await ended).toEqual([code, null]);
  expect(readdirSync(temporary)).toHaveLength(clones);
});
