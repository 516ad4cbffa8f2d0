import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const clone = mkdtempSync(join(tmpdir(), 'clone-'));
afterAll(() => rmSync(clone, { recursive: true }));

const run = (...words: string[]) =>
  promisify(execFile)(join(clone, 'scripts/with-node24'), words, {
    env: { PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
  }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }) => ({ code, said: stderr }),
  );

test('in a clone without packages, a script says how to install them; with them, it runs', async () => {
  mkdirSync(join(clone, 'scripts'));
  cpSync('scripts/with-node24', join(clone, 'scripts/with-node24'));
  const script = join(clone, 'scripts/release.ts');
  writeFileSync(script, "console.log('run');");
  expect(await run(script)).toEqual({
    code: 1,
    said: expect.stringMatching(/not installed.* npm ci --ignore-scripts\n$/),
  });
  // What builds run before they install.
  expect(await run('-p', '"run"')).toEqual({ code: 0, said: 'run\n' });
  mkdirSync(join(clone, 'node_modules'));
  expect(await run(script)).toEqual({ code: 0, said: 'run\n' });
});
