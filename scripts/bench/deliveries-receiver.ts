// The receivers of the benchmark, in a separate process: one HTTPS port for all host names. With minimal HTTP, because
// the sender is measured. Host names starting with "hole" are never answered while holes are open, and get 410
// otherwise.
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';

export type Question = 'begin' | 'count' | 'take' | 'open holes' | 'close holes';

export interface Answered {
  /** How many complete requests arrived since the start, without those to holes. */
  count: number;
  ids: string[];
  /** When the last byte of each arrived, in milliseconds of the wall clock. */
  at: number[];
}

const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';
/** Two in a row disable the endpoint, so that nothing more is sent to it. */
const GONE = 'HTTP/1.1 410 Gone\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';
const [certFile = '', keyFile = ''] = process.argv.slice(2);
let ids: string[] = [];
let at: number[] = [];
let count = 0;
let holesOpen = false;
const swallowed = new Set<TLSSocket>();

const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (socket) => {
  socket.setNoDelay(true).on('error', () => socket.destroy());
  if (String(socket.servername).startsWith('hole')) swallow(socket);
  else serve(socket);
});

/** Reads and never answers. */
function swallow(socket: TLSSocket): void {
  swallowed.add(socket.on('close', () => swallowed.delete(socket)));
  socket.on('data', () => {
    if (!holesOpen) socket.end(GONE);
  });
}

function serve(socket: TLSSocket): void {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1');
    for (let end = endOfRequest(text); end > 0; end = endOfRequest(text)) {
      note(text.slice(0, end));
      text = text.slice(end);
      socket.write(ANSWER);
    }
  });
}

/** Zero while it is incomplete. */
function endOfRequest(text: string): number {
  const head = text.indexOf('\r\n\r\n');
  if (head < 0) return 0;
  const length = /content-length: (\d+)/i.exec(text.slice(0, head))?.[1];
  const end = head + 4 + Number(length ?? 0);
  return text.length >= end ? end : 0;
}

function note(request: string): void {
  count++;
  const name = request.indexOf('Svc-Id: ');
  ids.push(request.slice(name + 8, name + 44));
  at.push(performance.timeOrigin + performance.now());
}

process.on('message', (question: Question) => {
  if (question === 'begin') {
    [ids, at, count] = [[], [], 0];
  }
  if (question === 'open holes') holesOpen = true;
  if (question === 'close holes') {
    holesOpen = false;
    for (const socket of swallowed) socket.end(GONE);
  }
  const answer: Answered = question === 'take' ? { count, ids, at } : { count, ids: [], at: [] };
  process.send?.(answer);
});
server.listen(0, '127.0.0.1', 4_096, () => process.send?.({ port: (server.address() as AddressInfo).port }));
