// Runs an operator's command: as an operator would, in a separate process, or in the process of the test.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { runProgram } from '../../apps/ctl/src/program.ts';
import { TEST_KEY_RING } from './api.ts';
import { COMPILED, findProgram } from './programs.ts';

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/** `onboardingctl`, as a process. It has the tests' key ring. */
export async function runCtl(words: readonly string[], environment: Record<string, string>): Promise<Outcome> {
  const env = { ...COMPILED, PATH: process.env.PATH, KEY_RING: JSON.stringify(TEST_KEY_RING), ...environment };
  const program = await findProgram('apps/ctl/src/main.ts');
  return promisify(execFile)(process.execPath, [program, ...words], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Outcome) => ({ code, stdout, stderr }),
  );
}

/** `onboardingctl` in the process of the test. `typed` is what the operator answers on the terminal; without it there is none. */
export async function ctl(
  words: readonly string[],
  environment: Record<string, string>,
  typed?: string,
): Promise<Outcome> {
  const outcome: Outcome = { code: 0, stdout: '', stderr: '' };
  outcome.code = await runProgram(words, {
    environment: { KEY_RING: JSON.stringify(TEST_KEY_RING), ONBOARDING_OPERATOR: 'olga', ...environment },
    out: (text) => {
      outcome.stdout += text;
    },
    err: (text) => {
      outcome.stderr += text;
    },
    ask:
      typed === undefined
        ? undefined
        : async (question) => {
            outcome.stderr += question;
            return typed;
          },
    width: 120,
  });
  return outcome;
}
