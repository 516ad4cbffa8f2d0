// Runs an operator's command in the test's own process; command-process.ts runs it as an operator would.
import { runProgram } from '../../apps/ctl/src/program.ts';
import { TEST_KEY_RING } from './values.ts';

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

/**
 * `onboardingctl` in the test's own process. `typed` is what the operator types on the terminal; without it there is no
 * terminal.
 */
export async function ctl(
  words: readonly string[],
  environment: Record<string, string>,
  typed?: string,
  columns = Number.POSITIVE_INFINITY,
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
    width: columns,
  });
  return outcome;
}
