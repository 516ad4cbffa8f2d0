// Receivers that occupy a worker in every way a connection allows, and a replay of thousands of events, alongside a partner
// with a healthy receiver. Its deliveries are measured without and with this load in one run.
import { readFileSync } from 'node:fs';
import type { TLSSocket } from 'node:tls';
import { WORK_CHANNEL } from '@onboarding/domain/waking';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { addEndpoint, recordEvents, wakeLane } from '../harness/dispatching.ts';
import { until } from '../harness/patience.ts';
import { loopbackSetting, type Receiver, type ReceiverOptions, startReceiver } from '../harness/servers/receiver.ts';
import { storeDeliveries, storeEvents, storeReplay } from '../harness/webhooks.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';

const PARTNERS = 4;
const WAITING = 300;
const REPLAYED = 5_000;
const ROUNDS = 15;
/**
 * How much longer a delivery may take under load, on a machine that also runs all the receivers: far less than the timeout of
 * each.
 */
const MOST = 20;
/** A fraction of what the receivers could send before the timeout. */
const MOST_GROWTH_BYTES = 400 * 1024 * 1024;

const HEAD = 'HTTP/1.1 200 OK\r\n';
/** Writes one text when a request begins, and another one repeatedly. */
const saying = (first: string, again: string, everyMs: number) => (socket: TLSSocket) => {
  socket.once('data', () => {
    socket.write(first);
    const timer = setInterval(() => socket.write(again), everyMs);
    socket.on('close', () => clearInterval(timer));
  });
};
/** Writes as fast as it is read; only used where little is read, or else this process would be the bottleneck. */
const pouring = (first: string, again: string) => (socket: TLSSocket) => {
  const pour = () => {
    while (socket.writable && socket.write(again));
  };
  socket.once('data', () => {
    socket.write(first);
    socket.on('drain', pour);
    pour();
  });
};
const CHUNK = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n`;

const HOSTILE: Record<string, ReceiverOptions> = {
  'accepts a request and never answers': { answer: () => {} },
  'accepts a connection and stays silent': { onSocket: () => {} },
  'sends a byte of its headers each second': { onSecureSocket: saying(`${HEAD}X-A: `, 'b', 1_000) },
  'sends a byte of its body each second': { onSecureSocket: saying(`${CHUNKED}\r\n`, '1\r\nx\r\n', 1_000) },
  'sends endless headers': { onSecureSocket: saying(HEAD, `X-A: ${'b'.repeat(1_000)}\r\n`, 5) },
  'sends endless provisional responses': {
    onSecureSocket: pouring('', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)),
  },
  'sends an endless body': { onSecureSocket: saying(`${CHUNKED}\r\n`, CHUNK, 5) },
  'answers after ten seconds': {
    answer: (_request, response) => void setTimeout(() => response.writeHead(200).end(), 10_000).unref(),
  },
};
const KINDS = Object.keys(HOSTILE);

let database: TestDatabase;
let healthy: Receiver;
let replaying: Receiver;
const hostile: Receiver[] = [];
let worker: RunningWorker;
let neighbour: string;

beforeAll(async () => {
  database = await cloneDatabase();
  const hosts = (kind: number) => Array.from({ length: PARTNERS }, (_, at) => `k${kind}-${at}`);
  healthy = await startReceiver({ hosts: ['healthy'] });
  replaying = await startReceiver({ hosts: ['replaying'], keepRequests: false });
  for (const [kind, options] of Object.values(HOSTILE).entries())
    hostile.push(await startReceiver({ ...options, hosts: hosts(kind), keepRequests: false }));
  worker = await runWorker({
    database,
    smtpUrl: 'smtp://127.0.0.1:1',
    environment: {
      NODE_EXTRA_CA_CERTS: healthy.caFile,
      WEBHOOK_LOOPBACK_RECEIVERS: loopbackSetting(
        healthy.allowed,
        replaying.allowed,
        ...hostile.map(({ allowed }) => allowed),
      ),
    },
  });
  neighbour = (await addEndpoint(database, healthy.url())).partnerId;
});
afterAll(async () => {
  await worker?.kill();
  await Promise.all([healthy, replaying, ...hostile].map((one) => one?.close()));
  await database?.close();
});

const wake = () => database.owner.query(`notify ${WORK_CHANNEL}`);

/** The median time from an event to its delivery. */
async function deliveryMs(): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = healthy.requests.length;
    const started = performance.now();
    await recordEvents(database, [neighbour]);
    await wake();
    while (healthy.requests.length === before) await new Promise((resolve) => setTimeout(resolve, 2));
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

/** The memory of the worker, now or at its peak. */
function memoryOf(field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${worker.process.pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024;
}

async function addReplay(): Promise<void> {
  const { partnerId } = await addEndpoint(database, replaying.url());
  const at = new Date();
  const series = await storeReplay(database.owner, { partnerId, at, created: REPLAYED });
  const events = await storeEvents(database.owner, { partnerId, count: REPLAYED, from: at });
  await storeDeliveries(database.owner, events, { status: 'Pending', series });
  await wakeLane(database, partnerId);
}

test("hostile receivers slow a healthy one down at most twentyfold, and the worker's memory stays bounded", async () => {
  await deliveryMs();
  const quiet = await deliveryMs();
  const memory = memoryOf('VmRSS');
  for (const receiver of hostile) {
    for (let index = 0; index < PARTNERS; index++) {
      const { partnerId } = await addEndpoint(database, receiver.url(index));
      await recordEvents(database, Array(WAITING).fill(partnerId));
    }
  }
  await addReplay();
  await wake();
  await until(async () => hostile.every((one) => one.connections() >= PARTNERS), 'all of them have been connected to');
  const beside = await deliveryMs();
  // Long enough for an attempt at each of them to time out, while measuring continues.
  const started = performance.now();
  const later: number[] = [];
  while (performance.now() - started < 20_000) later.push(await deliveryMs());
  const last = Math.max(...later);
  const grown = memoryOf('VmHWM') - memory;
  console.log(
    `${quiet.toFixed(0)} ms alone, ${beside.toFixed(0)} then at most ${last.toFixed(0)} ms beside them; grown by ${(grown / 1024 / 1024).toFixed(0)} MiB`,
  );
  expect(Math.max(beside, last)).toBeLessThan(MOST * quiet + 100);
  expect(grown).toBeLessThan(MOST_GROWTH_BYTES);
  expect(worker.process.exitCode).toBeNull();
});

test('attempts a delivery to each hostile receiver and records its behaviour', async () => {
  let found: Record<string, string[]> = {};
  await until(async () => {
    const { rows } = await database.owner.query<{ kind: number; outcomes: string[] }>(
      `select substring(url from '//k([0-9]+)-')::int as kind, array_agg(distinct coalesce(error_kind, 'accepted')) as outcomes
       from webhook_attempts where url like '%//k%' group by 1`,
    );
    found = Object.fromEntries(rows.map(({ kind, outcomes }) => [KINDS[kind] ?? '', outcomes]));
    return rows.length === KINDS.length;
  }, 'an attempt at each of them has ended');
  expect(found).toEqual({
    'accepts a request and never answers': ['ResponseTimeout'],
    'accepts a connection and stays silent': ['ConnectTimeout'],
    'sends a byte of its headers each second': ['ResponseTimeout'],
    'sends a byte of its body each second': ['ResponseTimeout'],
    'sends endless headers': ['ProtocolError'],
    'sends endless provisional responses': ['ProtocolError'],
    'sends an endless body': ['accepted'],
    'answers after ten seconds': ['accepted'],
  });
});
