import type { WebhookEvent } from '@onboarding/sdk';
import { Argument, type Command } from 'commander';
import { explained } from '../explained.ts';
import {
  chooseReceiver,
  deliverOnce,
  isAccepted,
  makeTestEvent,
  type ReceiverOptions,
  toDeliveryLines,
} from '../listen/receiver.ts';
import { toDuration } from '../output/durations.ts';
import { paintStatus, toTable } from '../output/layout.ts';
import { provideSecret } from '../profiles/webhook-secret.ts';
import { RECIPES, requireSandbox } from '../sandbox/recipes.ts';
import type { Perform, Task } from '../task.ts';
import { toEventRow } from './events.ts';

const TEST = 'webhook.test';

export function addTrigger(program: Command, perform: Perform): void {
  explained(
    program
      .command('trigger')
      .description('cause an event or an outcome in a sandbox, with a sample business')
      .addArgument(new Argument('<what>', 'an event type or an outcome').choices([...RECIPES.keys(), TEST]))
      .option('--timeout <time>', 'how long to wait for it', '2m')
      .option('--forward-to <url>', `for ${TEST}: URL of your receiver`)
      .option('--allow-remote', 'allow a --forward-to that is not on this machine')
      .action(perform(trigger)),
    {
      notes:
        'Calls the API as your own system would: it creates a business and then, depending on the event, changes it, uploads a document or waits for its review. The events reach your receiver through "listen" or at your registered URL. A webhook.test is sent directly to --forward-to, signed with the secret of the profile. For an existing business, use "simulate".',
      examples: [
        'business.document.confirmed',
        'RequestChanges',
        'webhook.test --forward-to http://localhost:3000/hooks',
      ],
    },
  );
}

interface TriggerOptions extends ReceiverOptions {
  timeout: string;
}

async function trigger(task: Task, what: string, options: TriggerOptions): Promise<void> {
  if (what === TEST) return sendTest(task, chooseReceiver(options));
  const { timeout } = options;
  const timeoutMs = toDuration('--timeout', timeout);
  const recipe = RECIPES.get(what);
  const client = await task.client();
  const { signal } = task;
  const { customerId, events, status } = await task.during(async (progress) => {
    await requireSandbox(await task.settings(), signal);
    const since = new Date(Date.now() - CLOCKS_DIFFER_MS).toISOString();
    const made = (await recipe?.({ client, signal, timeoutMs, progress })) ?? '';
    const { verificationStatus, sequence } = await client.readVerificationStatus(made, { signal });
    const found: WebhookEvent[] = [];
    // The feed may lag: it shows an event only once all earlier ones are stored.
    for await (const event of client.iterateChanges({ since }, { signal, follow: true, pollMs: FEED_MS })) {
      if (event.correlation.customerId !== made) continue;
      found.push(event);
      if ((event.sequence ?? 0) >= sequence) break;
    }
    return { customerId: made, events: found, status: verificationStatus };
  });
  task.answer(
    { customerId, verificationStatus: status, events },
    [
      `${task.page.paint('green', 'Done:')} ${customerId} is ${paintStatus(task.page.paint, status)}.`,
      toTable(task.page, ['TIME', 'TYPE', 'EVENT'], events.map(toEventRow)),
    ].join('\n'),
  );
}

/** The feed uses the clock of the service. */
const CLOCKS_DIFFER_MS = 600_000;
const FEED_MS = 250;

async function sendTest(task: Task, to: URL): Promise<void> {
  const { secret } = await provideSecret(await task.find());
  const event = makeTestEvent('A test by onboarding trigger.');
  const answer = await deliverOnce(to, { event, body: JSON.stringify(event), secret }, task.signal);
  task.answer({ event, ...answer }, toDeliveryLines(task.page, event, answer));
  if (!isAccepted(answer)) task.fail();
}
