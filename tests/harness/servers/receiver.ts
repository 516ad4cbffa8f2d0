// Webhook receivers: real HTTPS servers on loopback with certificates of a private authority. They store every request
// byte for byte, and answer as a test sets.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { type Authority, issueCertificate, makeAuthority } from '../../../scripts/certificate-authority.ts';
import { temporaryFolder } from '../temporary-folder.ts';

export interface ReceivedRequest {
  /** When the last byte arrived, in milliseconds as Date.now() counts them. */
  at: number;
  /** The host name it was sent to, without the port. */
  host: string;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The bytes as received. */
  body: Buffer;
  /** The number of the connection that it used, starting at 1. */
  connection: number;
}

export type Answering = (request: ReceivedRequest, response: ServerResponse) => void | Promise<void>;

export interface ReceiverOptions {
  /** How many host names, r1.receivers.example and so on; or which, under receivers.example. */
  hosts?: number | readonly string[];
  /** Defaults to 200. */
  answer?: Answering;
  /** Shared between receivers whose senders trust one authority; defaults to a new one. */
  authority?: Authority;
  certificate?: { days?: number; hosts?: readonly string[] };
  /** Defaults to any port on loopback. */
  listen?: { address: string; port: number };
  /** Instead of HTTP: handles a connection after TLS is established, or before TLS. */
  onSecureSocket?: (socket: TLSSocket) => void;
  onSocket?: (socket: Socket) => void;
  keepRequests?: boolean;
}

export interface Receiver {
  port: number;
  hosts: readonly string[];
  /** For NODE_EXTRA_CA_CERTS of a process, or as text for a sender in this one. */
  caFile: string;
  ca: string;
  /** For a guard in this process, or as a setting of another. */
  allowed: ReadonlyMap<string, number>;
  setting: string;
  requests: ReceivedRequest[];
  /** How many connections were opened, with or without TLS. */
  connections(): number;
  /** How many of them are open. */
  openConnections(): number;
  url(index?: number, path?: string): string;
  /** Applies from now on. */
  answer(answering: Answering): void;
  close(): Promise<void>;
}

const DOMAIN = 'receivers.example';
let shared: Promise<Authority> | undefined;

/** The authority of this test file. */
function testAuthority(): Promise<Authority> {
  shared ??= makeAuthority(temporaryFolder('receivers'));
  return shared;
}

export const answerWith =
  (status: number, headers: Record<string, string> = {}, body = ''): Answering =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body);

export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const authority = options.authority ?? (await testAuthority());
  const hosts = hostNames(options.hosts ?? 1);
  const files = await issueCertificate(authority, {
    name: `receiver-${crypto.randomUUID()}`,
    hosts: options.certificate?.hosts ?? [`*.${DOMAIN}`],
    ...(options.certificate?.days === undefined ? {} : { days: options.certificate.days }),
  });
  const requests: ReceivedRequest[] = [];
  let answering = options.answer ?? answerWith(200, {}, 'ok');
  let connections = 0;
  let secured = 0;
  const numbers = new WeakMap<Socket, number>();

  const server = createServer(serverOptions(files), async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return; // The sender has disconnected.
    }
    const received: ReceivedRequest = {
      at: Date.now(),
      host: (request.headers.host ?? '').split(':')[0] ?? '',
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks),
      connection: numbers.get(request.socket) ?? 0,
    };
    if (options.keepRequests !== false) requests.push(received);
    await answering(received, response);
  });
  const sockets = new Set<Socket>();
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
  };
  // Without the server's own listeners it speaks neither TLS nor HTTP.
  if (options.onSocket !== undefined) server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    connections++;
    open.add(socket.on('close', () => open.delete(socket)));
    keep(socket);
    options.onSocket?.(socket);
  });
  if (options.onSecureSocket !== undefined) server.removeAllListeners('secureConnection');
  server.on('secureConnection', (socket: TLSSocket) => {
    keep(socket);
    numbers.set(socket, ++secured);
    options.onSecureSocket?.(socket);
  });
  const { address: host = '127.0.0.1', port: wanted = 0 } = options.listen ?? {};
  server.on('tlsClientError', () => undefined).listen(wanted, host);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const allowed = new Map(hosts.map((host) => [host, port]));

  return {
    port,
    hosts,
    caFile: authority.certFile,
    ca: readFileSync(authority.certFile, 'utf8'),
    allowed,
    setting: loopbackSetting(allowed),
    requests,
    connections: () => connections,
    openConnections: () => open.size,
    url: (index = 0, path = '/hooks') => `https://${hosts[index]}${path}`,
    answer(next) {
      answering = next;
    },
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

/** The value of WEBHOOK_LOOPBACK_RECEIVERS. */
export function loopbackSetting(...allowed: readonly ReadonlyMap<string, number>[]): string {
  return allowed.flatMap((hosts) => [...hosts].map(([host, port]) => `${host}=${port}`)).join(',');
}

let named = 0;

function hostNames(hosts: number | readonly string[]): string[] {
  if (typeof hosts !== 'number') return hosts.map((host) => (/[.:]/.test(host) ? host : `${host}.${DOMAIN}`));
  return Array.from({ length: hosts }, () => `r${++named}.${DOMAIN}`);
}

function serverOptions({ certFile, keyFile }: { certFile: string; keyFile: string }): ServerOptions {
  return { cert: readFileSync(certFile), key: readFileSync(keyFile), keepAliveTimeout: 60_000 };
}
