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
  const { status, paused_at, consecutive_failures, degraded_since, disabled_at, disabled_reason } = endpoint;
  return {
    host,
    status,
    pausedAt: paused_at,
    consecutiveFailures: consecutive_failures,
    degradedSince: degraded_since,
    disabledAt: disabled_at,
    disabledReason: disabled_reason,
    ...facts,
  };
}

function described({ endpoint, host, lane, waiting, replays, changes, dispatchers }: Inspection): Laid {
  const counted = waiting.reduce((sum, row) => sum + row.waiting, 0);
  const facts: [string, string][] = [
    ['Receiver', host],
    ['Status', endpoint.paused_at === null ? endpoint.status : `${endpoint.status}, paused by an operator`],
    ['Paused since', toTime(endpoint.paused_at)],
    ['Failures in a row', String(endpoint.consecutive_failures)],
    ['Degraded since', toTime(endpoint.degraded_since)],
    ['Disabled at', `${toTime(endpoint.disabled_at)} ${endpoint.disabled_reason ?? ''}`.trim()],
    ['Resumed at', toTime(lane?.resumed_at)],
    ['Next check', toTime(lane?.due_at)],
    ['Leased until', toTime(lane?.leased_until)],
    ['Replays from', toTime(lane?.replays_from)],
    ['Waiting', counted >= INSPECTED.mostWaiting ? `${counted} or more` : String(counted)],
    ...waiting.map((row): [string, string] => [
      `  ${row.class}`,
      `${row.waiting}, next at ${toTime(row.next_attempt_at)}`,
    ]),
    ...replays.map((row): [string, string] => [
      'Replay running',
      `${row.replay_id} of ${toTime(row.requested_at)}: ${row.created} events, ${row.batches} batches left`,
    ]),
    [
      'Dispatchers',
      dispatchers.length === 0 ? 'none' : `${dispatchers.length}, last seen ${toTime(dispatchers[0]?.beat_at)}`,
    ],
  ];
  const noted = changes.map((row) => [
    toTime(row.occurred_at),
    row.action,
    `${row.actor_kind} ${row.actor_id}`,
    String(row.details),
  ]);
  return joined('\n\n', toFacts(facts), toTable(['CHANGED AT', 'WHAT', 'BY', 'DETAILS'], noted));
}
