// Two builds of the same version may differ, so every program also names its commit.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { findProgram } from '../harness/programs.ts';

const run = promisify(execFile);

test.each([
  'apps/api/src/main.ts',
  'apps/identity/src/main.ts',
  'apps/worker/src/main.ts',
  'apps/ctl/src/main.ts',
  'packages/cli/src/main.ts',
])('%s from a checkout prints its version and commit, without any settings', async (source) => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8'));
  const commit = (await run('git', ['rev-parse', 'HEAD'])).stdout.trim();
  const { stdout } = await run(process.execPath, [await findProgram(source), '--version'], {
    env: { PATH: process.env.PATH },
  });
  expect(stdout).toBe(`${version} (${commit})\n`);
});
