// An HTTP proxy in front of one of our services, which disturbs chosen requests as networks, proxies and outages do, and
// records what passed.
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, type ServerResponse, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

export interface Fault {
  /** Which requests; defaults to all. */
  method?: string;
  /** A regular expression for the path without its query. */
  path?: string;
  /** How many matching requests pass first. */
  after?: number;
  /** How many requests it affects; defaults to 1. */
  times?: number;
  /**
   * answer: responds instead of the service. cutBefore: breaks the connection before anything is forwarded. cutAfter: forwards,
   * and breaks it when the response is there. cutHalfway: breaks it in the middle of the response. silence: never responds.
   * delay: forwards late. spoilToken: forwards with an invalid token. expireToken: likewise, for all requests with the token of
   * the first one affected.
   */
  do: 'answer' | 'cutBefore' | 'cutAfter' | 'cutHalfway' | 'silence' | 'delay' | 'spoilToken' | 'expireToken';
  status?: number;
  /** A value like `date+60` becomes the HTTP date in 60 seconds. */
  headers?: Record<string, string>;
  body?: unknown;
  delayMs?: number;
}

/** A request that was received, and what its sender saw of the response. */
export interface Passed {
  method: string;
  path: string;
  /** 0 if the connection was cut or the request never answered. */
  status: number;
  idempotencyKey: string | undefined;
  authorization: string | undefined;
  requestBody: Buffer;
}

export interface FaultProxy {
  url: string;
  port: number;
  /** The URL to forward to, once it is known. */
  target(url: string): void;
  /** Replaces all faults. */
  spoil(faults: readonly Fault[]): void;
  /** Everything since the last call of `forget`. */
  passed(): readonly Passed[];
  forget(): void;
  close(): Promise<void>;
}

interface Armed {
  fault: Fault;
  /** The token that has expired. */
  token?: string | undefined;
  toPass: number;
  toHit: number;
}

interface Answered {
  status: number;
  headers: string[];
  body: Buffer;
}

/** `host`: the name under which it is reached, which services may be configured with. */
export async function startFaultProxy(host = '127.0.0.1'): Promise<FaultProxy> {
  let targetPort = 0;
  let armed: Armed[] = [];
  let passed: Passed[] = [];
  // A new connection for each request: the service might close an idle one just as it is used again.
  const agent = new Agent({ maxSockets: 64 });

  function findFault(method: string, path: string, token: string | undefined): Fault | undefined {
    for (const one of armed) {
      const { fault } = one;
      if (fault.method !== undefined && fault.method !== method) continue;
      if (fault.path !== undefined && !new RegExp(fault.path).test(path)) continue;
      if (one.toHit === 0) continue;
      if (one.toPass-- > 0) return undefined;
      if (fault.do === 'expireToken') one.token ??= token;
      if (one.token !== undefined && one.token !== token) continue;
      one.toHit--;
      return fault;
    }
    return undefined;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const path = url.replace(/\?.*/s, '');
    const fault = findFault(method, path, headers.authorization);
    const entry: Passed = {
      method,
      path,
      status: 0,
      idempotencyKey: headers['idempotency-key']?.toString(),
      authorization: headers.authorization,
      requestBody: Buffer.alloc(0),
    };
    passed.push(entry);
    if (fault?.do === 'cutBefore') return void request.socket.resetAndDestroy();
    entry.requestBody = Buffer.concat(await request.toArray());
    if (fault?.do === 'silence') return;
    if (fault?.do === 'delay') await delay(fault.delayMs ?? 0);
    const answer = fault?.do === 'answer' ? made(fault) : await forward(request, entry.requestBody, fault);
    if (fault?.do === 'cutAfter') return void request.socket.resetAndDestroy();
    response.sendDate = false;
    response.writeHead(answer.status, answer.headers);
    if (fault?.do === 'cutHalfway') {
      response.write(answer.body.subarray(0, answer.body.length / 2), () => request.socket.resetAndDestroy());
      return;
    }
    entry.status = answer.status;
    response.end(answer.body);
  }

  function forward(request: IncomingMessage, body: Buffer, fault: Fault | undefined): Promise<Answered> {
    const headers = { ...request.headers };
    // A chunked request is forwarded in chunks: the storage refuses it, and a client must see that.
    if (body.length > 0 && headers['transfer-encoding'] === undefined) headers['content-length'] = String(body.length);
    if (fault?.do.endsWith('Token')) headers.authorization = `${headers.authorization?.slice(0, -8)}AAAAAAAA`;
    return new Promise((resolve, reject) => {
      const to = { host: '127.0.0.1', port: targetPort, method: request.method, path: request.url, headers, agent };
      const sent = sendRequest(to, async (answer) => {
        try {
          const read = Buffer.concat(await answer.toArray());
          resolve({ status: answer.statusCode ?? 0, headers: withoutChunks(answer.rawHeaders), body: read });
        } catch (error) {
          reject(error);
        }
      });
      sent.on('error', reject);
      sent.end(body);
    });
  }

  const server = createServer((request, response) => {
    // The client or the service is gone: the sender sees the connection break.
    handle(request, response).catch(() => request.socket.destroy());
  });
  // For the same reason it never closes an idle connection itself: every fault must be an intended one.
  server.keepAliveTimeout = 600_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host}:${port}`,
    port,
    target(url) {
      targetPort = Number(new URL(url).port);
    },
    spoil(faults) {
      armed = faults.map((fault) => ({ fault, toPass: fault.after ?? 0, toHit: fault.times ?? 1 }));
    },
    passed: () => passed,
    forget() {
      passed = [];
    },
    async close() {
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The whole response has arrived, so its length is known. */
function withoutChunks(raw: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < raw.length; at += 2)
    if (!/^(transfer-encoding|connection|keep-alive)$/i.test(raw[at] ?? ''))
      kept.push(raw[at] ?? '', raw[at + 1] ?? '');
  return kept;
}

function made({ status = 503, headers = {}, body = '' }: Fault): Answered {
  const content = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const usual = { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json', date: 'date+0' };
  const all = { ...usual, ...headers, 'content-length': String(content.length) };
  return { status, headers: Object.entries(all).flatMap(([name, value]) => [name, dated(value)]), body: content };
}

function dated(value: string): string {
  const [, seconds] = /^date([+-]\d+)$/.exec(value) ?? [];
  return seconds === undefined ? value : new Date(Date.now() + Number(seconds) * 1000).toUTCString();
}
