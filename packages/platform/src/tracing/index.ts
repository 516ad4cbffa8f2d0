import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';

export interface Tracing {
  /** Sends pending spans. */
  stop(): Promise<void>;
}

/**
 * Sends spans to an OpenTelemetry collector. Without an endpoint nothing is set up and a span costs almost nothing. Traces
 * are sampled by id, so that every process keeps the same ones, regardless of the caller's sampling flag.
 */
export function startTracing(service: string, endpoint: string | undefined, ratio: number): Tracing {
  if (endpoint === undefined) return { stop: async () => {} };
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const provider = new TracerProvider({
    sampler: new TraceIdRatioBasedSampler(ratio),
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: endpoint }) })],
  });
  trace.setGlobalTracerProvider(provider);
  return { stop: () => provider.shutdown() };
}

/** The active span as a W3C traceparent, for work that continues the trace later; null if nothing is traced. */
export function currentTraceparent(): string | null {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

const tracer = trace.getTracer('later');

export interface LaterSpan {
  end(facts: { failure: string | null; attributes: Attributes }): void;
}

/** A span that continues an earlier trace, possibly of another process; without one it starts a new trace. */
export function continueTrace(name: string, traceparent: string | null, attributes: Attributes): LaterSpan {
  const parent = traceparent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent });
  const span = tracer.startSpan(name, { kind: SpanKind.PRODUCER, attributes }, parent);
  return {
    end({ failure, attributes: later }) {
      if (failure !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
      span.setAttributes(later).end();
    },
  };
}
