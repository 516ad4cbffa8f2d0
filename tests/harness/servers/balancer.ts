// A load balancer in front of one service whose processes a test replaces: new requests go to the new process, and the old one
// stops when it has answered the others. Records every response.
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Balancer {
  url: string;
  port: number;
  /** Responses with an error, and requests without a response, such as "POST /oauth2/token 503". */
  failures: string[];
  /** How many requests were answered below this path. */
  answered(path: string): number;
  /** Sends new requests there. Resolves when the requests sent elsewhere have been answered. */
  lead(to: string): Promise<void>;
  close(): Promise<void>;
}

export async function startBalancer(): Promise<Balancer> {
  const failures: string[] = [];
  const counts = new Map<string, number>();
  let target = '';
  const underWay = new Map<string, Set<Promise<void>>>();

  function note({ method, url = '' }: IncomingMessage, status: number | string, body = ''): void {
    const path = url.split('?')[0] ?? '';
    if (typeof status === 'string' || status >= 400) failures.push(`${method} ${path} ${status} ${body}`.trim());
    else counts.set(path, (counts.get(path) ?? 0) + 1);
  }

  /** Before the first process: a storage sends a test event as soon as it is prepared. */
  const refuse = (response: ServerResponse) => response.writeHead(503).end();

  async function pass(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    // A new connection for each: the old process may be about to close its own.
    const { method, url: path, headers } = incoming;
    const outgoing = request(`${target}${path}`, { method, headers, agent: false });
    incoming.pipe(outgoing);
    try {
      const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
      const status = answer.statusCode ?? 0;
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      note(incoming, status, body.toString().slice(0, 300));
      const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...kept } = answer.headers;
      response.writeHead(status, { ...kept, 'content-length': body.length }).end(body);
    } catch (error) {
      note(incoming, error instanceof Error && 'code' in error ? String(error.code) : 'broken');
      response.destroy();
    }
  }

  const server = createServer((incoming, response) => {
    if (target === '') return void refuse(response);
    const requests = underWay.get(target) ?? new Set();
    underWay.set(target, requests);
    const work = pass(incoming, response).finally(() => requests.delete(work));
    requests.add(work);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    failures,
    answered: (below) => [...counts].reduce((sum, [path, count]) => sum + (path.startsWith(below) ? count : 0), 0),
    async lead(to) {
      const before = target;
      target = to;
      await Promise.all(underWay.get(before) ?? []);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
