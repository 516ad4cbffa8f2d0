// Logs, metrics and traces of a real API process, called over HTTP.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keep } from '../harness/artefacts.ts';
import { validBody, validPerson } from '../harness/bodies.ts';
import { cloneDatabase, type TestDatabase, type TestPartner } from '../harness/database.ts';
import { until } from '../harness/patience.ts';
import { type RunningApi, type RunningIssuer, runApi, runIssuer } from '../harness/process.ts';
import { findPersonalData } from '../leaks/search.ts';
import { type Collector, openCollector, type Span } from './span-collector.ts';

const PROFILES = '/api/partner/v1/business-profiles';
const CREATE = `POST ${PROFILES}`;

let database: TestDatabase;
let issuer: RunningIssuer;
let collector: Collector;
let api: RunningApi;
let partner: TestPartner;
let token: string;
let logText = '';
let metrics = '';

/** Requests and responses, by name. */
const exchanges = new Map<string, Exchange>();

interface Exchange {
  traceId: string;
  parentId: string;
  status: number;
  requestId: string;
  json: { value?: { customerId?: string }; error?: { code: string; requestId: string } };
}

beforeAll(async () => {
  database = await cloneDatabase();
  issuer = await runIssuer();
  collector = await openCollector();
  api = await runApi({
    databaseUrl: database.appUrl,
    issuerUrl: issuer.url,
    environment: { OTLP_TRACES_URL: collector.url },
    logName: 'telemetry',
  });
  api.process.stdout?.on('data', (text: Buffer) => {
    logText += text.toString();
  });
  partner = await database.addPartner();
  token = await issuer.issuer.token(partner);
  await talk();
  metrics = await (await fetch(api.metricsUrl)).text();
  keep('metrics', 'telemetry.txt', metrics);
  // Stopping flushes the pending spans.
  expect(await api.stop()).toBe(0);
});
afterAll(async () => {
  await api.kill();
  await collector.close();
  await issuer.close();
  await database.close();
});

const reference = `kept-out-of-sight-${crypto.randomUUID()}`;
const refusedByDatabase = validPerson();

async function talk(): Promise<void> {
  await refuseLoudly(refusedByDatabase.email);
  const body = validBody({ partnerCustomerId: reference });
  const created = await send('valid', 'POST', '', body, { 'x-request-id': 'caller.request_1-A' });
  await send('refused', 'POST', '', validBody({ email: 'nobody@', businessPersonList: [validPerson({ phone: '1' })] }));
  await send('database refuses', 'POST', '', validBody({ businessPersonList: [refusedByDatabase] }));
  await send('conflict', 'POST', '', body);
  await send('no JSON', 'POST', '', `{"email":"${refusedByDatabase.email}",`);
  await send('read', 'GET', `/${created.json.value?.customerId}`);
  await send('read by reference', 'GET', `/by-reference/${reference}`);
  await send('improper id', 'GET', `/by-reference/${reference}`, undefined, {
    'x-request-id': refusedByDatabase.email,
  });
  await send('long id', 'GET', `/by-reference/${reference}`, undefined, { 'x-request-id': 'x'.repeat(65) });
  await send('longest id', 'GET', `/by-reference/${reference}`, undefined, { 'x-request-id': 'x'.repeat(64) });
  await send('nobody', 'GET', `/by-reference/${reference}`, undefined, { authorization: 'Bearer nonsense' });
}

/** Makes the database refuse one person with a message full of personal data, as PostgreSQL's own messages can be. */
async function refuseLoudly(email: string): Promise<void> {
  await database.owner.query(`
    create function refuse_loudly() returns trigger language plpgsql as $$
    begin
      raise check_violation using constraint = 'refused_here',
        message = format('%s born %s is refused', new.email, new.birth_date),
        detail = format('Failing row contains (%s, %s, %s)', new.last_name, new.phone, new.address);
    end $$;
    create trigger refuse_loudly before insert on people for each row when (new.email = '${email}')
      execute function refuse_loudly()`);
}

