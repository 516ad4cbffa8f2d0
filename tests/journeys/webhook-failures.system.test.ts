// Every kind of delivery failure, from a partner's test event to the attempt shown on the dashboard, with a real API, a real
// worker and a separate receiver for each.
import { type DeliveryDetail, type DeliveryPage, ERROR_KINDS, type ErrorKind } from '@onboarding/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { cloneDatabase, type TestDatabase } from '../harness/database.ts';
import { until } from '../harness/patience.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';
import { startDeafPort } from '../harness/servers/deaf-port.ts';
import { type NameServer, startNameServer } from '../harness/servers/name-server.ts';
import {
  answerWith,
  loopbackSetting,
  type Receiver,
  type ReceiverOptions,
  startReceiver,
} from '../harness/servers/receiver.ts';
import { type SignedIn, signIn } from '../harness/session.ts';
import { ORIGINS } from '../harness/values.ts';
import { WEBHOOKS } from '../harness/webhooks.ts';
import { type RunningWorker, runWorker } from '../harness/worker.ts';

interface Expected {
  statusCode: number | null;
  errorKind: ErrorKind | null;
  responseExcerpt: string | null;
}
const failure = (errorKind: ErrorKind, statusCode: number | null = null, responseExcerpt: string | null = null) => ({
  errorKind,
  statusCode,
  responseExcerpt,
});

const head = 'HTTP/1.1 200 OK\r\n';
const PUBLIC = '93.184.215.14';
const RECEIVERS: Record<string, { options: ReceiverOptions; expected: Expected }> = {
  'an expired certificate': { options: { certificate: { days: -1 } }, expected: failure('TlsFailure') },
  "another host's certificate": {
    options: { certificate: { hosts: ['x.acme.com'] } },
    expected: failure('TlsFailure'),
  },
  'a reset while the body is sent': {
    options: {
      onSecureSocket: (socket) => {
        socket.once('data', () => socket.write(`${head}Content-Length: 9\r\n\r\nhalf`, () => socket.destroy()));
      },
    },
    expected: failure('ConnectionReset', 200, 'half'),
  },
  'no response': { options: { onSecureSocket: () => undefined }, expected: failure('ResponseTimeout') },
  'a slow response body': {
    options: {
      onSecureSocket: (socket) => {
        // Wait for the request before sending the head.
        socket.once('data', () => {
          socket.write(`${head}Content-Length: 99\r\n\r\n`);
          const timer = setInterval(() => socket.write('x'), 500);
          socket.on('close', () => clearInterval(timer));
        });
      },
    },
    expected: failure('ResponseTimeout', 200, expect.stringMatching(/^x+$/)),
  },
  'a response that is not HTTP': {
    options: { onSecureSocket: (socket) => void socket.once('data', () => socket.write('220 ESMTP\r\n')) },
    expected: failure('ProtocolError'),
  },
  'a redirect to the metadata address': {
    options: { answer: answerWith(302, { location: 'http://169.254.169.254/latest/' }, 'over there') },
    expected: failure('Redirect', 302, 'over there'),
  },
  'an HTTP error': {
    options: { answer: answerWith(500, {}, 'stack\0 trace\r\nat \x1b[31mline 1') },
    expected: failure('HttpStatus', 500, 'stack trace at [31mline 1'),
  },
  'an endless body': {
    options: {
      answer: (_request, response) => {
        const pour = () => {
          while (response.writable && response.write('é'.repeat(8_192)));
        };
        response.on('drain', pour).writeHead(503);
        pour();
      },
    },
    expected: failure('HttpStatus', 503, 'é'.repeat(2_048)),
  },
};

let database: TestDatabase;
let issuer: RunningIssuer;
let names: NameServer;
let api: RunningApi;
let worker: RunningWorker;
const receivers = new Map<string, Receiver>();
const toClose: { close(): Promise<void> }[] = [];
const outcomes = new Map<string, { url: string; expected: Expected }>();

