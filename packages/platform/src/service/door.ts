// What all our HTTP servers have in common, whatever they serve: how long they wait for a caller, how they part from one
// that does not speak HTTP, and what every answer carries.
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

/** In milliseconds. */
export interface Patience {
  /** For the head of a request, from the moment the connection is open. */
  head: number;
  /** For a whole request. */
  request: number;
  /** Between two requests: longer than balancers keep a connection, so that it is they who close it. */
  idle: number;
  /** For anything at all to move while an answer is written. */
  stalled: number;
  /** How often connections are looked at. */
  look: number;
  /** For a refused caller to close its end. */
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

/** Unless a route says otherwise: nothing is kept, guessed at, framed, or told to the next site. */
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

export interface DoorOptions {
  logger: Logger;
  /** Whether browsers shall come by https only: everywhere but in development. */
  encryptedOnly: boolean;
  /** What is said to somebody whose request could not even be read. */
  unreadable?: () => Refusal;
  patience?: Patience;
}

/** A Fastify server with all of this. */
export function openDoor(options: DoorOptions, own: FastifyServerOptions = {}): FastifyInstance {
  const { logger, encryptedOnly, unreadable = inPlainWords, patience = PATIENCE } = options;
  const headers = standardHeaders(encryptedOnly);
  // Widened, or the logger's own type would go into every type that mentions the app.
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
      else refuse(reply, unreadable());
    },
  });
  guardServer(app.server, headers);
  // On the raw answer, so that whoever writes it past Fastify carries them too.
  app.addHook('onRequest', (request, reply, done) => {
    carry(reply.raw, headers);
    if (request.headers.host !== undefined || request.raw.httpVersion !== '1.1') return done();
    refuse(reply, unreadable());
  });
  return app;
}

function refuse(reply: FastifyReply, { type, body, headers = {} }: Refusal): void {
  void reply.status(400).headers(headers).type(type).send(body);
}

const inPlainWords = (): Refusal => ({
  type: 'text/plain; charset=utf-8',
  body: 'This is no request that can be read.\n',
});

/** What a server is made with. */
export function serverOptions(patience: Patience = PATIENCE) {
  return {
    headersTimeout: patience.head,
    requestTimeout: patience.request,
    connectionsCheckingInterval: patience.look,
    // Refused by us instead: what Node answers by itself carries nothing of ours.
    requireHostHeader: false,
  };
}

export function carry(response: ServerResponse, headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}

/** What Node would answer by itself, without a word of ours. */
export function guardServer(server: Server, headers: Record<string, string>): void {
  server.maxHeadersCount = MOST_HEADERS;
  server.on('checkExpectation', (_request, response) => response.writeHead(417, headers).end());
}

/** Answers, as far as the other side still listens, and lets go of the connection whether it does or not. */
export function partFrom(
  error: Error & { code?: string },
  socket: Socket,
  headers: Record<string, string>,
  unreadable: () => Refusal = inPlainWords,
  { farewell }: Pick<Patience, 'farewell'> = PATIENCE,
): void {
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  // One that was answered before its body had come has heard enough.
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
  // Not at once: what is still on its way in would make the network drop the answer.
  setTimeout(() => socket.destroy(), farewell).unref();
}
