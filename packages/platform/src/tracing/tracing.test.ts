import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { context, propagation, trace } from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLogger } from '../logger/index.ts';
import { openHttpServer } from '../service/http-server.ts';

interface Span {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
  status: { code: number; message?: string };
}
interface Export {
  resourceSpans: { resource: { attributes: Span['attributes'] }; scopeSpans: { spans: Span[] }[] }[];
}

let collector: Server;
let url: string;
let exports: Export[];
let tracing: { stop(): Promise<void> };
let own: typeof import('./index.ts');
let copies = 0;
beforeEach(async () => {
  exports = [];
  collector = createServer(async (request, response) => {
    exports.push((await json(request)) as Export);
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  url = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/v1/traces`;
  // The tracers of other modules stay without a collector, and a tracer that was used stays with its own: so each test has a copy.
  trace.disable();
  const copy = `./index.ts?copy=${++copies}`;
  own = await import(copy);
});
afterEach(() => {
  for (const one of [trace, context, propagation]) one.disable();
  collector.closeAllConnections();
  collector.close();
});

/** What the collector received. */
async function spans(): Promise<Span[]> {
  await tracing.stop();
  return exports.flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap((one) => one.scopeSpans.flatMap((all) => all.spans)),
  );
}
const attributesOf = (all: Span['attributes'] = []) =>
  Object.fromEntries(all.map(({ key, value }) => [key, Object.values(value)[0]]));
const PARENT = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' };
const TRACEPARENT = `00-${PARENT.traceId}-${PARENT.spanId}-01`;

describe('requests', () => {
  let app: FastifyInstance;
  let lines: Record<string, unknown>[];
  let registry: Registry;
  const within: (string | null)[] = [];
  beforeEach(async () => {
    tracing = own.startTracing('api', url, 1);
    lines = [];
    registry = new Registry();
    const write = (line: string) => void lines.push(JSON.parse(line));
    app = openHttpServer({ logger: createLogger({ service: 'api', level: 'debug' }, { write }), encryptedOnly: false });
    const copy = `../service/observe.ts?copy=${copies}`;
    const { observeRequests, traced }: typeof import('../service/observe.ts') = await import(copy);
    observeRequests(app, registry);
    const answer = (status: number, code?: string) =>
      traced(async (request, reply) => {
        within.push(own.currentTraceparent());
        request.caller = { partnerId: 'p1', clientId: 'c1' };
        request.errorCode = code;
        return reply.status(status).send('x');
      });
    app.get('/customers/:id', answer(200));
    app.get('/refused', answer(499, 'NotFound'));
    app.get('/broken', answer(500, 'Internal'));
    app.get('/health/live', answer(200));
  });
  afterEach(() => app.close());
  const logged = () => lines.filter(({ msg }) => msg === 'request');

  test('have one span each, named by the pattern of the path, with the status and without the path itself', async () => {
    await app.inject({ url: '/customers/secret-reference', headers: { traceparent: TRACEPARENT } });
    await app.inject('/refused');
    await app.inject('/broken');
    const [found, refused, broken, ...others] = await spans();
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      name: 'GET /customers/:id',
      kind: 2,
      traceId: PARENT.traceId,
      parentSpanId: PARENT.spanId,
    });
    expect(within.at(-3)).toBe(`00-${PARENT.traceId}-${found?.spanId}-01`);
    expect(attributesOf(found?.attributes)).toEqual({
      'http.route': '/customers/:id',
      'onboarding.request_id': expect.any(String),
      'http.response.status_code': 200,
    });
    expect(refused?.parentSpanId ?? '').toBe('');
    expect([found, refused, broken].map((span) => span?.status.code)).toEqual([0, 0, 2]);
    expect(attributesOf(broken?.attributes)).toMatchObject({ 'http.response.status_code': 500 });
    expect(JSON.stringify(exports)).not.toContain('secret-reference');
    const [resource] = exports.flatMap(({ resourceSpans }) => resourceSpans.map((one) => one.resource.attributes));
    expect(attributesOf(resource)).toMatchObject({ 'service.name': 'api' });
  });

  test('are logged once with caller, pattern, status, error code and duration', async () => {
    await app.inject('/customers/secret-reference');
    await app.inject('/refused');
    await app.inject('/nowhere');
    const common = { level: 'info', method: 'GET', address: '127.0.0.1', ms: expect.any(Number) };
    const caller = { partnerId: 'p1', clientId: 'c1' };
    expect(logged()).toEqual([
      expect.objectContaining({ ...common, ...caller, route: '/customers/:id', status: 200 }),
      expect.objectContaining({ ...common, ...caller, route: '/refused', status: 499, code: 'NotFound' }),
      expect.objectContaining({ ...common, route: 'unknown', status: 404 }),
    ]);
    expect(logged()[0]).not.toHaveProperty('code');
    expect(JSON.stringify(lines)).not.toContain('secret-reference');
    expect(await registry.metrics()).toContain(
      'onboarding_http_request_seconds_count{method="GET",route="/customers/:id",status="200"} 1',
    );
  });

  test('for health have no span and are logged only for debugging', async () => {
    await app.inject('/health/live');
    expect(logged()).toEqual([expect.objectContaining({ level: 'debug', route: '/health/live' })]);
    expect(await spans()).toEqual([]);
  });
});

describe('later work', () => {
  test('continues the trace that caused it, with the facts from its start and its end', async () => {
    tracing = own.startTracing('worker', url, 1);
    own.continueTrace('deliver', TRACEPARENT, { first: 1 }).end({ failure: null, attributes: { second: 2 } });
    own.continueTrace('deliver', null, {}).end({ failure: 'HttpStatus', attributes: {} });
    const [continued, separate] = await spans();
    expect(continued).toMatchObject({
      name: 'deliver',
      kind: 4,
      traceId: PARENT.traceId,
      parentSpanId: PARENT.spanId,
      status: { code: 0 },
    });
    expect(attributesOf(continued?.attributes)).toEqual({ first: 1, second: 2 });
    expect(separate).toMatchObject({ status: { code: 2, message: 'HttpStatus' } });
    expect(separate?.traceId).not.toBe(PARENT.traceId);
    expect(separate?.parentSpanId ?? '').toBe('');
  });

  test('with a sampling ratio of 0, nothing is sent, even if the caller asks for it', async () => {
    tracing = own.startTracing('worker', url, 0);
    own.continueTrace('deliver', TRACEPARENT, {}).end({ failure: null, attributes: {} });
    expect(await spans()).toEqual([]);
  });

  test('without a collector, nothing is traced', async () => {
    tracing = own.startTracing('worker', undefined, 1);
    own.continueTrace('deliver', TRACEPARENT, {}).end({ failure: null, attributes: {} });
    expect([own.currentTraceparent(), await spans()]).toEqual([null, []]);
  });
});
