// Requests of unknown clients to the open ports of all services: made-up cookies, and connections that are never closed.
import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sessionCookie } from '../../apps/api/src/http/cookies.ts';
import { createApplication } from '../harness/application.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { until } from '../harness/patience.ts';
import { type RunningIssuer, type RunningProcess, runApi, runIdentity, runIssuer } from '../harness/process.ts';
import { signIn } from '../harness/session.ts';
import { runWorker } from '../harness/worker.ts';

let database: TestDatabase;
let issuer: RunningIssuer;
let api: RunningProcess;
let identity: RunningProcess;
let worker: RunningProcess;

beforeAll(async () => {
  database = await cloneDatabase();
  issuer = await runIssuer();
  const environment = {
    PORTAL_URL: 'http://127.0.0.1:1',
    PORTAL_CLIENT_SECRET: 'portal secret for tests, long enough',
  };
  api = await runApi({ databaseUrl: database.appUrl, issuerUrl: issuer.url, environment });
  identity = await runIdentity({
    databaseUrl: database.identityUrl,
    environment: { VISITS_PER_MINUTE_PER_ADDRESS: '60' },
  });
  worker = await runWorker({
    database,
    smtpUrl: 'smtp://127.0.0.1:9',
    environment: { WORKER_ROLES: 'housekeeping' },
  });
});
afterAll(async () => {
  await Promise.all([api, identity, worker].map((one) => one?.kill()));
  await issuer.close();
  await database.close();
});

/** How many session lookups reached the database. */
async function looks(): Promise<number> {
  const text = await (await fetch(api.metricsUrl)).text();
  return Number(/^\w+_count\{[^}]*"session_enter"[^}]*\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

test('300 made-up session cookies never reach the database and soon get 429, while a valid session is still served', async () => {
  const good = await signIn(database);
  const ask = async (cookie: string) => (await fetch(`${api.url}/api/session/partner`, { headers: { cookie } })).status;
  expect(await ask(good.cookie.cookie)).toBe(200);
  const before = await looks();
  expect(before).toBeGreaterThan(0);
  const statuses: number[] = [];
  for (let count = 0; count < 300; count++) {
    statuses.push(await ask(`${sessionCookie('partner')}=${randomBytes(32).toString('base64url')}`));
  }
  const tally = Object.fromEntries(
    Map.groupBy(statuses, String)
      .entries()
      .map(([status, all]) => [status, all.length]),
  );
  const reached = (await looks()) - before;
  console.log('made-up cookies:', tally, 'looked for in the database:', reached);
  expect(reached).toBe(0);
  // On a slow machine, a new minute may begin meanwhile.
  expect(tally[429]).toBeGreaterThanOrEqual(300 - 2 * 60);
  expect(tally[401]).toBeGreaterThanOrEqual(60);
  expect(await ask(good.cookie.cookie)).toBe(200);
});

test('200 abandoned sign-ins store no more records than one address may begin per minute', async () => {
  const application = createApplication(identity.url, {
    realm: 'partner',
    client: 'partner-portal',
    url: 'http://127.0.0.1:1',
    secret: 'not needed here',
  });
  const statuses: number[] = [];
  for (let count = 0; count < 200; count++) {
    statuses.push((await fetch(application.authorizeUrl(), { redirect: 'manual' })).status);
  }
  const { rows } = await database.owner.query(
    "select count(*)::integer as records from oidc_records where model = 'Interaction'",
  );
  const tally = Object.fromEntries(
    Map.groupBy(statuses, String)
      .entries()
      .map(([status, all]) => [status, all.length]),
  );
  console.log('sign-ins begun:', tally, 'records:', rows[0].records);
  expect(tally[303]).toBeGreaterThanOrEqual(60);
  // On a slow machine, a new minute may begin meanwhile.
  expect(rows[0].records).toBeLessThanOrEqual(120);
  expect(tally[429]).toBeGreaterThanOrEqual(80);
  expect((await fetch(`${identity.url}/oauth2/jwks`)).status).toBe(200);
});

/** The number of sockets a process holds, whatever the state of the other ends. */
function held(process: RunningProcess): number {
  const folder = `/proc/${process.process.pid}/fd`;
  const links = readdirSync(folder).map((name) => {
    try {
      return readlinkSync(`${folder}/${name}`);
    } catch {
      return 'closed meanwhile';
    }
  });
  return links.filter((link) => link.startsWith('socket:')).length;
}

test('no service or metrics port keeps a connection that was refused, is silent, or stops within its headers', async () => {
  const services = { api, identity, worker };
  const texts = ['hello\r\n\r\n', '', 'GET / HTTP/1.1\r\nhost: x\r\n'];
  const clinging: Socket[] = [];
  /** The additional sockets that each process still holds; a few of its own open and close meanwhile. */
  const before = Object.values(services).map(held);
  const more = () => Object.values(services).map((one, at) => held(one) - (before[at] ?? 0));
  for (const { url, metricsUrl } of Object.values(services)) {
    for (const port of [url, metricsUrl].map((address) => Number(new URL(address).port))) {
      for (const text of texts.flatMap((one) => Array.from({ length: 10 }, () => one))) {
        // The client never closes its end.
        const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
        socket.on('error', () => {}).resume();
        socket.write(text);
        clinging.push(socket);
      }
    }
  }
  await until(async () => more().every((count) => count > 10), 'they are all connected');
  await until(async () => more().every((count) => count < 10), 'they are let go', 45_000).catch(() => {});
  console.log('connections still held of 60 each:', more());
  expect(Math.max(...more())).toBeLessThan(10);
  for (const socket of clinging) socket.destroy();
});
