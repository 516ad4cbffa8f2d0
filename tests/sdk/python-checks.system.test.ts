// The Python SDK, checked with the tools of its own language.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { pythonTools } from '../../scripts/openapi-tools.ts';

/** Returns the output; a check that fails throws with its findings. */
async function python(...parts: string[]): Promise<string> {
  const settings = { cwd: 'packages/sdk-python', env: { PATH: process.env.PATH, PYTHONPATH: 'src' } };
  const { stdout, stderr } = await promisify(execFile)(await pythonTools(), parts, settings).catch((thrown) => {
    throw new Error(`python ${parts.join(' ')}:\n${thrown.stdout}${thrown.stderr}`);
  });
  return stdout + stderr;
}

test('passes the strictest type check, and its types reveal mistakes of partners', async () => {
  expect(await python('-m', 'mypy')).toMatch(/^Success: no issues found in \d\d source files/);
});

test('follows the style of its language', async () => {
  expect(await python('-m', 'ruff', 'check')).toContain('All checks passed');
  expect(await python('-m', 'ruff', 'format', '--check')).toContain('already formatted');
});

test('accepts components that a caller provides', async () => {
  expect(await python('-W', 'error', '-m', 'unittest', 'discover', '-s', 'tests')).toMatch(/Ran \d+ tests.*OK\s*$/s);
});
