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
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

export interface Tracing {
  /** Sends what is still waiting. */
  stop(): Promise<void>;
}

/** Sends spans to an OpenTelemetry collector. Without an address nothing is set up and a span costs next to nothing. */
export function startTracing(service: string, endpoint: string | undefined): Tracing {
  if (endpoint === undefined) return { stop: async () => {} };
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: endpoint }) })],
  });
  trace.setGlobalTracerProvider(provider);
  return { stop: () => provider.shutdown() };
}

/** The active span as others name it (W3C), for work that goes on with it later; null when nothing is traced. */
export function currentTraceparent(): string | null {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

const tracer = trace.getTracer('later');

export interface LaterSpan {
  end(facts: { failure: string | null; attributes: Attributes }): void;
}

/** A span of work that goes on with something traced earlier, by whatever process; a trace of its own without one. */
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
