// Shared by the servers of screening providers: they can be unavailable, slow, or faulty in every way a server can.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { freePort } from '../../../scripts/free-port.ts';

/** Of any provider; each adds its own. */
export const HTTP_FAULTS = [
  'silent',
  'half-answered',
  'error-status',
  'unavailable',
  'not-found',
  'no-content',
  'redirect',
  'html',
  'broken-json',
  'cut-off',
  'reset',
  'oversized',
  'empty-body',
  'empty-object',
  'empty-list',
  'null',
] as const;
export type HttpFault = (typeof HTTP_FAULTS)[number];

export interface ScreeningServer<Fault> {
  url: string;
  /** Every name that was searched, in order. */
  asked: string[];
  /** From now on; undefined for none. */
  fault: Fault | HttpFault | undefined;
  /** How long an answer takes. */
  delayMs: number;
  /** Stops listening on its port. */
  goDown(): Promise<void>;
  comeUp(): Promise<void>;
  close(): Promise<void>;
}

export interface Answering<Fault> {
  request: IncomingMessage;
  url: URL;
  body: string;
  server: ScreeningServer<Fault>;
}

/** `answer` returns what is sent as JSON, or undefined if there is no such path. */
export async function startScreeningServer<Fault>(
  answer: (asking: Answering<Fault>) => unknown,
  isHttpFault: (fault: Fault | HttpFault) => fault is HttpFault,
): Promise<ScreeningServer<Fault>> {
  const port = await freePort();
  let http: Server | undefined;

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const url = new URL(request.url ?? '/', server.url);
    const said = answer({ request, url, body, server });
    if (server.delayMs > 0) await new Promise((later) => setTimeout(later, server.delayMs));
    const { fault } = server;
    const text = JSON.stringify(said);
    if (fault !== undefined && isHttpFault(fault)) misbehave(response, fault, text ?? '{}');
    else if (text === undefined) response.writeHead(404).end('{"error":"not found"}');
    else response.setHeader('content-type', 'application/json').end(text);
  }

  const server: ScreeningServer<Fault> = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    fault: undefined,
    delayMs: 0,
    async goDown() {
      const closing = http;
      http = undefined;
      closing?.closeAllConnections();
      closing?.close();
      if (closing !== undefined) await once(closing, 'close');
    },
    async comeUp() {
      if (http !== undefined) return;
      http = createServer((request, response) => void respond(request, response).catch(() => response.destroy()));
      http.listen(port, '127.0.0.1');
      await once(http, 'listening');
    },
    close: () => server.goDown(),
  };
  await server.comeUp();
  return server;
}

function misbehave(response: ServerResponse, fault: HttpFault, right: string): void {
  const json = () => response.setHeader('content-type', 'application/json');
  switch (fault) {
    case 'silent':
      return;
    case 'half-answered':
      json().write(right.slice(0, right.length / 2));
      return;
    case 'error-status':
      return void response.writeHead(500).end(right);
    case 'unavailable':
      return void response.writeHead(503).end(right);
    case 'not-found':
      return void response.writeHead(404).end(right);
    case 'no-content':
      return void response.writeHead(204).end();
    case 'redirect':
      return void response.writeHead(302, { location: '/elsewhere' }).end(right);
    case 'html':
      return void response.setHeader('content-type', 'text/html').end('<html><body>Welcome</body></html>');
    case 'broken-json':
      return void json().end(right.slice(0, -1));
    case 'cut-off':
      json()
        .setHeader('content-length', right.length)
        .write(right.slice(0, right.length / 2));
      return void setImmediate(() => response.destroy());
    case 'reset':
      return void response.destroy();
    case 'oversized':
      return void json().end(right.replace(/^\{/, `{"padding":"${'x'.repeat(5 * 1024 * 1024)}",`));
    case 'empty-body':
      return void json().end();
    case 'empty-object':
      return void json().end('{}');
    case 'empty-list':
      return void json().end('[]');
    case 'null':
      return void json().end('null');
  }
}

export const isHttpFault = (fault: unknown): fault is HttpFault => HTTP_FAULTS.some((one) => one === fault);
