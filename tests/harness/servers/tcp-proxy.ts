// A proxy in front of a server with which a test disturbs connections: it silences, delays, half-closes or resets them.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Selects connections by the first bytes of their client; PostgreSQL's clients send their name there. Defaults to all. */
type Chosen = (opening: string) => boolean;

export interface TcpProxy {
  port: number;
  /** The same URL through the proxy. */
  through(url: string): string;
  /** Silences open connections: nothing that either side sends arrives, not even a close. Returns how many. */
  blackHole(chosen?: Chosen): number;
  /** The same, including all connections opened until `mend`: they are accepted and never answered. */
  blackHoleAll(chosen?: Chosen): number;
  /** Silences the first connection whose client sends this text, before it arrives. Resolves when one has. */
  blackHoleAt(text: string, chosen?: Chosen): Promise<void>;
  /**
   * Silences the first connection on which the server has sent `shown`, once its client's next `asked` has arrived, so that the
   * server processes the request but its response is lost. Resolves then.
   */
  loseAnswer(shown: string, asked: string): Promise<void>;
  /** Delays whatever is sent from now on. */
  delay(ms: number): void;
  /** The server's side of open connections closes; the client's side can still be written to. */
  halfClose(): number;
  /** Resets open connections on both sides. */
  reset(): number;
  /**
   * New connections work again, and nothing is delayed. Clients of silenced connections still receive nothing; the server
   * closes its side.
   */
  mend(): void;
  close(): Promise<void>;
}

interface Line {
  near: Socket;
  far: Socket;
  opening: string;
  silent: boolean;
  /** When the last delayed data arrives. */
  busyUntil: number;
  /** Delayed data, by receiver, the oldest first. */
  waiting: Map<Socket, Buffer[]>;
}

export async function startTcpProxy(serverPort: number): Promise<TcpProxy> {
  const lines = new Set<Line>();
  let swallowsNew: Chosen | undefined;
  let trap: { text: string; chosen: Chosen; sprung(): void } | undefined;
  let loss: { shown: string; asked: string; line?: Line; sprung(): void } | undefined;
  let delayMs = 0;

  function pass(line: Line, to: Socket, chunk: Buffer): void {
    const now = performance.now();
    line.busyUntil = Math.max(line.busyUntil, now + delayMs);
    const queue = line.waiting.get(to) ?? [];
    line.waiting.set(to, queue.concat(chunk));
    // Whichever timer fires first delivers the oldest: timers of different lengths may overtake each other.
    const deliver = () => {
      const [oldest, ...rest] = line.waiting.get(to) ?? [];
      line.waiting.set(to, rest);
      if (oldest !== undefined && !line.silent && to.writable) to.write(oldest);
    };
    if (line.busyUntil <= now) deliver();
    else setTimeout(deliver, line.busyUntil - now);
  }

  function fromClient(line: Line, chunk: Buffer): void {
    if (line.opening === '') {
      line.opening = chunk.toString('latin1');
      if (swallowsNew?.(line.opening)) line.silent = true;
    }
    if (trap?.chosen(line.opening) && chunk.includes(trap.text)) {
      line.silent = true;
      trap.sprung();
      trap = undefined;
    }
    if (!line.silent) pass(line, line.far, chunk);
    if (loss?.line === line && chunk.includes(loss.asked)) {
      line.silent = true;
      loss.sprung();
      loss = undefined;
    }
  }

  function fromServer(line: Line, chunk: Buffer): void {
    if (line.silent) return;
    if (loss !== undefined && loss.line === undefined && chunk.includes(loss.shown)) loss.line = line;
    pass(line, line.near, chunk);
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: serverPort, host: '127.0.0.1', allowHalfOpen: true });
    const line: Line = { near, far, opening: '', silent: false, busyUntil: 0, waiting: new Map() };
    lines.add(line);
    near.on('data', (chunk: Buffer) => fromClient(line, chunk));
    far.on('data', (chunk: Buffer) => fromServer(line, chunk));
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('error', () => {});
      socket.on('end', () => {
        if (!line.silent) other.end();
      });
      socket.on('close', () => {
        if (line.silent) return;
        other.destroy();
        lines.delete(line);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  function each(chosen: Chosen, spoil: (line: Line) => void): number {
    const meant = [...lines].filter(({ silent, opening }) => !silent && opening !== '' && chosen(opening));
    for (const line of meant) spoil(line);
    return meant.length;
  }
  const everyone: Chosen = () => true;
  const silence = (line: Line) => {
    line.silent = true;
  };

  return {
    port,
    through(url) {
      const led = new URL(url);
      led.port = String(port);
      return led.toString();
    },
    blackHole: (chosen = everyone) => each(chosen, silence),
    blackHoleAll(chosen = everyone) {
      swallowsNew = chosen;
      return each(chosen, silence);
    },
    blackHoleAt: (text, chosen = everyone) =>
      new Promise((sprung) => {
        trap = { text, chosen, sprung };
      }),
    loseAnswer: (shown, asked) =>
      new Promise((sprung) => {
        loss = { shown, asked, sprung };
      }),
    delay(ms) {
      delayMs = ms;
    },
    halfClose: () => each(everyone, ({ near }) => near.end()),
    reset: () =>
      each(everyone, ({ near, far }) => {
        near.resetAndDestroy();
        far.resetAndDestroy();
      }),
    mend() {
      swallowsNew = undefined;
      delayMs = 0;
      // As the server's keepalive does after a while. Left open, they would use up the connections that all tests share.
      for (const { silent, far } of lines) if (silent) far.destroy();
    },
    async close() {
      server.close();
      for (const { near, far } of lines) {
        near.destroy();
        far.destroy();
      }
      await once(server, 'close');
    },
  };
}
