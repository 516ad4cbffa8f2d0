// How many uploads per second the storage accepts with our links, compared with the same PUTs without us, and how soon
// all are confirmed. Bytes never pass through the API, so we add a link, the event of the arrival, and the check.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { openObjectStore, prepareStorage, type StorageOptions } from '@onboarding/platform/s3';
import type pg from 'pg';
import { freePort } from '../free-port.ts';
import { CEPH_USERS, startCeph } from '../servers/ceph-server.ts';
import { startClamd } from '../servers/clamd-server.ts';
import {
  cpuMilliseconds,
  familyCpuMilliseconds,
  inThisProcess,
  machineCpuMilliseconds,
  measureCpu,
  toldCpu,
} from './cpu.ts';
import { median, percentiles, together, withCaller } from './load.ts';
import { CATEGORIES, create, uploadLink } from './requests.ts';
import { type BenchProcess, type BenchServers, connect, startServers } from './servers.ts';

const AT_ONCE = 32;
const SIZE_BYTES = 200_000;
const ROUNDS = 3;
const PDF = 'application/pdf';
const SECRET = 'a secret of the benchmark, long enough';
const CONFIRMED_WITHIN_MS = 10 * 60_000;

type Spent = Record<'API' | 'worker' | 'PostgreSQL' | 'S3 gateway' | 'S3 store' | 'scanner' | 'load', number>;

interface Scene {
  servers: BenchServers;
  /** As a superuser, for counting. */
  owner: pg.Client;
  api: BenchProcess;
  options: StorageOptions;
  startWorker(): Promise<BenchProcess>;
  measure(worker?: BenchProcess): (per: number) => Spent;
}

export async function benchUploads(): Promise<void> {
  const count = Number(process.argv[3] ?? 1000);
  if (!Number.isInteger(count) || count < 1) throw new Error('The number of uploads must be a number, such as 1000');
  const servers = await startServers();
  const stops: (() => Promise<unknown>)[] = [() => servers.stop()];
  try {
    const scene = await setUp(servers, stops);
    console.log(`${count} uploads of ${SIZE_BYTES / 1000} KB, ${AT_ONCE} at once, ${ROUNDS} rounds; durable storage`);
    let worker = await scene.startWorker();
    await warmUp(scene);
    const rounds: Round[] = [];
    for (let number = 1; number <= ROUNDS; number++) {
      rounds.push(await measureRound(scene, count, `round ${number}`, worker));
    }
    await worker.stop();
    // The checks compete with the uploads for cores; on separate machines the result would be closer to this.
    const apart = await measureRound(scene, count, 'worker stopped while uploading', undefined, async () => {
      worker = await scene.startWorker();
    });
    const figure = (pick: (round: Round) => number) => median(rounds.map(pick)).toFixed(2);
    console.log(
      `ours ${figure(({ ours }) => ours)}/s, storage alone ${figure(({ bare }) => bare)}/s, ratio ${figure(({ ours, bare }) => ours / bare)} (goal: at least 0.80); with the worker stopped ${(apart.ours / apart.bare).toFixed(2)}; all confirmed ${figure(({ confirmed }) => confirmed)}/s; API ${figure(({ apiCpu }) => apiCpu)} ms of CPU per upload`,
    );
    console.log(
      `calculated, not measured: a busy storage on its own machine could accept ${figure(({ storageShare }) => storageShare)} of what it accepts alone, because events and reads use the rest of its CPU`,
    );
  } finally {
    for (const stop of stops.reverse()) await stop();
  }
}