async function send(
  name: string,
  method: 'GET' | 'POST',
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Exchange> {
  const traceId = crypto.randomUUID().replaceAll('-', '');
  const parentId = crypto.randomUUID().replaceAll('-', '').slice(0, 16);
  const answer = await fetch(`${api.url}${PROFILES}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      traceparent: `00-${traceId}-${parentId}-01`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
  });
  const json = (await answer.json()) as Exchange['json'];
  const requestId = answer.headers.get('x-request-id') ?? '';
  const exchange = { traceId, parentId, status: answer.status, requestId, json };
  exchanges.set(name, exchange);
  return exchange;
}

function exchange(name: string): Exchange {
  const found = exchanges.get(name);
  if (found === undefined) throw new Error(`Nothing was sent as ${name}`);
  return found;
}

const SERVER = 2;
const CLIENT = 3;
const ERROR = 2;

function operationOf(name: string): Span {
  const [operation, ...others] = collector.spans(exchange(name).traceId).filter((span) => span.kind === SERVER);
  expect(others).toEqual([]);
  if (operation === undefined) throw new Error(`No span of the operation arrived for ${name}`);
  return operation;
}

function attribute(span: Span, key: string): string | undefined {
  const value = span.attributes.find((one) => one.key === key)?.value;
  return value?.stringValue ?? value?.intValue?.toString();
}

describe('traces', () => {
  test("an operation continues the caller's trace, with its statements as children", () => {
    const operation = operationOf('valid');
    expect(operation.name).toBe(CREATE);
    expect(operation.parentSpanId).toBe(exchange('valid').parentId);
    expect(attribute(operation, 'http.route')).toBe(PROFILES);
    expect(attribute(operation, 'onboarding.request_id')).toBe('caller.request_1-A');
    const statements = collector.spans(operation.traceId).filter((span) => span.name.startsWith('db '));
    expect(statements.map((span) => span.name)).toEqual(
      expect.arrayContaining(['db begin', 'db partner_enter', 'db profile_create', 'db commit']),
    );
    for (const statement of statements) {
      expect(statement).toMatchObject({ kind: CLIENT, parentSpanId: operation.spanId });
    }
  });

  test.each([
    ['valid', 200],
    ['refused', 400],
    ['conflict', 409],
    ['database refuses', 500],
    ['read', 200],
    ['read by reference', 200],
    ['no JSON', 400],
    ['nobody', 401],
  ])("an operation's span has the status of the response: %s", (name, status) => {
    expect(exchange(name).status).toBe(status);
    expect(attribute(operationOf(name), 'http.response.status_code')).toBe(String(status));
  });

  test('a failed statement shows its SQLSTATE and no row data', () => {
    const spans = collector.spans(exchange('database refuses').traceId);
    const refused = spans.find((span) => span.name === 'db profile_create' && span.status?.code === 2);
    expect(refused?.status).toMatchObject({ code: ERROR, message: '23514' });
    expect(operationOf('database refuses').status.code).toBe(ERROR);
  });
});

describe('metrics', () => {
  const counts = (name: string, labels: string) =>
    metrics.split('\n').some((line) => line.startsWith(`${name}_count{`) && line.includes(labels));

  test.each([
    ['POST', PROFILES, 200],
    ['POST', PROFILES, 400],
    ['POST', PROFILES, 409],
    ['POST', PROFILES, 500],
    ['GET', `${PROFILES}/:customerId`, 200],
    ['GET', `${PROFILES}/by-reference/:partnerCustomerId`, 200],
    ['GET', `${PROFILES}/by-reference/:partnerCustomerId`, 401],
  ])('counts requests by method, route pattern and status: %s %s %d', (method, route, status) => {
    const labels = `method="${method}",route="${route}",status="${status}"`;
    expect(counts('onboarding_http_request_seconds', labels)).toBe(true);
  });

  test.each([
    ['profile_create', 'ok'],
    ['commit', 'ok'],
    ['profile_create', '23514'],
  ])('counts statements by name and outcome: %s %s', (name, outcome) => {
    expect(counts('onboarding_database_statement_seconds', `statement="${name}",outcome="${outcome}"`)).toBe(true);
  });
});

describe('request ids', () => {
  test("keeps the caller's valid id, also in the audit trail", async () => {
    expect(exchange('valid').requestId).toBe('caller.request_1-A');
    expect(exchange('longest id').requestId).toBe('x'.repeat(64));
    const { rows } = await database.owner.query('select request_id from audit_entries where customer_id = $1', [
      exchange('valid').json.value?.customerId,
    ]);
    expect(rows).toEqual([{ request_id: 'caller.request_1-A' }]);
  });

  test.each(['improper id', 'long id', 'refused'])('replaces a missing or invalid id: %s', (name) => {
    expect(exchange(name).requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
  });

  test('an error contains the same id as the header', () => {
    expect(exchange('database refuses').json.error).toEqual({
      code: 'Internal.Error',
      message: expect.any(String),
      requestId: exchange('database refuses').requestId,
    });
  });
});

describe('logs', () => {
  interface Line {
    msg: string;
    requestId?: string;
    partnerId?: string;
    clientId?: string;
    code?: string;
    status?: number;
    route?: string;
    err?: { code?: string; constraint?: string; message: string };
  }
  const linesOf = async (name: string): Promise<Line[]> => {
    await until(async () => logText.includes('"stopped"'), 'the last line is read');
    const lines = logText.trimEnd().split('\n');
    return lines.map((line) => JSON.parse(line) as Line).filter((line) => line.requestId === exchange(name).requestId);
  };

  test.each(['valid', 'refused', 'conflict', 'no JSON', 'database refuses', 'read', 'read by reference'])(
    'logs one line per request with id, partner, client and error code: %s',
    async (name) => {
      const [line, ...others] = (await linesOf(name)).filter(({ msg }) => msg === 'request');
      expect(others).toEqual([]);
      const { status, json } = exchange(name);
      expect(line).toMatchObject({ partnerId: partner.partnerId, clientId: partner.clientId, status });
      expect(line?.code).toBe(json.error?.code);
      expect(line?.route).toMatch(/^\/api\/partner\/v1\/business-profiles(\/:customerId|\/by-reference\/:\w+)?$/);
    },
  );

  test('logs an unauthenticated request', async () => {
    expect(exchange('nobody').status).toBe(401);
    expect(await linesOf('nobody')).toContainEqual(expect.objectContaining({ msg: 'request', status: 401 }));
  });

  test('logs an internal error with only the code and constraint of its cause', async () => {
    const failed = (await linesOf('database refuses')).find(({ msg }) => msg === 'request failed');
    expect(failed).toMatchObject({ partnerId: partner.partnerId, err: { code: '23514', constraint: 'refused_here' } });
    expect(failed?.err?.message).toBe('database error');
  });
});

test("logs, metrics and traces contain neither personal data nor a partner's reference", () => {
  for (const text of [logText, metrics, ...collector.bodies]) {
    expect(findPersonalData(text)).toEqual([]);
    expect(text).not.toContain(reference);
  }
  expect(logText.length * metrics.length * collector.bodies.length).toBeGreaterThan(0);
});
