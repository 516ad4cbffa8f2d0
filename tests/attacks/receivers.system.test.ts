// Receivers that hold on to a worker in every way a connection allows, and a replay of thousands, beside a partner whose receiver
// is well. Its events are measured before and beside them in one run.
import { readFileSync } from 'node:fs';
import type { TLSSocket } from 'node:tls';
import { DISPATCHER_CHANNEL } from '@onboarding/domain/webhooks';
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
/** How much longer an event may take beside them, on a machine that plays all the receivers as well: far less than the seconds for which each is waited for. */
const MOST = 20;
/** A fraction of what they would send in the time for which they are waited for. */
const MOST_GROWTH_BYTES = 400 * 1024 * 1024;

const HEAD = 'HTTP/1.1 200 OK\r\n';
/** Says something once a request begins, and something again and again. */
const saying = (first: string, again: string, everyMs: number) => (socket: TLSSocket) => {
  socket.once('data', () => {
    socket.write(first);
    const timer = setInterval(() => socket.write(again), everyMs);
    socket.on('close', () => clearInterval(timer));
  });
};
/** Says it as quickly as it is read; only where little is read, or this process would be the slow one. */
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
  'takes a request and says nothing': { answer: () => {} },
  'takes a connection and says nothing': { onSocket: () => {} },
  'sends a byte of its headers each second': { onSecureSocket: saying(`${HEAD}X-A: `, 'b', 1_000) },
  'sends a byte of its body each second': { onSecureSocket: saying(`${CHUNKED}\r\n`, '1\r\nx\r\n', 1_000) },
  'sends headers without end': { onSecureSocket: saying(HEAD, `X-A: ${'b'.repeat(1_000)}\r\n`, 5) },
  'sends provisional answers without end': {
    onSecureSocket: pouring('', 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(100)),
  },
  'sends a body without end': { onSecureSocket: saying(`${CHUNKED}\r\n`, CHUNK, 5) },
  'answers long after it was asked': {
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

const wake = () => database.owner.query(`notify ${DISPATCHER_CHANNEL}`);

/** The median time from an event to its receiver. */
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

/** What the worker occupies now, and what it occupied at most. */
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

test('an event takes at most twenty times as long beside them, and the worker does not grow with what they send', async () => {
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
  // Long enough for each of them to be given up once, and measured again meanwhile.
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

test('each of them was tried, and what it did was recorded as what it is', async () => {
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
    'takes a request and says nothing': ['ResponseTimeout'],
    'takes a connection and says nothing': ['ConnectTimeout'],
    'sends a byte of its headers each second': ['ResponseTimeout'],
    'sends a byte of its body each second': ['ResponseTimeout'],
    'sends headers without end': ['ProtocolError'],
    'sends provisional answers without end': ['ProtocolError'],
    'sends a body without end': ['accepted'],
    'answers long after it was asked': ['accepted'],
  });
});
