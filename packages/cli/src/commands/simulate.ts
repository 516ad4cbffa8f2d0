import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, type OnboardingClient, type Simulated, type Simulation } from '@onboarding/sdk';
import { Argument, type Command } from 'commander';
import { explained } from '../explained.ts';
import { CliFailure, EXIT, wrongUsage } from '../failure.ts';
import { BUSINESS, customerIdOf } from '../named-business.ts';
import { toDuration } from '../output/durations.ts';
import { paintStatus, toFacts } from '../output/layout.ts';
import type { Perform, Task } from '../task.ts';

const OUTCOMES = ['Approve', 'Reject', 'RequestChanges', 'Hold', 'Release', 'Reopen'] as const;

type ReasonCode = NonNullable<Simulation['reasons']>[number]['code'];

interface SimulateOptions {
  /** Checked by the API, whose error lists the valid values. */
  reason?: ReasonCode[];
  person?: string[];
  timeout: string;
}

export function addSimulate(program: Command, perform: Perform): void {
  explained(
    program
      .command('simulate')
      .description('control the review of a business in a sandbox')
      .argument(...BUSINESS)
      .addArgument(new Argument('<outcome>', 'what the reviewers do').choices(OUTCOMES))
      .option('--reason <code>', 'reason code, such as Ownership.Incomplete; repeat for more', collect)
      .option('--person <id=verdict>', 'a uboId and Approved, Rejected or ChangesRequested; repeat for more', collect)
      .option('--timeout <time>', 'how long to wait until the business is ready for a decision', '2m')
      .action(perform(simulate)),
    {
      examples: ['$CUSTOMER Approve', '$CUSTOMER RequestChanges --reason Ownership.Incomplete'],
    },
  );
}

const collect = (value: string, before: string[] = []) => [...before, value];

async function simulate(
  task: Task,
  business: string,
  outcome: Simulation['outcome'],
  { reason = [], person = [], timeout }: SimulateOptions,
): Promise<void> {
  const timeoutMs = toDuration('--timeout', timeout);
  const body: Simulation = {
    outcome,
    ...(reason.length > 0 && { reasons: reason.map((code) => ({ code })) }),
    ...(person.length > 0 && { people: person.map(toVerdict) }),
  };
  const client = await task.client();
  const customerId = await customerIdOf(task, business);
  const moved = await untilReady(task, client, { customerId, body, timeoutMs });
  task.answer(
    moved,
    toFacts(task.page, [
      ['Customer', moved.customerId],
      ['Status', paintStatus(task.page.paint, moved.verificationStatus)],
      ['Version', String(moved.version)],
    ]),
  );
}

type PersonVerdict = NonNullable<Simulation['people']>[number];

function toVerdict(given: string): PersonVerdict {
  const [uboId = '', verdict] = given.split('=');
  if (verdict === undefined)
    throw wrongUsage(`--person takes a uboId and a verdict, such as ID=Rejected, not "${given}".`);
  return { uboId, verdict: verdict as PersonVerdict['verdict'] };
}

interface Wanted {
  customerId: string;
  body: Simulation;
  timeoutMs: number;
}

const LOOK_MS = 1_000;

/** Right after a change, the business is still being screened, and cannot be approved yet. */
async function untilReady(
  task: Task,
  client: OnboardingClient,
  { customerId, body, timeoutMs }: Wanted,
): Promise<Simulated> {
  const deadline = performance.now() + timeoutMs;
  return task.during(async (progress) => {
    for (;;) {
      try {
        return await client.simulateVerification(customerId, body, { signal: task.signal });
      } catch (thrown) {
        if (!(thrown instanceof ApiError) || thrown.code !== 'Sandbox.NotReady') throw thrown;
        if (performance.now() >= deadline) throw new CliFailure(thrown.message, EXIT.timedOut, { cause: thrown });
      }
      progress.stage('Waiting until it has been screened');
      await delay(LOOK_MS, undefined, { signal: task.signal });
    }
  });
}
