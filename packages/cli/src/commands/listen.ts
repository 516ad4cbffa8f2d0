import type { WebhookEvent } from '@onboarding/sdk';
import type { Command } from 'commander';
import { explained } from '../explained.ts';
import { followEvents } from '../listen/change-feed.ts';
import { insist } from '../listen/insist.ts';
import { chooseReceiver, deliver, type ReceiverOptions, toDeliveryLines } from '../listen/receiver.ts';
import { toMoment } from '../output/durations.ts';
import { toCount } from '../output/layout.ts';
import { provideSecret } from '../profiles/webhook-secret.ts';
import type { Perform, Task } from '../task.ts';

interface ListenOptions extends ReceiverOptions {
  since?: string;
  printSecret?: boolean;
}

export function addListen(program: Command, perform: Perform): void {
  explained(
    program
      .command('listen')
      .description('forward your events to a port on this machine, signed like real deliveries')
      .option('--forward-to <url>', 'URL of your receiver')
      .option('--allow-remote', 'allow a --forward-to that is not on this machine')
      .option(
        '--since <when>',
        'start at this time instead of now: 2026-11-15T10:00:00Z, or 30m, 12h, 7d ago (at most 30 days)',
      )
      .option('--print-secret', 'print the signing secret, and nothing else')
      .action(perform(run)),
    {
      notes:
        'Follows your change feed with your own credential, so that you can develop without a public URL. Each event is sent with all headers of a real delivery and retried until your receiver answers. The command prints the status and the first line of each answer. Ctrl-C ends it with exit code 0.\nDeliveries are signed with a secret that is created once and stored in the profile; ONBOARDING_WEBHOOK_SECRET overrides it.',
      examples: [
        '--forward-to http://localhost:3000/hooks',
        '--forward-to http://localhost:3000/hooks --since 1h',
        '--print-secret',
      ],
    },
  );
}

async function run(task: Task, options: ListenOptions): Promise<void> {
  if (options.printSecret === true) {
    const { secret } = await provideSecret(await task.find());
    task.answer({ secret }, secret);
    return;
  }
  const forwardTo = chooseReceiver(options);
  const now = new Date();
  const since = options.since === undefined ? now : toMoment('--since', options.since, now);
  const { profile } = await task.settings();
  await task.privateKey();
  const { secret, isNew } = await provideSecret(await task.find());
  task.note(`Forwarding to ${forwardTo.href}, starting at ${since.toISOString()}. Press Ctrl-C to stop.`);
  task.note(
    isNew
      ? `Signed with a new secret, stored in the profile "${profile}"; configure it in your receiver:\n${secret}`
      : `Signed with the secret of the profile "${profile}"; --print-secret shows it.`,
  );
  const forwarded = await listen(task, { forwardTo, secret, since });
  task.note(`Stopped. ${toCount(forwarded, 'event was', 'events were')} forwarded.`);
}

// Follows the change feed and forwards each event to a receiver on this machine.

interface Listening {
  forwardTo: URL;
  secret: string;
  since: Date;
}

/** Returns the number of forwarded events when the task is interrupted. */
async function listen(task: Task, { forwardTo, secret, since }: Listening): Promise<number> {
  const { signal } = task;
  const receiver = { who: 'The receiver', signal, say: task.note };
  let forwarded = 0;
  const forward = async (event: WebhookEvent) => {
    const body = JSON.stringify(event);
    const deliveryId = crypto.randomUUID();
    const answer = await insist(receiver, (attempt) =>
      deliver(forwardTo, { event, body, secret, deliveryId, attempt }, signal),
    );
    task.tell(
      { eventId: event.eventId, eventType: event.eventType, occurredAt: event.occurredAt, ...answer },
      toDeliveryLines(task.page, event, answer),
    );
    forwarded++;
  };
  try {
    for await (const event of followEvents(task, since, () => task.note('Ready.'))) await forward(event);
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
  }
  return forwarded;
}
