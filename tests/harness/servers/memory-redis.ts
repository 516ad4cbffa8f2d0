// A small Redis server inside the test's own process, for the counting of rate limits: it keeps counts with an expiry and can be made
// to fail. The system tests use a real server.
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface MemoryRedis {
  url: string;
  counts: Map<string, { points: number; seconds: number }>;
  /** Answers counts and pings from now on: normally, not at all, or with an error. */
  answer(how: 'normally' | 'never' | `-${string}`): void;
  close(): Promise<void>;
}

export async function startMemoryRedis(): Promise<MemoryRedis> {
  const counts: MemoryRedis['counts'] = new Map();
  const sockets = new Set<Socket>();
  let how: Parameters<MemoryRedis['answer']>[0] = 'normally';

  function count([, , , key = '', points = '', seconds = '']: readonly string[]): string {
    const kept = counts.get(key) ?? { points: 0, seconds: Number(seconds) };
    kept.points += Number(points);
    counts.set(key, kept);
    return `*2\r\n:${kept.points}\r\n:${kept.seconds * 1000}\r\n`;
  }

  function reply(command: readonly string[]): string {
    const [name = ''] = command;
    const isAsked = /^(ping|evalsha|eval)$/i.test(name);
    if (!isAsked) return /^info$/i.test(name) ? '$9\r\nloading:0\r\n' : '+OK\r\n';
    if (how === 'never') return '';
    if (how !== 'normally') return `${how}\r\n`;
    return /^ping$/i.test(name) ? '+PONG\r\n' : count(command);
  }

  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    let text = '';
    socket.on('data', (part) => {
      text += String(part);
      for (let found = takeCommand(text); found !== undefined; found = takeCommand(text)) {
        text = found.rest;
        const answer = reply(found.command);
        if (answer !== '') socket.write(answer);
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    answer(next) {
      // Commands that were never answered would shift all later answers.
      if (how === 'never') for (const socket of sockets) socket.destroy();
      how = next;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The first complete command, as an array of texts; all texts here are ASCII. */
function takeCommand(text: string): { command: string[]; rest: string } | undefined {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (head === null) return undefined;
  const command: string[] = [];
  let at = head[0].length;
  for (let count = Number(head[1]); count > 0; count--) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at));
    if (size === null) return undefined;
    const start = at + size[0].length;
    at = start + Number(size[1]) + 2;
    if (text.length < at) return undefined;
    command.push(text.slice(start, at - 2));
  }
  return { command, rest: text.slice(at) };
}
