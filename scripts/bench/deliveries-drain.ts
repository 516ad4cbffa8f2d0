// How many deliveries per second a worker drains, compared with a bare loop that only signs and sends, and with
// PostgreSQL only writing the same rows.

import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { IN_FLIGHT } from '@onboarding/domain/webhooks';
import { uuidv7 } from '@onboarding/platform/ids';
import { cpuMilliseconds, familyCpuMilliseconds, measureCpu, toldCpu } from './cpu.ts';
import type { Finding } from './deliveries-report.ts';
import {
  EVENT_BODY,
  HEALTHY,
  hostsOf,
  makeEndpoints,
  queueEvents,
  type Scene,
  type SceneDatabase,
  SECRET,
} from './deliveries-scene.ts';
import { median, scaled } from './load.ts';
import { type BenchProcess, connect } from './servers.ts';

const run = promisify(execFile);
const EACH = scaled(60);
const DELIVERIES = HEALTHY * EACH;
const ROUNDS = 4;
const GOAL = 2_500;

interface Drained {
  perSecond: number;
  /** Milliseconds per delivery. */
  cpu: { worker: number; postgres: number; receivers: number };
}

/** A worker that has drained once, so that its code is compiled. */
export async function openDrain(scene: Scene) {
  const database = await scene.makeDatabase('drain');
  const partnerIds = await makeEndpoints(database, hostsOf('h', HEALTHY));
  console.log(`drain: ${DELIVERIES} deliveries over ${HEALTHY} endpoints, queued before the worker starts`);
  await queueEvents(database, partnerIds, EACH);
  await scene.receivers.ask('begin');
  const started = performance.now();
  const worker = await scene.startWorker(database);
  report('cold, its start included', await untilDrained(scene, database, worker, started));
  return {
    database,
    partnerIds,
    worker,
    async again(): Promise<Drained> {
      await scene.receivers.ask('begin');
      // Into the tables first, so that one commit makes all of it visible.
      await queueEvents(database, partnerIds, EACH);
      return untilDrained(scene, database, worker, performance.now());
    },
  };
}

export async function benchDrain(scene: Scene): Promise<Finding[]> {
  const { database, partnerIds, worker, again } = await openDrain(scene);
  const rounds: Drained[] = [];
  const bare: number[] = [];
  const alone: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const drained = await again();
    rounds.push(drained);
    report(`round ${round} of ${ROUNDS}`, drained);
    const { perSecond, cpu } = await bareLoop(scene);
    bare.push(perSecond);
    console.log(`  bare loop ${perSecond.toFixed(0)}/s, ${cpu.toFixed(2)} ms of CPU each`);
    const written = await writeAlone(database, partnerIds, DELIVERIES);
    alone.push(written);
    console.log(`  PostgreSQL alone ${written.toFixed(0)}/s`);
  }
  await worker.stop();
  const rate = median(rounds.map(({ perSecond }) => perSecond));
  const cpuOf = (part: keyof Drained['cpu']) => median(rounds.map(({ cpu }) => cpu[part])).toFixed(2);
  console.log(
    `drain: CPU per delivery in ms (medians): worker ${cpuOf('worker')}, PostgreSQL ${cpuOf('postgres')}, receivers ${cpuOf('receivers')}`,
  );
  return [
    {
      what: 'drain',
      figure: `${rate.toFixed(0)} deliveries/s`,
      baseline: `bare loop ${median(bare).toFixed(0)}/s, PostgreSQL alone ${median(alone).toFixed(0)}/s`,
      goal: `at least ${GOAL}/s`,
      met: rate >= GOAL,
    },
  ];
}

function report(title: string, { perSecond, cpu }: Drained): void {
  console.log(`drain, ${title}: ${perSecond.toFixed(0)}/s; CPU per delivery in ms: ${toldCpu(cpu)}`);
}

