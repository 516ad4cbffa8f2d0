// Logs the requests of a partner's systems for the partner: every write, and every request that was refused. An entry is recorded
// after the response, so no request waits for it; it is lost if the database is unavailable or the process is killed.
import { setTimeout as pause } from 'node:timers/promises';
import type { Problem } from '@onboarding/contract';
import type { Context } from '@onboarding/domain';
import { type ApiRequestEntry, recordApiRequests, toProblems } from '@onboarding/domain/api-requests';
import { isUuid, uuidv7 } from '@onboarding/platform/ids';
import { memoryLimits } from '@onboarding/platform/limits';
import { Counter, type Registry } from '@onboarding/platform/metrics';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TokenRoute } from './route.ts';
import { PREFIX } from './surface.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is wrong with the request, as its response says. */
    problems: readonly Problem[] | undefined;
    /** The business that the response is about. */
    customerId: string | undefined;
  }
}

export interface RequestLog {
  /** The hook of a route that runs after its response. */
  of(
    route: Pick<TokenRoute, 'path' | 'writes' | 'query'>,
  ): (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Records what is waiting. */
  close(): Promise<void>;
}

/** Under load, one statement per interval. */
const INTERVAL_MS = 250;
const MOST_PER_STATEMENT = 1_000;
/** How many entries may wait in this process, for all partners together and for each of them; more are dropped. */
const MOST_WAITING = 5_000;
const MOST_WAITING_EACH = 1_000;
/** Other requests are limited themselves; of those above the limit, one per second is recorded. */
const ABOVE_LIMIT = { name: 'request-log', points: 1, seconds: 1 };

export function openRequestLog(
  { db, clock, logger }: Pick<Context, 'db' | 'clock' | 'logger'>,
  registry: Registry,
): RequestLog {
  const closing = new AbortController();
  const queue = openQueue();
  const counts = memoryLimits();
  let running: Promise<void> | undefined;
  const entries = new Counter({
    name: 'onboarding_api_request_log_entries_total',
    help: 'Entries of the log of API requests, by outcome',
    labelNames: ['outcome'],
    registers: [registry],
  });

  async function recordAll(): Promise<void> {
    for (let batch = queue.take(); batch.length > 0; batch = queue.take()) {
      try {
        await db.transaction((tx) => recordApiRequests(tx, batch), { owner: ABOVE_LIMIT.name });
        entries.inc({ outcome: 'recorded' }, batch.length);
      } catch (error) {
        entries.inc({ outcome: 'dropped' }, batch.length);
        logger.warn({ err: error, entries: batch.length }, 'entries of the request log were lost');
        // A stop does not wait for a database that is unavailable.
        if (closing.signal.aborted) break;
      }
      await pause(INTERVAL_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {});
    }
    running = undefined;
  }

  return {
    of: (route) => async (request, reply) => {
      const { claims, errorCode } = request;
      // Without a valid token, the partner is unknown.
      if (claims === undefined || (!route.writes && reply.statusCode < 400)) return;
      const { partnerId } = claims;
      if (errorCode === 'RateLimit.Exceeded' && !(await counts.take(partnerId, ABOVE_LIMIT)).allowed) return;
      const isQueued = queue.add({
        partnerId,
        entryId: uuidv7(clock.now()),
        requestId: request.id,
        method: request.method,
        path: PREFIX + route.path,
        customerId: customerOf(request),
        status: reply.statusCode,
        code: errorCode,
        problems: toProblems(request.problems ?? [], Object.keys(route.query?.shape ?? {})),
        durationMs: Math.round(reply.elapsedTime),
      });
      if (!isQueued) entries.inc({ outcome: 'dropped' });
      running ??= recordAll();
    },
    async close() {
      closing.abort();
      await running;
    },
  };
}

function customerOf({ customerId, params }: FastifyRequest): string | undefined {
  const asked = (params as { customerId?: string }).customerId;
  return customerId ?? (asked !== undefined && isUuid(asked) ? asked.toLowerCase() : undefined);
}

/** Entries that wait, a bounded number of each partner. */
function openQueue() {
  const waiting: ApiRequestEntry[] = [];
  const ofPartner = new Map<string, number>();
  return {
    /** Whether there was room. */
    add(entry: ApiRequestEntry): boolean {
      const count = ofPartner.get(entry.partnerId) ?? 0;
      if (waiting.length >= MOST_WAITING || count >= MOST_WAITING_EACH) return false;
      ofPartner.set(entry.partnerId, count + 1);
      waiting.push(entry);
      return true;
    },
    take(): ApiRequestEntry[] {
      const batch = waiting.splice(0, MOST_PER_STATEMENT);
      for (const { partnerId } of batch) {
        const left = (ofPartner.get(partnerId) ?? 0) - 1;
        if (left > 0) ofPartner.set(partnerId, left);
        else ofPartner.delete(partnerId);
      }
      return batch;
    },
  };
}
