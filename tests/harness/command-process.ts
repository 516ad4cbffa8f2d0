// Runs an operator's command as an operator would: in a separate process.
import { execFile } from 'node:child_process';
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
