// `onboarding listen` with real processes: the API, the identity service, the command itself and a receiver that verifies.
import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTokenSource, verifyWebhook, type WebhookEvent } from '@onboarding/sdk';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { validBody, validPerson } from '../harness/bodies.ts';
import { untilTransactionsEnd } from '../harness/checks/transactions-ended.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { readBlocks } from '../harness/page-blocks.ts';
import { until } from '../harness/patience.ts';
import { type RunningApi, runApi } from '../harness/process.ts';
import { COMPILED, findProgram } from '../harness/programs.ts';
import { addMachine, type Machine } from '../harness/scenes/asking.ts';
import { type Identity, NO_LIMITS, startIdentity } from '../harness/scenes/identity-process.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let database: TestDatabase;
let identity: Identity;
let api: RunningApi;
let machine: Machine;
let folder: string;
let keyFile: string;
let ecKeyFile: string;
let program: string;
const listeners: Listener[] = [];
const receivers: Receiver[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
  identity = await startIdentity(database, NO_LIMITS);
  api = await runApi({ databaseUrl: database.appUrl, issuerUrl: identity.issuer });
  machine = await addMachine(database);
  program = await findProgram('packages/cli/src/main.ts');
  folder = await mkdtemp(join(tmpdir(), 'listen-'));
  keyFile = join(folder, 'key.pem');
  await writeFile(keyFile, machine.certificate.keyPem);
  ecKeyFile = join(folder, 'ec.pem');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  await writeFile(ecKeyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
});
afterEach(async () => {
  for (const { process } of listeners.splice(0))
    if (process.exitCode === null) {
      process.kill('SIGKILL');
      await once(process, 'exit');
    }
  for (const receiver of receivers.splice(0)) await receiver.close();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await api.kill();
  await identity.stop();
  await database.close();
});

interface Listener {
  process: ChildProcess;
  output(): string;
  ended(): Promise<number | null>;
}

/** Runs the command with only the given environment. */
function run(parts: string[], environment: Record<string, string> = {}): Listener {
  const process_ = spawn(process.execPath, [program, ...parts], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...COMPILED, PATH: process.env.PATH, HOME: folder, XDG_CONFIG_HOME: folder, ...environment },
  });
  let text = '';
  for (const stream of [process_.stdout, process_.stderr]) stream.on('data', (chunk) => (text += chunk));
  const exit = once(process_, 'close');
  const listener: Listener = {
    process: process_,
    output: () => text,
    async ended() {
      await exit;
      return process_.exitCode;
    },
  };
  listeners.push(listener);
  return listener;
}

const credential = () => ({
  ONBOARDING_API: api.url,
  ONBOARDING_ISSUER: identity.issuer,
  ONBOARDING_CLIENT_ID: machine.partner.clientId,
  ONBOARDING_KEY: keyFile,
});

function listenTo(receiver: Receiver, ...more: string[]): Listener {
  return run(['listen', '--forward-to', receiver.url, ...more], { ...credential(), ONBOARDING_WEBHOOK_SECRET: secret });
}

const tells = (listener: Listener, text: string) =>
  until(async () => listener.output().includes(text), `the listener tells "${text}", not only:\n${listener.output()}`);

interface Receiver {
  url: string;
  port: number;
  /** Events that arrived and were verified. */
  events: { event: WebhookEvent; headers: IncomingHttpHeaders }[];
  refused: number;
  answer: number;
  says: string;
  close(): Promise<void>;
}