/** Waits until all are received and recorded. */
async function untilDrained(
  { servers, receivers }: Scene,
  { owner }: SceneDatabase,
  worker: BenchProcess,
  started: number,
): Promise<Drained> {
  const spent = measureCpu({
    worker: () => cpuMilliseconds(worker.pid),
    postgres: () => familyCpuMilliseconds(servers.postgresPid),
    receivers: () => cpuMilliseconds(receivers.pid),
  });
  while ((await receivers.ask('count')).count < DELIVERIES) await delay(50);
  const waiting = async () => {
    const { rows } = await owner.query(
      `select exists (select from webhook_deliveries where status = 'Pending') as any`,
    );
    return rows[0].any;
  };
  while (await waiting()) await delay(20);
  const seconds = (performance.now() - started) / 1000;
  return { perSecond: DELIVERIES / seconds, cpu: spent(DELIVERIES) };
}

/** In a separate process, like the worker. */
async function bareLoop({ receivers }: Scene): Promise<{ perSecond: number; cpu: number }> {
  const { stdout } = await run(process.execPath, [
    'scripts/bench/deliveries-bare.ts',
    ...[String(receivers.port), receivers.caFile, String(HEALTHY), String(IN_FLIGHT.Active), String(DELIVERIES)],
    ...[SECRET.replace('whsec_', ''), EVENT_BODY],
  ]);
  return JSON.parse(stdout);
}

// PostgreSQL alone, writing the rows of a delivery: its own row, then its attempt, its end and its lane, fifty at a
// time, with prepared statements over a few connections.

const BATCH = 50;
const CONNECTIONS = 4;

const MAKE = `
  with taken as (delete from event_outbox where event_id = any($3::uuid[]))
  insert into webhook_deliveries (partner_id, delivery_id, event_id, event_type, event_version, occurred_at, status, class, next_attempt_at, is_replay)
  select n.partner_id, n.delivery_id, n.event_id, 'business.profile.updated', 1, now(), 'Pending', 'First', now(), false
  from unnest($1::uuid[], $2::uuid[], $3::uuid[]) as n (partner_id, delivery_id, event_id)`;

const END = `
  with ended as (
    update webhook_deliveries d set status = 'Delivered', attempt_count = 1, next_attempt_at = null, last_status_code = 200, completed_at = now()
    from unnest($1::uuid[], $2::uuid[]) as n (partner_id, delivery_id)
    where d.partner_id = n.partner_id and d.delivery_id = n.delivery_id returning d.partner_id, d.delivery_id
  )
  insert into webhook_attempts (partner_id, delivery_id, attempt_no, sent_at, duration_ms, url, status_code)
  select partner_id, delivery_id, 1, now(), 1, 'https://h1.r.example/hooks', 200 from ended`;

const RELEASE = `update webhook_lanes set due_at = null where partner_id = any($1::uuid[])`;

/** Deliveries per second. */
async function writeAlone(database: SceneDatabase, partnerIds: readonly string[], count: number): Promise<number> {
  const options = '-c search_path=onboarding -c enable_seqscan=off -c plan_cache_mode=force_generic_plan';
  const clients = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => connect(database.workerUrl, { options, pipeline: true })),
  );
  let left = count;
  const started = performance.now();
  await Promise.all(
    clients.map(async (client, of) => {
      // Each has its own partners, so that none waits for the row lock of a lane.
      const own = partnerIds.filter((_, index) => index % CONNECTIONS === of);
      for (let from = 0; left > 0; from += BATCH) {
        left -= BATCH;
        const now = new Date();
        const batch = Array.from({ length: BATCH }, (_, index) => own[(from + index) % own.length] ?? '');
        const [deliveryIds, eventIds] = [batch.map(() => uuidv7(now)), batch.map(() => uuidv7(now))];
        await Promise.all([
          client.query('begin'),
          client.query({ name: 'make', text: MAKE, values: [batch, deliveryIds, eventIds] }),
        ]);
        await client.query('commit');
        await Promise.all([
          client.query('begin'),
          client.query({ name: 'end', text: END, values: [batch, deliveryIds] }),
          client.query({ name: 'release', text: RELEASE, values: [batch] }),
        ]);
        await client.query('commit');
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  await Promise.all(clients.map((client) => client.end()));
  return count / seconds;
}
