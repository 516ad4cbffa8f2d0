// Connections that are kept for the next post. Each carries one post at a time.
import { Client } from 'undici';
import type { Target } from './outcome.ts';
import type { OpenSocket } from './socket.ts';

export interface Connection {
  client: Client;
  openedAt: number;
  /** How many posts it has carried. */
  posts: number;
  isUp: boolean;
}

export interface Connections {
  /** One that is free, the last used first, or a new one. */
  take(target: Target, options?: { fresh: boolean }): Connection;
  /** Gives it back: whole, for the next post, or to be closed. */
  giveBack(target: Target, connection: Connection, whole: boolean): void;
  size(): { origins: number; connections: number };
  close(): Promise<void>;
}

const IDLE_MS = 30_000;
/** However busy, a connection ends after this, so that a receiver that moves to another address is followed there. */
const MAX_AGE_MS = 5 * 60_000;

/**
 * How many there are is decided by who posts: a limit here would let one receiver's slow answers hold up another that
 * happens to have the same host. What has been idle for its time closes itself and leaves nothing behind.
 */
export function createConnections(
  openSocket: OpenSocket,
  { idleMs = IDLE_MS, maxAgeMs = MAX_AGE_MS } = {},
): Connections {
  const idle = new Map<string, Connection[]>();
  const all = new Set<Connection>();

  function forget(origin: string, connection: Connection): void {
    all.delete(connection);
    const free = idle.get(origin);
    const at = free?.indexOf(connection) ?? -1;
    if (at >= 0) free?.splice(at, 1);
    if (free?.length === 0) idle.delete(origin);
    if (!connection.client.destroyed) void connection.client.destroy();
  }

  function open(target: Target): Connection {
    const client = new Client(target.origin, {
      connect(_options, callback) {
        openSocket(target).then(
          (socket) => callback(null, socket),
          (error: Error) => callback(error, null),
        );
      },
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // One deadline is kept for the whole post, outside.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const connection: Connection = { client, openedAt: performance.now(), posts: 0, isUp: false };
    all.add(connection);
    client.on('connect', () => {
      connection.isUp = true;
    });
    client.on('disconnect', () => {
      connection.isUp = false;
      // One that is in use either tells its user or connects again by itself.
      if (idle.get(target.origin)?.includes(connection)) forget(target.origin, connection);
    });
    return connection;
  }

  function free(origin: string): Connection | undefined {
    const waiting = idle.get(origin);
    for (let last = waiting?.pop(); last !== undefined; last = waiting?.pop()) {
      if (performance.now() - last.openedAt < maxAgeMs) return last;
      forget(origin, last);
    }
    return undefined;
  }

  return {
    take(target, { fresh } = { fresh: false }) {
      const connection = (fresh ? undefined : free(target.origin)) ?? open(target);
      connection.posts++;
      return connection;
    },
    giveBack({ origin }, connection, whole) {
      if (!whole || !connection.isUp) return forget(origin, connection);
      const waiting = idle.get(origin);
      if (waiting === undefined) idle.set(origin, [connection]);
      else waiting.push(connection);
    },
    size: () => ({ origins: idle.size, connections: all.size }),
    async close() {
      const closing = [...all].map(({ client }) => client.close());
      idle.clear();
      await Promise.all(closing);
    },
  };
}
