// Keeps connections open for further posts. Each carries one post at a time.
import { Client } from 'undici';
import type { Target } from './outcome.ts';
import type { OpenSocket } from './socket.ts';

interface Connection {
  client: Client;
  openedAt: number;
  /** How many posts it has carried. */
  posts: number;
  isUp: boolean;
}

export interface Connections {
  /** The most recently used idle connection, or a new one. */
  take(target: Target, options?: { fresh: boolean }): Connection;
  /** Returns a connection: reused if it is whole, otherwise closed. */
  giveBack(target: Target, connection: Connection, whole: boolean): void;
  size(): { origins: number; connections: number };
  close(): Promise<void>;
}

const IDLE_MS = 30_000;
/** Even a busy connection is closed after this time, so that we follow a receiver to a new address. */
const MAX_AGE_MS = 5 * 60_000;

/**
 * The caller limits their number: with a limit here, slow responses of one receiver would delay another on the same host.
 * Idle connections close automatically after their timeout.
 */
export function createConnections(
  openSocket: OpenSocket,
  { idleMs = IDLE_MS, maxAgeMs = MAX_AGE_MS } = {},
): Connections {
  const idle = new Map<string, Connection[]>();
  const all = new Set<Connection>();

  function forget(origin: string, connection: Connection): void {
    all.delete(connection);
    removeFrom(idle, origin, connection);
    if (!connection.client.destroyed) void connection.client.destroy();
  }

  function open(target: Target): Connection {
    const connection = openConnection(target, openSocket, idleMs);
    all.add(connection);
    connection.client.on('disconnect', () => {
      // A client in use either reports the failure or reconnects.
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
      addTo(idle, origin, connection);
    },
    size: () => ({ origins: idle.size, connections: all.size }),
    async close() {
      const closing = [...all].map(({ client }) => client.close());
      idle.clear();
      await Promise.all(closing);
    },
  };
}

function addTo(idle: Map<string, Connection[]>, origin: string, connection: Connection): void {
  const free = idle.get(origin);
  if (free === undefined) idle.set(origin, [connection]);
  else free.push(connection);
}

function removeFrom(idle: Map<string, Connection[]>, origin: string, connection: Connection): void {
  const free = idle.get(origin);
  const at = free?.indexOf(connection) ?? -1;
  if (at >= 0) free?.splice(at, 1);
  if (free?.length === 0) idle.delete(origin);
}

function openConnection(target: Target, openSocket: OpenSocket, idleMs: number): Connection {
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
    // The caller enforces one deadline for the whole post.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const connection: Connection = { client, openedAt: performance.now(), posts: 0, isUp: false };
  client.on('connect', () => {
    connection.isUp = true;
  });
  client.on('disconnect', () => {
    connection.isUp = false;
  });
  return connection;
}
