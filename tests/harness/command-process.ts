// Runs an operator's command as an operator would: in a separate process.
import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Outcome } from './command.ts';
import { COMPILED, findProgram } from './programs.ts';
import { TEST_KEY_RING } from './values.ts';

/** `onboardingctl`, as a process. It has the tests' key ring. */
export async function runCtl(words: readonly string[], environment: Record<string, string>): Promise<Outcome> {
  const env = {
    ...COMPILED,
    PATH: process.env.PATH,
    KEY_RING: JSON.stringify(TEST_KEY_RING),
    ONBOARDING_OPERATOR: 'olga',
    ...environment,
  };
  const program = await findProgram('apps/ctl/src/main.ts');
  return promisify(execFile)(process.execPath, [program, ...words], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Outcome) => ({ code, stdout, stderr }),
  );
}

/** Installs commands for the blocks of a page in a folder, each with the shell line that it runs. */
export async function installCommands(folder: string, lines: Record<string, string>): Promise<string> {
  await mkdir(folder, { recursive: true });
  for (const [name, line] of Object.entries(lines)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${line}\n`);
    await chmod(join(folder, name), 0o755);
  }
  return folder;
}

/** The shell line of `onboardingctl`. */
export const ctlLine = async () => `exec '${process.execPath}' '${await findProgram('apps/ctl/src/main.ts')}' "$@"`;