beforeAll(async () => {
  database = await cloneDatabase();
  issuer = await runIssuer();
  names = await startNameServer({ 'moves.acme.com': [PUBLIC], 'vanishes.acme.com': [PUBLIC] });
  const hole = await startDeafPort();
  toClose.push(hole, names, issuer);
  for (const [name, { options, expected }] of Object.entries(RECEIVERS)) {
    const receiver = await startReceiver(options);
    receivers.set(name, receiver);
    toClose.push(receiver);
    outcomes.set(name, { url: receiver.url(), expected });
  }
  outcomes.set('a closed port', { url: 'https://gone.receivers.example/', expected: failure('ConnectRefused') });
  outcomes.set('a black hole', { url: 'https://hole.receivers.example/', expected: failure('ConnectTimeout') });
  outcomes.set('a host name that no longer resolves', {
    url: 'https://vanishes.acme.com/',
    expected: failure('DnsFailure'),
  });
  outcomes.set('a host name that now resolves to a private address', {
    url: 'https://moves.acme.com/',
    expected: failure('BlockedAddress'),
  });

  const others = new Map([
    ['gone.receivers.example', await freePort()],
    ['hole.receivers.example', hole.port],
  ]);
  const [first] = receivers.values();
  const environment = {
    WEBHOOK_LOOPBACK_RECEIVERS: loopbackSetting(...[...receivers.values()].map(({ allowed }) => allowed), others),
    WEBHOOK_DNS_SERVERS: names.address,
    NODE_EXTRA_CA_CERTS: first?.caFile ?? '',
  };
  const site = { PORTAL_URL: ORIGINS.partner, PORTAL_CLIENT_SECRET: 'portal secret for tests, long enough' };
  api = await runApi({
    databaseUrl: database.appUrl,
    issuerUrl: issuer.url,
    environment: { ...environment, ...site },
  });
  worker = await runWorker({
    database,
    smtpUrl: 'smtp://127.0.0.1:9',
    environment: { ...environment, WORKER_ROLES: 'webhooks' },
  });
});
afterAll(async () => {
  await worker.kill();
  await api.kill();
  for (const one of toClose) await one.close();
  await database.close();
});

async function ask<T>(person: SignedIn, method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${api.url}${WEBHOOKS}${path}`, {
    method,
    headers: { ...person.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(text);
  return JSON.parse(text).value;
}

async function firstDelivery(person: SignedIn): Promise<DeliveryDetail | undefined> {
  const { items } = await ask<DeliveryPage>(person, 'GET', '/deliveries');
  return items[0] === undefined ? undefined : ask(person, 'GET', `/deliveries/${items[0].id}`);
}

test('records each failure with its kind, status and response excerpt, within fifteen seconds', async () => {
  const users = new Map<string, SignedIn>();
  for (const [name, { url }] of outcomes) {
    const person = await signIn(database);
    users.set(name, person);
    await ask(person, 'POST', '', { url });
  }
  // Changed between registration and sending.
  names.names.set('moves.acme.com', ['169.254.169.254']);
  names.names.delete('vanishes.acme.com');
  for (const person of users.values()) await ask(person, 'POST', '/test');

  const recorded = new Map<string, DeliveryDetail>();
  await until(async () => {
    for (const [name, person] of users) {
      const delivery = recorded.has(name) ? undefined : await firstDelivery(person);
      if (delivery !== undefined && delivery.attempts.length > 0) recorded.set(name, delivery);
    }
    return recorded.size === users.size;
  }, 'each has been tried');
  for (const [name, { url, expected }] of outcomes) {
    const [attempt] = recorded.get(name)?.attempts ?? [];
    expect([name, attempt]).toMatchObject([name, { attemptNo: 1, url, ...expected }]);
    // The error kind shows that the fifteen-second limit applied; a busy machine may measure more.
    expect(attempt?.durationMs).toBeLessThan(45_000);
    expect(recorded.get(name)).toMatchObject({ status: 'Pending', lastStatusCode: expected.statusCode });
  }
  const kinds = [...recorded.values()].map(({ attempts }) => attempts[0]?.errorKind);
  expect([...new Set(kinds)].sort()).toEqual([...ERROR_KINDS].sort());
});
