// What an operator sees of requests: one log line, one duration, one span each. Paths are told as patterns, because a real
// path can carry a partner's reference for a customer.

import { Histogram, type Registry } from '@onboarding/platform/metrics';
import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

export function observeRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from the arrival of a request to the end of its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const status = reply.statusCode;
    const seconds = reply.elapsedTime / 1000;
    durations.observe({ method: request.method, route, status }, seconds);
    const level = route.startsWith('/health') ? 'debug' : 'info';
    const partnerId = request.claims?.partnerId;
    request.log[level](
      { partnerId, method: request.method, route, status, ms: Math.round(seconds * 10_000) / 10 },
      'request',
    );
    done();
  });
}

type FastifyHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
const tracer = trace.getTracer('http');

/** Runs a handler inside a span that continues the caller's trace, if it sent one. */
export function traced(name: string, handler: FastifyHandler): FastifyHandler {
  return async (request, reply) => {
    const parent = propagation.extract(context.active(), request.headers);
    const attributes = { 'http.route': request.routeOptions.url ?? '', 'onboarding.request_id': request.id };
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
    // Only then is the status known: what a handler throws becomes an answer after it.
    reply.raw.once('close', () => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      span.end();
    });
    try {
      return await context.with(trace.setSpan(parent, span), () => handler(request, reply));
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
      throw error;
    }
  };
}
