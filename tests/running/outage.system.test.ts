// What callers get through the reverse proxy of deploy/proxy while the database, or every process, is unavailable.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { dashboardFailureSchema, failureSchema } from '@onboarding/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { validBody } from '../harness/bodies.ts';
import { until } from '../harness/patience.ts';
import { type RunningIssuer, type RunningProcess, runApi, runIdentity, runIssuer } from '../harness/process.ts';
import { PROXY_HOSTS, type ProxyHost, startCaddy, type TestProxy } from '../harness/servers/caddy.ts';
import { type OwnPostgres, startOwnPostgres } from '../harness/servers/own-postgres.ts';

const CREATE = '/api/partner/v1/business-profiles';

let postgres: OwnPostgres;
let issuer: RunningIssuer;
let api: RunningProcess;
let identity: RunningProcess;
let proxy: TestProxy;
let token: string;

beforeAll(async () => {
  postgres = await startOwnPostgres('.test/postgres-outage');
  issuer = await runIssuer();
  const database = await postgres.open();
  token = await issuer.issuer.token(await database.addPartner());
  api = await runApi({ databaseUrl: database.appUrl, issuerUrl: issuer.url });
  identity = await runIdentity({ databaseUrl: database.identityUrl });
  await database.close();
  proxy = await startCaddy({ api: api.url, identity: identity.url });
});
afterAll(async () => {
  await proxy?.close();
  await api?.kill();
  await identity?.kill();
  await issuer?.close();
  await postgres?.remove();
});

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** Over HTTP/2, as most clients speak with the proxy. */
async function ask(at: TestProxy, host: ProxyHost, method: string, path: string, body?: string): Promise<Answer> {
  const socket = await at.open(host, { ALPNProtocols: ['h2'] });
  const session = connect(`https://${PROXY_HOSTS[host]}`, { createConnection: () => socket });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const stream = session.request({ ...headers, ':method': method, ':path': path });
  stream.end(body);
  const [answered] = (await once(stream, 'response')) as [Record<string, unknown>];
  const answer = { status: Number(answered[':status']), headers: answered, body: await text(stream) };
  session.destroy();
  return answer;
}

const create = (at = proxy) => ask(at, 'api', 'POST', CREATE, JSON.stringify(validBody()));
const codeOf = ({ body }: Answer) => failureSchema.parse(JSON.parse(body)).error.code;
/** Only the services send this header. */
const isFromService = ({ headers }: Answer) => headers['content-security-policy'] !== undefined;

async function refusedCreates(): Promise<number> {
  const metrics = await (await fetch(api.metricsUrl)).text();
  const counts = metrics.matchAll(
    /^\S*onboarding_http_request_seconds_count\{.*?method="POST".*?status="503".*?\} (\d+)$/gm,
  );
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

test('while the database is unavailable, the services answer as documented, and count it', async () => {
  expect((await create()).status).toBe(200);
  postgres.server.kill();
  await until(async () => (await fetch(`${api.url}/health/ready`)).status === 503, 'readiness falls');
  // Longer than the proxy takes to check its targets again.
  const before = await refusedCreates();
  const until503 = performance.now() + 6_000;
  while (performance.now() < until503) {
    const answer = await create();
    expect([answer.status, isFromService(answer), codeOf(answer)]).toEqual([503, true, 'Service.Unavailable']);
    expect(answer.headers['retry-after']).toBe('2');
  }
  expect(await refusedCreates()).toBeGreaterThan(before);
  await postgres.restart();
  await until(async () => (await create()).status === 200, 'creates succeed again');
});

describe('without any process', () => {
  beforeAll(async () => {
    await api.kill();
    await identity.kill();
  });

  test('the Partner API answers as documented, also to a large body', async () => {
    for (const body of [JSON.stringify(validBody()), 'x'.repeat(900_000)]) {
      const answer = await ask(proxy, 'api', 'POST', CREATE, body);
      expect([answer.status, codeOf(answer), answer.headers['retry-after']]).toEqual([503, 'Service.Unavailable', '5']);
      expect(answer.headers.server).toBeUndefined();
    }
  });

  test('the sites get an error in their own envelope, and visitors a page', async () => {
    const data = await ask(proxy, 'portal', 'GET', '/api/customer/v1/partner-profile');
    const { error } = dashboardFailureSchema.parse(JSON.parse(data.body));
    expect([data.status, error.code]).toEqual([503, 'Service.Unavailable']);
    for (const [host, path] of [
      ['portal', '/portal/'],
      ['console', '/console/'],
      ['identity', '/forgotten-password'],
    ] as const) {
      const page = await ask(proxy, host, 'GET', path);
      expect([page.status, page.headers['content-type']], host).toEqual([503, 'text/html; charset=utf-8']);
      expect(page.body).toContain('We are unavailable right now');
    }
  });

  test('the token endpoint answers as OAuth prescribes', async () => {
    const answer = await ask(proxy, 'identity', 'POST', '/oauth2/token', 'grant_type=client_credentials');
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([503, 'temporarily_unavailable']);
    expect(answer.headers['retry-after']).toBe('5');
  });

  test('what the proxy does not serve is still 404', async () => {
    expect((await ask(proxy, 'api', 'GET', '/health/ready')).status).toBe(404);
  });

  test('the log has the request ID that the caller got, and neither headers, queries nor what paths reveal', async () => {
    const answer = await create();
    const { requestId } = failureSchema.parse(JSON.parse(answer.body)).error;
    await ask(proxy, 'identity', 'GET', '/invitation/secret-of-a-link?also=private');
    await ask(proxy, 'api', 'GET', `${CREATE}/by-reference/ann-smith`);
    const logged = () => proxy.said.join('\n');
    await until(async () => logged().includes('by-reference/-'), 'requests are logged');
    expect(answer.headers['x-request-id']).toBe(requestId);
    expect(logged()).toContain(`"X-Request-Id":["${requestId}"]`);
    expect(logged()).toContain('"uri":"/invitation/--"');
    for (const hidden of ['secret-of-a-link', 'private', 'ann-smith', token, 'Bearer'])
      expect(logged()).not.toContain(hidden);
  });
});

describe('when the connection to a process breaks after it got the request', () => {
  let breaking: Server;
  let broken: TestProxy;
  beforeAll(async () => {
    breaking = createServer((request, response) => {
      if (request.url === '/health/accepting') response.end();
      else request.socket.destroy();
    }).listen(0, '127.0.0.1');
    await once(breaking, 'listening');
    const url = `http://127.0.0.1:${(breaking.address() as AddressInfo).port}`;
    broken = await startCaddy({ api: url, identity: url });
  });
  afterAll(async () => {
    await broken.close();
    breaking.close();
  });

  test('a write has an unknown outcome', async () => {
    const answer = await create(broken);
    expect([answer.status, codeOf(answer)]).toEqual([503, 'Service.OutcomeUnknown']);
  });

  test('a read can be sent again', async () => {
    const answer = await ask(broken, 'api', 'GET', '/api/partner/v1/countries');
    expect([answer.status, codeOf(answer)]).toEqual([503, 'Service.Unavailable']);
  });
});
