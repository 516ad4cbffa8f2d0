// Shared by all our HTTP servers: timeouts for clients, the response to requests that are not valid HTTP, and the headers
// of every response.
import { type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerOptions,
  fastify,
  LogController,
} from 'fastify';
import type { Logger } from '../logger/index.ts';

/** Timeouts in milliseconds. */
export interface Patience {
  /** For the head of a request, from the opening of the connection. */
  head: number;
  /** For a whole request. */
  request: number;
  /** Between two requests: longer than load balancers keep a connection, so that they close it first. */
  idle: number;
  /** Without any progress while a response is sent. */
  stalled: number;
  /** How often connections are checked. */
  look: number;
  /** For a refused client to close its side. */
  farewell: number;
}

export const PATIENCE: Patience = {
  head: 10_000,
  request: 30_000,
  idle: 72_000,
  stalled: 75_000,
  look: 2_000,
  farewell: 1_000,
};
const MOST_HEADERS = 100;

/** No caching, no sniffing, no framing and no referrer, unless a route overrides them. */
export function standardHeaders(encryptedOnly: boolean): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(encryptedOnly ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

export interface Refusal {
  type: string;
  body: string;
  headers?: Record<string, string>;
}

export interface HttpServerOptions {
  logger: Logger;
  /** Whether browsers must use https; true everywhere except in development. */
  encryptedOnly: boolean;
  /** The response to a request that could not be parsed. */
  unreadable?: () => Refusal;
  /** Whether every response says that this is a rehearsal. */
  rehearsal?: boolean;
  patience?: Patience;
}

/** A Fastify server with these timeouts, refusals and headers. */
export function openHttpServer(options: HttpServerOptions, own: FastifyServerOptions = {}): FastifyInstance {
  const { logger, encryptedOnly, unreadable = inPlainWords, rehearsal = false, patience = PATIENCE } = options;
  const headers = { ...standardHeaders(encryptedOnly), ...(rehearsal ? { 'x-rehearsal': 'true' } : {}) };
  // Widened, because otherwise the logger's type would become part of every type that mentions the app.
  const loggerInstance: FastifyBaseLogger = logger;
  const { frameworkErrors } = own;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    return503OnClosing: false,
    requestTimeout: patience.request,
    keepAliveTimeout: patience.idle,
    connectionTimeout: patience.stalled,
    http: serverOptions(patience),
    clientErrorHandler: (error, socket) => partFrom(error, socket, headers, unreadable, patience),
    ...own,
    frameworkErrors: (error, request, reply) => {
      carry(reply.raw, headers);
      if (frameworkErrors !== undefined) frameworkErrors(error, request, reply);
      else sendRefusal(reply, unreadable());
    },
  });
  guardServer(app.server, headers);
  // On the raw response, so that responses written without Fastify have them too.
  app.addHook('onRequest', (request, reply, done) => {
    carry(reply.raw, headers);
    if (request.headers.host !== undefined || request.raw.httpVersion !== '1.1') return done();
    sendRefusal(reply, unreadable());
  });
  return app;
}

function sendRefusal(reply: FastifyReply, { type, body, headers = {} }: Refusal): void {
  void reply.status(400).headers(headers).type(type).send(body);
}

const inPlainWords = (): Refusal => ({
  type: 'text/plain; charset=utf-8',
  body: 'This is no request that can be read.\n',
});

/** Options for a Node server. */
export function serverOptions(patience: Patience = PATIENCE) {
  return {
    headersTimeout: patience.head,
    requestTimeout: patience.request,
    connectionsCheckingInterval: patience.look,
    // We refuse a missing Host ourselves, because Node's response would lack our headers.
    requireHostHeader: false,
  };
}

export function carry(response: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** Replaces Node's own responses, which lack our headers and text. */
export function guardServer(server: Server, headers: Record<string, string>): void {
  server.maxHeadersCount = MOST_HEADERS;
  server.on('checkExpectation', (_request, response) => response.writeHead(417, headers).end());
}

/** Responds if the client can still receive, and closes the connection in any case. */
export function partFrom(
  error: Error & { code?: string },
  socket: Socket,
  headers: Record<string, string>,
  unreadable: () => Refusal = inPlainWords,
  { farewell }: Pick<Patience, 'farewell'> = PATIENCE,
): void {
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  // If a response was sent before the body arrived, there is nothing to add.
  if (error.code === 'ECONNRESET' || !socket.writable || (late && socket.bytesWritten > 0)) {
    socket.destroy();
    return;
  }
  const status = late ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const { type, body, headers: further } = unreadable();
  const length = String(Buffer.byteLength(body));
  const all = { ...headers, 'content-type': type, 'content-length': length, ...further, connection: 'close' };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
  // Delayed, because unread input would reset the connection and lose the response.
  setTimeout(() => socket.destroy(), farewell).unref();
}
