// Runs in a separate network (tests/harness/own-network.ts), where this machine has a public address: registers an attacker's
// receivers, lets their names resolve to internal addresses, and writes a report of what the services did.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import type { DeliveryDetail, DeliveryPage } from '@onboarding/contract';
import { until } from '../../harness/patience.ts';
import { runApi, runIssuer } from '../../harness/process.ts';
import { startNameServer } from '../../harness/servers/name-server.ts';
import { startOwnPostgres } from '../../harness/servers/own-postgres.ts';
import { startReceiver } from '../../harness/servers/receiver.ts';
import { type SignedIn, signIn } from '../../harness/session.ts';
import { ORIGINS } from '../../harness/values.ts';
import { WEBHOOKS } from '../../harness/webhooks.ts';
import { runWorker } from '../../harness/worker.ts';
import { INSIDE, INTERNAL_NAMES, PORT, PUBLIC, REBINDINGS, REDIRECTS, type Report } from './cases.ts';

const [folder = ''] = process.argv.slice(2);
const opened: (() => Promise<unknown>)[] = [];
let status = 1;
try {
  await writeFile(join(folder, 'report.json'), JSON.stringify(await attack()));
  status = 0;
} catch (error) {
  console.error(error);
} finally {
  for (const close of opened.reverse()) await close().catch(console.error);
}
// An open connection must not keep the script running.
process.exit(status);

async function attack(): Promise<Report> {
  const postgres = await startOwnPostgres(join(folder, 'postgres'));
  opened.push(() => postgres.remove());
  const database = await postgres.open();
  opened.push(() => database.close());
  const names = await startNameServer(INTERNAL_NAMES, 53, 0);
  opened.push(() => names.close());
  const issuer = await runIssuer();
  opened.push(() => issuer.close());

  const connected: string[] = [];
  for (const address of INSIDE) await listenInside(address, connected);
  for (const address of INSIDE) await once(connect(PORT, address), 'connect');
  await until(async () => connected.length === INSIDE.length, 'our own connections are noticed');
  const noticed = connected.splice(0).sort();

  const receiver = await startReceiver({
    listen: { address: PUBLIC, port: PORT },
    certificate: { hosts: ['*.acme.com'] },
    answer({ host }, response) {
      const location = REDIRECTS[host];
      response.writeHead(location === undefined ? 200 : 302, location === undefined ? {} : { location }).end();
    },
  });
  opened.push(() => receiver.close());

  const api = await runApi({
    databaseUrl: database.appUrl,
    issuerUrl: issuer.url,
    environment: { PORTAL_URL: ORIGINS.partner, PORTAL_CLIENT_SECRET: 'portal secret for tests, long enough' },
  });
  opened.push(() => api.stop());
  const worker = await runWorker({
    database,
    smtpUrl: 'smtp://127.0.0.1:9',
    environment: { WORKER_ROLES: 'webhooks', NODE_EXTRA_CA_CERTS: receiver.caFile },
  });
  opened.push(() => worker.stop());

  async function ask(person: SignedIn, method: 'GET' | 'POST', path: string, body?: unknown) {
    const answer = await fetch(`${api.url}${WEBHOOKS}${path}`, {
      method,
      headers: { ...person.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  }
  async function value<T>(...asked: Parameters<typeof ask>): Promise<T> {
    const { status, text } = await ask(...asked);
    if (status !== 200) throw new Error(text);
    return JSON.parse(text).value;
  }

  const rebindings = Object.values(REBINDINGS);
  const users = new Map<string, SignedIn>();
  const refusals: Report['refusals'] = {};
  for (const host of [...rebindings.map((one) => one.host), ...Object.keys(REDIRECTS)]) {
    const person = await signIn(database);
    users.set(host, person);
    const leadsInside = rebindings.find((one) => one.host === host && one.expected.errorKind === 'BlockedAddress');
    if (leadsInside !== undefined) {
      names.names.set(host, leadsInside.answer);
      const { status, text } = await ask(person, 'POST', '', { url: `https://${host}/hooks` });
      refusals[host] = { status, codes: [...text.matchAll(/"code":"([^"]+)"/g)].map(([, code = '']) => code) };
    }
    names.names.set(host, [PUBLIC]);
    await value(person, 'POST', '', { url: `https://${host}/hooks` });
  }
  for (const { host, answer } of rebindings) names.names.set(host, answer);
  for (const person of users.values()) await value(person, 'POST', '/test');

  const attempts: Report['attempts'] = {};
  await until(async () => {
    for (const [host, person] of users) {
      const { items } = await value<DeliveryPage>(person, 'GET', '/deliveries');
      if (attempts[host] !== undefined || items[0] === undefined) continue;
      const [first] = (await value<DeliveryDetail>(person, 'GET', `/deliveries/${items[0].id}`)).attempts;
      if (first !== undefined)
        attempts[host] = { errorKind: first.errorKind, statusCode: first.statusCode, url: first.url };
    }
    return Object.keys(attempts).length === users.size;
  }, 'each has been tried');
  return { attempts, refusals, noticed, connected, received: receiver.requests.map(({ host }) => host).sort() };
}

async function listenInside(address: string, connected: string[]): Promise<void> {
  const server = createServer((socket) => {
    connected.push(address);
    socket.on('error', () => undefined).end();
  }).listen(PORT, address);
  await once(server, 'listening');
  opened.push(async () => void server.close());
}
