// Makes each request visible to operators: one log line, one duration, one span. Paths are logged as patterns, because a
// real path can contain a partner's reference for a customer.
import { type Context, context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Histogram, type Registry } from '../metrics/index.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request, from its arrival to the end of the response. */
    traceContext: Context | undefined;
    /** The authenticated caller, for the log: ids only. */
    caller: { partnerId?: string; clientId?: string; accountId?: string } | undefined;
    /** The error code of the response, for the log. */
    errorCode: string | undefined;
  }
}

const tracer = trace.getTracer('http');
const routeOf = (request: FastifyRequest) => request.routeOptions.url ?? 'unknown';

export function observeRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'onboarding_http_request_seconds',
    help: 'Time from receiving a request to the end of its response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.decorateRequest('traceContext', undefined);
  app.decorateRequest('caller', undefined);
  app.decorateRequest('errorCode', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    const route = routeOf(request);
    if (!route.startsWith('/health')) request.traceContext = startSpan(request, route);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request);
    const status = reply.statusCode;
    const seconds = reply.elapsedTime / 1000;
    durations.observe({ method: request.method, route, status }, seconds);
    endSpan(request, status);
    const level = route.startsWith('/health') ? 'debug' : 'info';
    const ms = Math.round(seconds * 10_000) / 10;
    const code = request.errorCode === undefined ? {} : { code: request.errorCode };
    const { caller, ip: address, method } = request;
    request.log[level]({ ...caller, address, method, route, status, ...code, ms }, 'request');
    done();
  });
}

/** Continues the caller's trace, if it sent one. */
function startSpan(request: FastifyRequest, route: string): Context {
  const parent = propagation.extract(context.active(), request.headers);
  const attributes = { 'http.route': route, 'onboarding.request_id': request.id };
  const span = tracer.startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
  return trace.setSpan(parent, span);
}

function endSpan(request: FastifyRequest, status: number): void {
  const span = request.traceContext === undefined ? undefined : trace.getSpan(request.traceContext);
  span?.setAttribute('http.response.status_code', status);
  // A refused request is the caller's fault, not ours.
  if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
  span?.end();
}

type FastifyHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Runs a handler inside its request's span, so that the spans of its statements are children of it. */
export function traced(handler: FastifyHandler): FastifyHandler {
  return (request, reply) => context.with(request.traceContext ?? context.active(), () => handler(request, reply));
}
