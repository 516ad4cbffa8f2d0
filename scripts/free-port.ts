import { once } from 'node:events';
import { createServer } from 'node:net';

// Below the ephemeral ports, which an outgoing connection may take first.
const FIRST = 10_000;
const COUNT = 22_000;

// Tests run in several processes and may use a port minutes after they got it: each process has its own share.
const SHARES = 8;
const worker = process.env.VITEST_POOL_ID;
const count = worker === undefined ? COUNT : COUNT / SHARES;
const first = worker === undefined ? FIRST : FIRST + (Number(worker) % SHARES) * count;
/** Starts at a random port, so that this process returns each once before it repeats any. */
let next = Math.floor(Math.random() * count);

/** A loopback port that is free at the moment, and that hardly any other process picks. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + (next++ % count);
    const server = createServer().listen(port, '127.0.0.1');
    const free = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!free) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
}
