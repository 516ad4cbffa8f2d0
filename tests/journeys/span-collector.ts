import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { keep } from '../harness/artefacts.ts';

export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string; intValue?: number | string } }[];
  status: { code?: number };
}

interface Export {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[];
}

export interface Collector {
  url: string;
  bodies: string[];
  spans(traceId: string): Span[];
  close(): Promise<void>;
}

/** Receives spans in JSON, like an OpenTelemetry collector, and stores them. */
export async function openCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    bodies.push(body);
    keep('traces', 'telemetry.jsonl', body);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}/v1/traces`,
    bodies,
    spans: (traceId) =>
      bodies
        .flatMap((body) => (JSON.parse(body) as Export).resourceSpans)
        .flatMap((resource) => resource.scopeSpans)
        .flatMap((scope) => scope.spans)
        .filter((span) => span.traceId === traceId),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
