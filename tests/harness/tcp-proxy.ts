// A line to a server that a test can spoil: connections through it vanish, slow down, are half closed or reset.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Which connections, by the first bytes that their client sent; PostgreSQL's clients name themselves there. All, unless said. */
export type Chosen = (opening: string) => boolean;

export interface TcpProxy {
  port: number;
  /** The same address by way of the proxy. */
  through(url: string): string;
  /** Open connections fall silent: nothing that either side sends arrives, not even that it hangs up. Gives how many. */
  blackHole(chosen?: Chosen): number;
  /** The same for all that are opened until `mend`, too: they are accepted and never answered. */
  blackHoleAll(chosen?: Chosen): number;
  /** The first connection whose client sends this falls silent before it has arrived. Resolves when one has. */
  blackHoleAt(text: string, chosen?: Chosen): Promise<void>;
  /** The first connection on which the server has shown the one text falls silent when its client's next other text has arrived,
   * so that what was asked is done and nobody hears of it. Resolves then. */
  loseAnswer(shown: string, asked: string): Promise<void>;
  /** Whatever is sent from now on arrives this much later. */
  delay(ms: number): void;
  /** The server's end of open connections hangs up; the client's can still be written to. */
  halfClose(): number;
  /** Open connections are reset on both ends. */
  reset(): number;
  /** New connections are treated well again, and nothing is delayed any more. What fell silent stays so. */
  mend(): void;
  close(): Promise<void>;
}

interface Line {
  near: Socket;
  far: Socket;
  opening: string;
  silent: boolean;
  /** When the last thing that was held back arrives. */
  busyUntil: number;
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
    const deliver = () => {
      if (!line.silent && to.writable) to.write(chunk);
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
    const line: Line = { near, far, opening: '', silent: false, busyUntil: 0 };
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
