// How many deliveries per second a worker drains, compared with a bare loop that only signs and sends, and with
// PostgreSQL only writing the same rows.
import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { IN_FLIGHT } from '@onboarding/domain/webhooks';
import { cpuMilliseconds, familyCpuMilliseconds, measureCpu, toldCpu } from './cpu.ts';
import { writeAlone } from './deliveries-alone.ts';
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
import type { BenchProcess } from './servers.ts';

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