async function receive(secretOf: () => string = () => secret, port = 0): Promise<Receiver> {
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    try {
      const event = verifyWebhook({ body: Buffer.concat(chunks), headers: request.headers, secrets: secretOf() });
      receiver.events.push({ event, headers: request.headers });
      response.writeHead(receiver.answer).end(receiver.says);
    } catch {
      receiver.refused++;
      response.writeHead(400).end();
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const used = typeof address === 'object' && address !== null ? address.port : 0;
  const receiver: Receiver = {
    url: `http://localhost:${used}/hooks`,
    port: used,
    events: [],
    refused: 0,
    answer: 204,
    says: '',
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  receivers.push(receiver);
  return receiver;
}

let tokens: ReturnType<typeof createTokenSource> | undefined;

/** Creates a business with one person, with the partner's own token; returns its id. */
async function createBusiness(): Promise<string> {
  tokens ??= createTokenSource({
    issuer: identity.issuer,
    clientId: machine.partner.clientId,
    privateKey: machine.certificate.keyPem,
  });
  const answer = await fetch(`${api.url}/api/partner/v1/business-profiles`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokens.token()}`, 'content-type': 'application/json' },
    body: JSON.stringify(validBody({ businessPersonList: [validPerson()] })),
  });
  const { value } = (await answer.json()) as { value: { customerId: string } };
  return value.customerId;
}

const customersOf = (receiver: Receiver) => receiver.events.map(({ event }) => event.correlation.customerId);
const arrived = (receiver: Receiver, customer: string) =>
  until(async () => customersOf(receiver).filter((one) => one === customer).length === 2, `${customer} arrives`);

test('starts with new events and forwards each as a signed delivery, using the secret that it prints', async () => {
  await createBusiness();
  await untilTransactionsEnd(database.owner);
  let shown = '';
  const receiver = await receive(() => shown);
  const listener = run(['listen', '--forward-to', receiver.url], credential());
  await tells(listener, 'Ready.');
  shown = /whsec_\S+/.exec(listener.output())?.[0] ?? '';
  const customer = await createBusiness();
  await arrived(receiver, customer);
  expect(customersOf(receiver)).toEqual([customer, customer]);
  expect(receiver.events.map(({ event }) => [event.eventType, event.sequence])).toEqual([
    ['business.profile.created', 1],
    ['business.person.added', 2],
  ]);
  const [first] = receiver.events;
  expect(first?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Onboarding-Webhooks/1.0',
    'svc-id': first?.event.eventId,
    'webhook-id': first?.event.eventId,
    'svc-event-type': 'business.profile.created',
    'svc-attempt': '1',
    'svc-delivery-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  // An event counts once the receiver's response has been read.
  for (const { event } of receiver.events) await tells(listener, `${event.eventId}\n  -> 204 in `);
  listener.process.kill('SIGINT');
  expect(await listener.ended()).toBe(0);
  expect(listener.output()).toContain('Stopped. 2 events were forwarded.');
  // The next run uses the same secret, so that a receiver is configured only once.
  const next = run(['listen', '--print-secret'], {});
  expect(await next.ended()).toBe(0);
  expect(next.output().trim()).toBe(shown);
});

test('the command in docs/webhooks.md forwards to the given address', async () => {
  const [block = '', ...others] = readBlocks(await readFile('docs/webhooks.md', 'utf8'), {});
  expect(others).toEqual([]);
  const receiver = await receive();
  const [command, ...words] = block.trim().split(' ');
  expect(command).toBe('onboarding');
  const placed = words.map((word) => word.replace('http://localhost:3000/hooks', receiver.url));
  expect(placed).toContain(receiver.url);
  const listener = run(placed, { ...credential(), ONBOARDING_WEBHOOK_SECRET: secret });
  await tells(listener, 'Ready.');
  await arrived(receiver, await createBusiness());
});

test('starts at --since, and does not print a secret that was passed to it', async () => {
  const customer = await createBusiness();
  const receiver = await receive();
  const listener = listenTo(receiver, '--since', '1h');
  await arrived(receiver, customer);
  await tells(listener, 'Ready.');
  expect(listener.output()).not.toContain(secret.slice(6));
  expect(listener.output()).not.toMatch(/eyJ/);
  expect(receiver.refused).toBe(0);
});

test("prints the receiver's response, and continues after an error", async () => {
  const receiver = await receive();
  receiver.answer = 500;
  receiver.says = '\nthe database is down\nat line 7';
  const listener = listenTo(receiver);
  await tells(listener, 'Ready.');
  await createBusiness();
  await tells(listener, '-> 500 in ');
  expect(listener.output()).toMatch(/-> 500 in \d+ ms: the database is down\n/);
  expect(listener.output()).not.toContain('line 7');
  receiver.answer = 200;
  await createBusiness();
  await tells(listener, '-> 200 in ');
  expect(listener.output()).toContain('a real delivery would be retried');
});

test('waits for an unavailable receiver, then delivers the missed events', async () => {
  // A port that no outgoing connection can take while the receiver is down.
  const gone = await receive(() => secret, await freePort());
  const listener = listenTo(gone);
  await tells(listener, 'Ready.');
  await gone.close();
  const customer = await createBusiness();
  await tells(listener, 'The receiver is unavailable (ECONNREFUSED)');
  const receiver = await receive(() => secret, gone.port);
  await arrived(receiver, customer);
  await tells(listener, 'The receiver is back.');
  expect(Number(receiver.events[0]?.headers['svc-attempt'])).toBeGreaterThan(1);
});

test('waits for an unavailable API, then continues where it stopped', async () => {
  const receiver = await receive();
  const listener = listenTo(receiver);
  await tells(listener, 'Ready.');
  const port = Number(new URL(api.url).port);
  await api.kill();
  await tells(listener, 'The API is unavailable');
  api = await runApi({ databaseUrl: database.appUrl, issuerUrl: identity.issuer, port });
  const customer = await createBusiness();
  await arrived(receiver, customer);
  expect(listener.output()).toContain('The API is back.');
  expect(customersOf(receiver)).toEqual([customer, customer]);
});

test('stops immediately while waiting for an unavailable API', async () => {
  const unused = `http://127.0.0.1:${await freePort()}`;
  const listener = run(['listen', '--forward-to', unused], { ...credential(), ONBOARDING_API: unused });
  await tells(listener, 'The API is unavailable');
  listener.process.kill('SIGTERM');
  expect(await listener.ended()).toBe(0);
  expect(listener.output()).toContain('Stopped. 0 events were forwarded.');
});

test('takes its settings from the local stack with --stack', async () => {
  const { clientId } = machine.partner;
  const partners = [
    { name: 'Other', clientId: 'nobody', privateKeyFile: 'nowhere' },
    { name: 'Acme Marketplace', clientId, privateKeyFile: keyFile },
  ];
  const tokenEndpoint = `${identity.issuer}/oauth2/token`;
  const stack = { api: api.url, issuer: identity.issuer, tokenEndpoint, partners };
  await writeFile(join(folder, 'env.json'), JSON.stringify(stack));
  const parts = ['listen', '--forward-to', 'http://localhost:1', '--stack', '--partner', 'acme'];
  const listener = run(parts, { ONBOARDING_STACK_DIR: folder });
  await tells(listener, 'Ready.');
  expect(listener.output()).toContain('Forwarding to http://localhost:1/');
});

describe('exits with advice', () => {
  const local = ['listen', '--forward-to', 'http://localhost:1/'];
  const wrongSecret = { ONBOARDING_WEBHOOK_SECRET: 'hunter2' };
  test.each([
    ['a remote receiver', ['listen', '--forward-to', 'http://192.0.2.1/'], {}, 2, '--allow-remote'],
    [
      'a name that only looks local',
      ['listen', '--forward-to', 'http://localhost.example.com/'],
      {},
      2,
      '--allow-remote',
    ],
    ['a scheme that is not HTTP', ['listen', '--forward-to', 'ftp://localhost/'], {}, 2, 'http:// or https://'],
    ['no receiver', ['listen'], {}, 2, '--forward-to is missing'],
    ['no credential', local, { ONBOARDING_CLIENT_ID: '' }, 2, 'set ONBOARDING_CLIENT_ID, or use --stack'],
    ['a remote API without TLS', [...local, '--api', 'http://192.0.2.1'], {}, 2, 'must start with https'],
    ['a missing key file', [...local, '--key', '/nowhere'], {}, 1, 'cannot be read'],
    ['a file that is not a key', [...local, '--key', 'package.json'], {}, 1, 'is not in PEM format'],
    ['a key that is not RSA', [...local, '--key', 'EC'], {}, 1, 'RSA key'],
    ['an API address with /api', [...local, '--api', 'http://127.0.0.1:1/api'], {}, 2, 'without /api'],
    ['a malformed secret', local, wrongSecret, 2, 'A secret is whsec_ followed by base64'],
    ['a secret as an argument', [...local, '--secret', secret], {}, 2, "unknown option '--secret'"],
    ['an invalid time', [...local, '--since', 'yesterday'], {}, 2, '30m, 12h or 7d'],
    ['an unknown flag', [...local, '--nope'], {}, 2, 'Add --help'],
    ['an unknown command', ['lissen'], {}, 2, 'Did you mean listen?'],
    ['no stack', [...local, '--stack'], { ONBOARDING_STACK_DIR: '/nowhere' }, 1, 'npm run stack -- up'],
    ['an unknown environment of the stack', [...local, '--stack', '--env', 'moon'], {}, 2, 'development or sandbox'],
    ['a client that is refused', [...local, '--client-id', 'nobody'], {}, 3, 'log of token requests'],
    ['an address that is not the API', [...local, '--api', 'ISSUER'], {}, 1, '404'],
  ])('for %s', async (_, parts, environment, code, advice) => {
    const values: Record<string, string> = { ISSUER: identity.issuer, EC: ecKeyFile };
    const told = parts.map((part) => values[part] ?? part);
    const listener = run(told, { ...credential(), ...environment });
    expect(await listener.ended(), listener.output()).toBe(code);
    expect(listener.output()).toContain(advice);
    expect(listener.output()).not.toMatch(/\bat .*\.[jt]s:\d+/);
    expect(listener.output()).not.toContain(secret.slice(6));
  });
});
