// The programs of a release on a machine with an older Node, such as the one of the distribution. The tests have only one Node, so
// it pretends to be older; that an older one gets as far as this message is tested by what it has to load.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundlePrograms } from '../../scripts/bundle.ts';

const folder = mkdtempSync(join(tmpdir(), 'old-node-'));
const program = join(folder, 'onboarding.js');
beforeAll(() =>
  bundlePrograms({ programs: { onboarding: 'scripts/image/onboarding.ts' }, into: folder, root: folder }),
);
afterAll(() => rmSync(folder, { recursive: true }));

async function runAs(version: string, ...words: string[]): Promise<{ code: number; stderr: string }> {
  const pretend = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'${version}'})`;
  return promisify(execFile)(process.execPath, ['--import', pretend, program, ...words], { env: {} }).then(
    ({ stderr }) => ({ code: 0, stderr }),
    ({ code, stderr }) => ({ code, stderr }),
  );
}

test.each(['18.20.4', '20.20.2', '24.1.0'])('Node %s is refused with the version that is needed', async (version) => {
  for (const words of [['api'], ['ctl', '--help'], ['--version'], []])
    expect(await runAs(version, ...words)).toEqual({
      code: 1,
      stderr: expect.stringMatching(`^This is Node ${version} .*, and Node 24.2 or newer is needed\\. Install it`),
    });
});

test.each(['24.2.0', '24.10.1', '26.0.0'])('Node %s is accepted', async (version) => {
  expect(await runAs(version, '--help')).toEqual({ code: 0, stderr: '' });
});

test('nothing is loaded before the version is checked', () => {
  expect(readFileSync(program, 'utf8')).not.toMatch(/^\s*import\s*["'{*\w]/m);
});

test('the version is the one in package.json', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  expect(readFileSync('scripts/image/onboarding.ts', 'utf8')).toContain(
    `NEEDED_NODE = '${engines.node.replace('>=', '')}'`,
  );
});
