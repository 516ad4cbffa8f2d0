// The receiver of a partner: its health, and pausing and resuming deliveries.
import { addNoun } from '@onboarding/command';
import { WEBHOOK_GIVE_UP_HOURS } from '@onboarding/contract';
import {
  INSPECTED,
  type Inspection,
  inspectEndpoint,
  type OperatorOutcome,
  pauseEndpoint,
  resumeEndpoint,
} from '@onboarding/domain/webhooks';
import type { Tx } from '@onboarding/platform/postgres';
import type { Command } from 'commander';
import { explained } from '../explained.ts';
import { CommandRefused } from '../failure.ts';
import { joined, type Laid, toFacts, toTable, toTime } from '../output.ts';
import { getPartner, PARTNER } from '../partner.ts';
import type { Perform, Task } from '../task.ts';

const READS = 'MIGRATION_DATABASE_URL (role onboarding_owner)';
const NO_WEBHOOK = 'This partner has no webhook. Partners register one in the portal.';

export function addWebhooks(program: Command, perform: Perform): void {
  const webhooks = addNoun(program, 'webhooks', "partners' receivers of events");
  addInspect(webhooks, perform);
  addOperation(webhooks, perform, {
    name: 'pause',
    description: "stop sending to a partner's receiver; events are still recorded and wait",
    perform: (tx, task, given) => pauseEndpoint(tx, task, given),
    done: 'Paused. Nothing more is sent to this partner; deliveries in progress will finish. Resume with: onboardingctl webhooks resume',
    unchanged: 'It is already paused; nothing was changed.',
  });
  addOperation(webhooks, perform, {
    name: 'resume',
    description: 'end a pause, enable a disabled webhook, and send pending deliveries',
    notes: `Pending deliveries are sent oldest first, after new events; those older than ${WEBHOOK_GIVE_UP_HOURS} hours become Exhausted and can be replayed.`,
    perform: (tx, task, given) => resumeEndpoint(tx, task, given),
    done: 'Resumed. Pending deliveries are being sent, oldest first, after new events.',
    unchanged: 'It is neither paused nor disabled; nothing was changed.',
  });
}

function addInspect(webhooks: Command, perform: Perform): void {
  const inspect = webhooks
    .command('inspect')
    .description('show status, health, pending deliveries, running replays and the latest changes')
    .argument('<partner>', PARTNER)
    .action(
      perform(async (task, called: string) => {
        const found = await task.transaction('owner', async (tx) =>
          inspectEndpoint(tx, (await getPartner(tx, called)).partnerId),
        );
        if (found === undefined) throw new CommandRefused(NO_WEBHOOK);
        task.answer(toDocument(found), described(found));
      }),
    );
  explained(inspect, { reads: READS, examples: [`'Acme Marketplace'`] });
}

interface Operation {
  name: string;
  description: string;
  notes?: string;
  perform: (tx: Tx, task: Task, given: { partnerId: string; operator: string }) => Promise<OperatorOutcome>;
  done: string;
  unchanged: string;
}

function addOperation(webhooks: Command, perform: Perform, operation: Operation): void {
  const command = webhooks
    .command(operation.name)
    .description(operation.description)
    .argument('<partner>', PARTNER)
    .action(
      perform(async (task, called: string) => {
        const { name: operator } = task.operator();
        const outcome = await task.transaction('owner', async (tx) => {
          const { partnerId } = await getPartner(tx, called);
          return operation.perform(tx, task, { partnerId, operator });
        });
        if (outcome === 'NotRegistered') throw new CommandRefused(NO_WEBHOOK);
        task.answer({ changed: outcome === 'Done' }, outcome === 'Done' ? operation.done : operation.unchanged);
      }),
    );
  explained(command, {
    notes: [operation.notes, 'The action is recorded with your name among the changes of the webhook.']
      .filter(Boolean)
      .join(' '),
    reads: READS,
    examples: [`'Acme Marketplace'`],
  });
}

/** Only the host of the URL: the rest may contain a key of the partner. */
function toDocument({ endpoint, host, ...facts }: Inspection) {
  const { status, pausedAt, consecutiveFailures, degradedSince, disabledAt, disabledReason } = endpoint;
  return {
    host,
    status,
    pausedAt,
    consecutiveFailures,
    degradedSince,
    disabledAt,
    disabledReason,
    ...facts,
  };
}

function described({ endpoint, host, lane, waiting, replays, changes, dispatchers }: Inspection): Laid {
  const counted = waiting.reduce((sum, row) => sum + row.waiting, 0);
  const facts: [string, string][] = [
    ['Receiver', host],
    ['Status', endpoint.pausedAt === null ? endpoint.status : `${endpoint.status}, paused by an operator`],
    ['Paused since', toTime(endpoint.pausedAt)],
    ['Failures in a row', String(endpoint.consecutiveFailures)],
    ['Degraded since', toTime(endpoint.degradedSince)],
    ['Disabled at', `${toTime(endpoint.disabledAt)} ${endpoint.disabledReason ?? ''}`.trim()],
    ['Resumed at', toTime(lane?.resumedAt)],
    ['Next check', toTime(lane?.dueAt)],
    ['Leased until', toTime(lane?.leasedUntil)],
    ['Replays from', toTime(lane?.replaysFrom)],
    ['Waiting', counted >= INSPECTED.mostWaiting ? `${counted} or more` : String(counted)],
    ...waiting.map((row): [string, string] => [
      `  ${row.class}`,
      `${row.waiting}, next at ${toTime(row.nextAttemptAt)}`,
    ]),
    ...replays.map((row): [string, string] => [
      'Replay running',
      `${row.replayId} of ${toTime(row.requestedAt)}: ${row.created} events, ${row.batches} batches left`,
    ]),
    [
      'Dispatchers',
      dispatchers.length === 0 ? 'none' : `${dispatchers.length}, last seen ${toTime(dispatchers[0]?.beatAt)}`,
    ],
  ];
  const noted = changes.map((row) => [
    toTime(row.occurredAt),
    row.action,
    `${row.actorKind} ${row.actorId}`,
    String(row.details),
  ]);
  return joined('\n\n', toFacts(facts), toTable(['CHANGED AT', 'WHAT', 'BY', 'DETAILS'], noted));
}