async function setUp(servers: BenchServers, stops: (() => Promise<unknown>)[]): Promise<Scene> {
  const database = await servers.makeDatabase('bench');
  const links = { accessKey: 'bench-links', secretKey: 'bench-links-secret' };
  const keys = { accessKey: 'bench', secretKey: 'bench-secret', links };
  const ports = { port: await freePort(), monitorPort: await freePort(), topicsPort: await freePort() };
  // Stops run in reverse order, and the storage's files are in the servers' folder.
  const ceph = await startCeph({ directory: join(servers.directory, 'ceph'), ...ports, durable: true, ...keys });
  stops.push(() => ceph.stop());
  const scanner = await startClamd({ directory: join(servers.directory, 'clamd'), port: await freePort() });
  stops.push(() => scanner.stop());
  const options = {
    endpoint: ceph.url,
    region: 'us-east-1',
    bucket: 'documents',
    keptBucket: 'kept',
    quarantineBucket: 'quarantine',
    ...keys,
  };
  const storage = storageEnvironment(options);
  // Prepared before the processes start, which would otherwise refuse it.
  const PORT = String(await freePort());
  const eventsTo = `http://127.0.0.1:${PORT}/api/storage/v1/events?token=${encodeURIComponent(SECRET)}`;
  const users = CEPH_USERS;
  await prepareStorage({ ...options, users, eventsTo, topicsEndpoint: ceph.topicsUrl });
  // Keeps versions like ours, and sends no events.
  await prepareStorage({ ...options, users, bucket: 'bare' });
  const api = await servers.startApi(database, { ...storage, PORT, STORAGE_EVENTS_SECRET: SECRET });
  const owner = await connect(database.superuserUrl);
  stops.push(() => owner.end());
  const startWorker = () =>
    servers.startWorker(database, {
      ...storage,
      WORKER_ROLES: 'documents',
      CLAMD_HOST: '127.0.0.1',
      CLAMD_PORT: String(scanner.port),
    });
  const measure = (worker?: BenchProcess) =>
    measureCpu({
      API: () => cpuMilliseconds(api.pid),
      worker: () => (worker === undefined ? 0 : cpuMilliseconds(worker.pid)),
      PostgreSQL: () => familyCpuMilliseconds(servers.postgresPid),
      'S3 gateway': () => cpuMilliseconds(ceph.pid),
      'S3 store': () => cpuMilliseconds(ceph.storePid),
      scanner: () => cpuMilliseconds(scanner.pid),
      load: inThisProcess,
    });
  return { servers, owner, api, options, startWorker, measure };
}

interface BenchStorage extends StorageOptions {
  endpoint: string;
  accessKey: string;
  secretKey: string;
  links: { accessKey: string; secretKey: string };
}

function storageEnvironment(storage: BenchStorage): Record<string, string> {
  return {
    S3_ENDPOINT: storage.endpoint,
    S3_BUCKET: storage.bucket,
    S3_KEPT_BUCKET: storage.keptBucket,
    S3_QUARANTINE_BUCKET: storage.quarantineBucket,
    S3_ACCESS_KEY: storage.accessKey,
    S3_SECRET_KEY: storage.secretKey,
    S3_LINK_ACCESS_KEY: storage.links.accessKey,
    S3_LINK_SECRET_KEY: storage.links.secretKey,
  };
}

/** Until the code is compiled, and Ceph has started to push events, which takes half a minute. */
async function warmUp(scene: Scene): Promise<void> {
  await putBare(scene, 100);
  await uploadByLinks(scene, await createCustomers(scene, 100), 100);
  await untilConfirmed(scene.owner, 100);
}

interface Round {
  bare: number;
  ours: number;
  /** Uploads per second until all are confirmed. */
  confirmed: number;
  apiCpu: number;
  /** The storage's cost of a bare upload, as a share of its cost of an upload through our links. */
  storageShare: number;
}

async function measureRound(
  scene: Scene,
  count: number,
  name: string,
  worker: BenchProcess | undefined,
  afterwards: () => Promise<void> = async () => {},
): Promise<Round> {
  const { owner } = scene;
  const customers = await createCustomers(scene, count);
  const spentBare = scene.measure(worker);
  // Before and after, because the speed of the machine varies.
  const bareBefore = await putBare(scene, count);
  const bareCpu = spentBare(count);
  const before = await confirmed(owner);
  const spentOurs = scene.measure(worker);
  const machineBefore = machineCpuMilliseconds();
  const begun = performance.now();
  const ours = await uploadByLinks(scene, customers, count);
  const uploaded = performance.now();
  await afterwards();
  await untilConfirmed(owner, before + count);
  const allConfirmed = performance.now();
  const cpu = spentOurs(count);
  // A figure is worth little if the machine was busy with other work.
  const machineSpent = machineCpuMilliseconds() - machineBefore;
  const others =
    (machineSpent - Object.values(cpu).reduce((sum, spent) => sum + spent * count, 0)) / (allConfirmed - begun);
  const bareAfter = await putBare(scene, count);
  const bare = (bareBefore.perSecond + bareAfter.perSecond) / 2;
  console.log(
    `${name}: ours ${ours.perSecond.toFixed(0)}/s (link p95 ${ours.linkP95.toFixed(1)} ms, PUT p95 ${ours.putP95.toFixed(1)} ms), storage alone ${bareBefore.perSecond.toFixed(0)}/s before and ${bareAfter.perSecond.toFixed(0)}/s after (PUT p95 ${bareBefore.putP95.toFixed(1)} ms), ratio ${(ours.perSecond / bare).toFixed(2)}`,
  );
  console.log(
    `  all confirmed ${((allConfirmed - uploaded) / 1000).toFixed(1)} s after the last upload, ${((allConfirmed - begun) / 1000).toFixed(1)} s after the first began; p95 from arrival to Confirmed ${(await confirmationP95(owner, count)).toFixed(0)} ms`,
  );
  console.log(`  CPU per upload in ms: ours ${toldCpu(cpu)}; storage alone ${toldCpu(bareCpu)}`);
  console.log(`  other processes used ${others.toFixed(2)} cores of this machine meanwhile`);
  return {
    bare,
    ours: ours.perSecond,
    confirmed: (count / (allConfirmed - begun)) * 1000,
    apiCpu: cpu.API,
    storageShare: storageOf(bareCpu) / storageOf(cpu),
  };
}

