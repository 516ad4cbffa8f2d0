// For an operator: shows how the receiver of a partner fares, stops sending to it, and begins again.
import { userInfo } from 'node:os';
import {
  INSPECTED,
  type Inspection,
  inspectEndpoint,
  type OperatorOutcome,
  pauseEndpoint,
  resumeEndpoint,
} from '@onboarding/domain/webhooks';
import { explainFailure, readArguments, withDatabase } from '@onboarding/platform/command';
import { isUuid, systemClock } from '@onboarding/platform/ids';
import { createJobs } from '@onboarding/platform/jobs';
import type { Tx } from '@onboarding/platform/postgres';
import { readCommandConfig } from '../config.ts';

const USAGE = `usage: node apps/worker/src/commands/webhooks.ts COMMAND PARTNER_ID

  inspect PARTNER_ID   shows status, health, what waits, replays under way and the last changes
  pause PARTNER_ID     sends nothing more to the partner's receiver; events go on being recorded and wait
  resume PARTNER_ID    ends a pause, enables a webhook that was disabled, and sends what waits: oldest first, behind new
                       events; what is then older than 72 hours becomes Exhausted and can be replayed

PARTNER_ID is the UUID of the partner. What is done is noted among the changes, with the name of whoever runs this.
Takes DATABASE_URL (role onboarding_worker) from the environment.`;

type Task = (tx: Tx, partnerId: string) => Promise<string>;

const context = { clock: systemClock, jobs: createJobs() };
const operator = userInfo().username;

const COMMANDS: Record<string, Task> = {
  async inspect(tx, partnerId) {
    const found = await inspectEndpoint(tx, partnerId);
    return found === undefined ? TEXTS.NotRegistered : described(found);
  },
  async pause(tx, partnerId) {
    const texts = {
      ...TEXTS,
      Done: 'Paused. Nothing more is sent to this partner; what is under way comes to its end. Begin again with: resume',
      Unchanged: 'It is paused already; nothing was changed.',
    };
    return texts[await pauseEndpoint(tx, context, { partnerId, operator })];
  },
  async resume(tx, partnerId) {
    const texts = {
      ...TEXTS,
      Done: 'Resumed. What waits is being sent, oldest first, behind new events.',
      Unchanged: 'It is neither paused nor disabled; nothing was changed.',
    };
    return texts[await resumeEndpoint(tx, context, { partnerId, operator })];
  },
};

const TEXTS = { NotRegistered: 'This partner has no webhook.' } satisfies Partial<Record<OperatorOutcome, string>>;

const time = (at: Date | null | undefined) =>
  at === null || at === undefined ? '-' : `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`;

function described({ endpoint, host, lane, waiting, replays, changes, dispatchers }: Inspection): string {
  const counted = waiting.reduce((sum, row) => sum + row.waiting, 0);
  const facts: [string, string][] = [
    ['Receiver', host],
    ['Status', endpoint.paused_at === null ? endpoint.status : `${endpoint.status}, paused by an operator`],
    ['Paused since', time(endpoint.paused_at)],
    ['Failures in a row', String(endpoint.consecutive_failures)],
    ['Degraded since', time(endpoint.degraded_since)],
    ['Disabled at', `${time(endpoint.disabled_at)} ${endpoint.disabled_reason ?? ''}`.trim()],
    ['Resumed at', time(lane?.resumed_at)],
    ['Next look', time(lane?.due_at)],
    ['Being sent until', time(lane?.leased_until)],
    ['Replays from', time(lane?.replays_from)],
    ['Waiting', counted >= INSPECTED.mostWaiting ? `${counted} or more` : String(counted)],
    ...waiting.map((row): [string, string] => [
      `  ${row.class}`,
      `${row.waiting}, next at ${time(row.next_attempt_at)}`,
    ]),
    ...replays.map((row): [string, string] => [
      'Replay under way',
      `${row.replay_id} of ${time(row.requested_at)}: ${row.created} events, ${row.batches} batches left`,
    ]),
    [
      'Dispatchers',
      dispatchers.length === 0 ? 'none' : `${dispatchers.length}, last seen ${time(dispatchers[0]?.beat_at)}`,
    ],
  ];
  const width = Math.max(...facts.map(([name]) => name.length)) + 2;
  const noted = changes.map(
    (row) => `  ${time(row.occurred_at)}  ${row.action} by ${row.actor_kind} ${row.actor_id} ${row.details}`,
  );
  return [...facts.map(([name, fact]) => name.padEnd(width) + fact), 'Changes, latest first', ...noted].join('\n');
}

const given = readArguments({ help: { type: 'boolean' } });
const [name = '', partnerId = '', ...more] = given?.positionals ?? [];
const task = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
const help = given?.values.help === true;
if (help || task === undefined || partnerId === '' || more.length > 0) {
  console.log(USAGE);
  process.exit(help ? 0 : 1);
}
if (!isUuid(partnerId)) {
  console.error(`A partner's id is a UUID, not ${JSON.stringify(partnerId)}.`);
  process.exit(1);
}
try {
  await withDatabase('webhooks', readCommandConfig().DATABASE_URL, async (db) => {
    console.log(await db.transaction((tx) => task(tx, partnerId)));
  });
} catch (error) {
  console.error(
    explainFailure(error, {
      away: 'Check DATABASE_URL; nothing was changed.',
      role: 'DATABASE_URL must name the role onboarding_worker.',
    }),
  );
  process.exit(1);
}
