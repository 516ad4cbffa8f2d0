import { addNoun } from '@onboarding/command';
import type { WebhookEvent } from '@onboarding/sdk';
import type { Command } from 'commander';
import { explained } from '../explained.ts';
import { CliFailure, wrongUsage } from '../failure.ts';
import { followEvents } from '../listen/change-feed.ts';
import { chooseReceiver, deliverOnce, isAccepted, type ReceiverOptions, toDeliveryLines } from '../listen/receiver.ts';
import { isCustomerId } from '../named-business.ts';
import { toMoment } from '../output/durations.ts';
import { toTable } from '../output/layout.ts';
import { provideSecret } from '../profiles/webhook-secret.ts';
import type { Perform, Task } from '../task.ts';

interface Filter {
  since?: string;
  type?: string;
  customer?: string;
}

export function addEvents(program: Command, perform: Perform): void {
  const noun = addNoun(program, 'events', 'read events from the change feed, and send them again');
  explained(
    filtered(noun.command('list').description('list the latest events'), '24h ago')
      .option('--limit <count>', 'maximum number of results', '20')
      .action(perform(list)),
    { examples: ['', '--since 7d --type business.verification.updated', '--json'] },
  );
  explained(
    filtered(noun.command('tail').description('print events as they happen, until Ctrl-C'), 'now').action(
      perform(tail),
    ),
    {
      notes: 'With --json, each line is one event. Ctrl-C ends the command with exit code 0.',
      examples: ['', '--since 1h --json'],
    },
  );
  explained(
    noun
      .command('resend')
      .description('send events again to a receiver on this machine')
      .argument('<event...>', 'event ids')
      .option('--forward-to <url>', 'URL of your receiver')
      .option('--allow-remote', 'allow a --forward-to that is not on this machine')
      .action(perform(resend)),
    {
      notes:
        'Each event is read from the change feed, which covers the last 30 days, and sent with a new signature and the header Svc-Replay: true, like a replay from the portal. To have the service itself resend events to your registered URL, use the portal: Deliveries, Replay.',
      examples: ['$EVENT --forward-to http://localhost:3000/hooks'],
    },
  );
}

function filtered(command: Command, start: string): Command {
  return command
    .option('--since <when>', `start at this time instead of ${start}: 2026-11-15T10:00:00Z, or 30m, 12h, 7d ago`)
    .option('--type <type>', 'only events of this type, such as business.profile.created')
    .option('--customer <id>', 'only events of this business');
}

const fits =
  ({ type, customer }: Filter) =>
  (event: WebhookEvent) =>
    (type === undefined || event.eventType === type) &&
    (customer === undefined || event.correlation.customerId === customer);

const EVENT_COLUMNS = ['TIME', 'TYPE', 'EVENT'];

async function list(task: Task, { since = '24h', limit, ...filter }: Filter & { limit: string }): Promise<void> {
  const most = Number(limit);
  if (!Number.isInteger(most) || most < 1) throw wrongUsage('--limit must be a whole number of at least 1.');
  const client = await task.client();
  const latest: WebhookEvent[] = [];
  const isWanted = fits(filter);
  for await (const event of client.iterateChanges(
    { since: toMoment('--since', since, new Date()).toISOString() },
    { signal: task.signal },
  )) {
    if (!isWanted(event)) continue;
    latest.push(event);
    if (latest.length > most) latest.shift();
  }
  task.answer(
    latest,
    latest.length === 0 ? 'No event matches.' : toTable(task.page, EVENT_COLUMNS, latest.map(toEventRow)),
  );
}

async function tail(task: Task, { since, ...filter }: Filter): Promise<void> {
  const now = new Date();
  const from = since === undefined ? now : toMoment('--since', since, now);
  const isWanted = fits(filter);
  try {
    for await (const event of followEvents(task, from, () => task.note('Waiting for events. Press Ctrl-C to stop.')))
      if (isWanted(event)) task.tell(event, toEventRow(event).join('  '));
  } catch (thrown) {
    if (!task.signal.aborted) throw thrown;
  }
  task.note('Stopped.');
}

async function resend(task: Task, ids: string[], options: ReceiverOptions): Promise<void> {
  const forwardTo = chooseReceiver(options);
  const wrong = ids.find((id) => !isCustomerId(id));
  if (wrong !== undefined) throw wrongUsage(`"${wrong}" is not an event id: "onboarding events list" shows them.`);
  const client = await task.client();
  const { secret } = await provideSecret(await task.find());
  let refused = 0;
  for (const id of ids) {
    const event = await findEvent(client.iterateChanges({ since: momentOf(id) }, { signal: task.signal }), id);
    const body = JSON.stringify(event);
    const answer = await deliverOnce(forwardTo, { event, body, secret, isReplay: true }, task.signal);
    task.tell({ eventId: id, eventType: event.eventType, ...answer }, toDeliveryLines(task.page, event, answer));
    if (!isAccepted(answer)) refused++;
  }
  if (refused > 0) task.fail();
}

/** The feed may have stored the event slightly earlier than its id says. */
const EARLIER_MS = 1_000;

/** The first 48 bits of an id are its time, so that the feed need not be read from the start. */
const momentOf = (id: string) =>
  new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - EARLIER_MS).toISOString();

async function findEvent(events: AsyncIterable<WebhookEvent>, id: string): Promise<WebhookEvent> {
  for await (const event of events) if (event.eventId === id) return event;
  throw new CliFailure(`The change feed has no event ${id}: it contains only your events of the last 30 days.`);
}

/** The time of day, the type and the id, which fit into 80 columns. */
export const toEventRow = ({ occurredAt, eventType, eventId }: WebhookEvent): string[] => [
  occurredAt.slice(11, 19),
  eventType,
  eventId,
];