const storageOf = (spent: Spent) => spent['S3 gateway'] + spent['S3 store'];

interface Uploads {
  perSecond: number;
  linkP95: number;
  putP95: number;
}

/** The same PUTs with links created in advance. */
async function putBare({ options }: Scene, count: number): Promise<Uploads> {
  const store = openObjectStore({ ...options, bucket: 'bare' });
  const links: string[] = [];
  for (let made = 0; made < count; made++) {
    const key = `incoming/bare/${crypto.randomUUID()}`;
    links.push(await store.uploadLink({ key, contentType: PDF, at: new Date(), validSeconds: 1800 }));
  }
  store.close();
  return atOnce(options, count, async (number) => links[number] ?? '');
}

/** As partners do it: request a link, upload the file to it. */
async function uploadByLinks({ servers, api, options }: Scene, customers: readonly string[], count: number) {
  return withCaller(api.url, AT_ONCE, await servers.token(), (call) =>
    atOnce(options, count, async (number) => {
      // Spread over customers: those of one customer would wait for each other, which real ones do not.
      const customerId = customers[number % customers.length] ?? '';
      const category = CATEGORIES[Math.floor(number / customers.length)] ?? '';
      return JSON.parse((await call(uploadLink(customerId, category))).text).value.uploadUrl;
    }),
  );
}

/** As many as this number of documents needs. */
async function createCustomers({ servers, api }: Scene, count: number): Promise<string[]> {
  return withCaller(api.url, AT_ONCE, await servers.token(), async (call) => {
    const customers: string[] = [];
    for (let made = 0; made < count; made += CATEGORIES.length)
      customers.push(JSON.parse((await call(create())).text).value.customerId);
    return customers;
  });
}

async function atOnce(
  { endpoint = '' }: StorageOptions,
  count: number,
  linkFor: (number: number) => Promise<string>,
): Promise<Uploads> {
  const body = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(SIZE_BYTES - 15), Buffer.from('%%EOF\n')]);
  const links: number[] = [];
  const puts: number[] = [];
  const begun = performance.now();
  await withCaller(endpoint, AT_ONCE, undefined, (call) =>
    together(AT_ONCE, count, async (number) => {
      const asked = performance.now();
      const { pathname, search } = new URL(await linkFor(number));
      links.push(performance.now() - asked);
      puts.push((await call({ method: 'PUT', path: pathname + search, headers: { 'content-type': PDF }, body })).took);
    }),
  );
  const seconds = (performance.now() - begun) / 1000;
  return { perSecond: count / seconds, linkP95: percentiles(links).p95, putP95: percentiles(puts).p95 };
}

async function confirmed(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query(
    `select count(*)::int as confirmed from onboarding.documents where status = 'Confirmed'`,
  );
  return rows[0].confirmed;
}

async function untilConfirmed(owner: pg.Client, wanted: number): Promise<void> {
  const deadline = performance.now() + CONFIRMED_WITHIN_MS;
  while ((await confirmed(owner)) < wanted) {
    if (performance.now() > deadline) throw new Error(`Not all ${wanted} documents were confirmed`);
    await new Promise((later) => setTimeout(later, 50));
  }
}

/** Of the newest ones. The storage reports arrival in whole seconds, so it is accurate to half a second. */
async function confirmationP95(owner: pg.Client, count: number): Promise<number> {
  const { rows } = await owner.query(
    `select extract(epoch from confirmed_at - uploaded_at)::float8 * 1000 as ms from onboarding.documents
     where status = 'Confirmed' order by document_id desc limit $1`,
    [count],
  );
  return percentiles(rows.map(({ ms }) => ms)).p95;
}
