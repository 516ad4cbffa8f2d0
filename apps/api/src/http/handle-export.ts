// Handles every request of a signed-in person for a list as CSV: batch by batch, each in a transaction of its own that checks access
// again. While the caller reads, no transaction and no connection is held, and at most one batch is in memory.
import { EXPORT_ROWS, EXPORTS_AT_ONCE, type ExportOutcome } from '@onboarding/contract';
import { DomainError } from '@onboarding/domain';
import { beginExport, endExport, toFilters } from '@onboarding/domain/list-exports';
import { enterAsService } from '@onboarding/domain/partners';
import { uuidv7 } from '@onboarding/platform/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { entering, notSignedIn, sessionOwners } from './access.ts';
import { BYTE_ORDER_MARK, csvRow } from './csv.ts';
import { beginResponse } from './handle-file.ts';
import type { SessionDependencies } from './handle-session.ts';
import type { ExportRoute, ReadBatch } from './route.ts';
import { CallerGone, isGone, sendPiece } from './send-file.ts';
import type { Slots, SlotWords } from './slots.ts';

export interface ExportLimits {
  /** Concurrent exports of the users of one partner. */
  perHolder: number;
  /** Concurrent exports per process. */
  atOnce: number;
  /** The most rows of a file. */
  rows: number;
  /** The rows that one transaction reads. */
  batch: number;
}

export const EXPORT_LIMITS: ExportLimits = {
  perHolder: EXPORTS_AT_ONCE.partner,
  atOnce: EXPORTS_AT_ONCE.process,
  rows: EXPORT_ROWS,
  batch: 500,
};

export const EXPORT_WORDS: SlotWords = {
  own: () => 'Your organisation is already exporting a list. Wait until that export is complete, then try again.',
  all: 'Too many lists are being exported at the moment. Wait for the time in Retry-After and try again.',
};

export interface ExportDependencies extends SessionDependencies {
  exportSlots: Slots;
  exportLimits: ExportLimits;
}

/** One export and how far it has come. */
interface Progress {
  exportId: string;
  partnerId: string;
  rows: number;
  /** Whether it is recorded, and not recorded as ended. */
  isOpen: boolean;
}

export function handleExport(dependencies: ExportDependencies, route: ExportRoute) {
  const { context, exportSlots } = dependencies;
  const enter = entering(route, context);
  const { list, headings, filtersOf } = route.export;

  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { sessionValue } = request;
    if (dependencies.site === undefined || sessionValue === undefined) throw notSignedIn(route.realm);
    const { raw } = reply;
    const now = context.clock.now();
    const call = callOf(dependencies, request, sessionValue);
    const partnerId = await context.db.transaction(
      async (tx) => {
        const session = await enter(tx, request, sessionValue);
        filtersOf({ ...call, session });
        if (session.person.realm !== 'partner') throw new DomainError('Partner.NotAuthenticated');
        return session.person.partnerId;
      },
      { repeatable: true, owner: sessionOwners.of(sessionValue) },
    );
    const head = headOf(list, now);
    if (request.method === 'HEAD') {
      beginResponse(reply, head);
      raw.end();
      return reply;
    }
    if (isGone(raw)) return reply.hijack();
    raw.once('close', exportSlots.take(partnerId));
    const progress: Progress = { exportId: uuidv7(now), partnerId, rows: 0, isOpen: false };
    const texts = readTexts(dependencies, route, request, sessionValue, progress);
    try {
      const first = await texts.next();
      beginResponse(reply, head);
      await sendPiece(raw, BYTE_ORDER_MARK + csvRow(headings) + (first.value ?? ''));
      for await (const text of texts) await sendPiece(raw, text);
      raw.end();
    } catch (error) {
      await recordInterruption(dependencies, request, progress);
      if (!reply.sent) throw error;
      // Closes the connection, so that the response is not mistaken for complete.
      raw.destroy();
      if (error instanceof CallerGone) return reply;
      request.log.warn(
        { err: error, ...request.caller, route: request.routeOptions.url },
        'list exported incompletely',
      );
    }
    return reply;
  };
}

function callOf(dependencies: ExportDependencies, request: FastifyRequest, sessionValue: string) {
  const { context, site, tokenAddresses, limitsOf } = dependencies;
  if (site === undefined) throw new Error('A session needs a site');
  const params = request.params as Record<string, string>;
  const { address, query } = request;
  return { context, sessionValue, address, site, tokenAddresses, limitsOf, params, query, body: undefined };
}

/** The rows of each batch as text. The export is recorded with its first batch, and its end with the last, before that is sent. */
async function* readTexts(
  dependencies: ExportDependencies,
  route: ExportRoute,
  request: FastifyRequest,
  sessionValue: string,
  progress: Progress,
): AsyncGenerator<string, undefined> {
  const { context, exportLimits } = dependencies;
  const { list, headings, told, filtersOf, read } = route.export;
  const { exportId, partnerId } = progress;
  const enter = entering(route, context);
  for (let cursor: string | undefined; ; ) {
    const limit = Math.min(exportLimits.batch, exportLimits.rows - progress.rows);
    const isFirst = cursor === undefined;
    const { batch, outcome } = await context.db.transaction(
      async (tx) => {
        // Only the click on the button is a use of the session, not the batches that follow.
        const session = await enter(tx, request, sessionValue, { background: !isFirst });
        const call = { ...callOf(dependencies, request, sessionValue), session };
        if (isFirst) {
          const filters = toFilters(filtersOf(call), told);
          const { accountId } = session.person;
          await beginExport(tx, { partnerId, exportId, accountId, list, filters, begunAt: context.clock.now() });
        }
        const batch = await read(tx, call, { limit, cursor });
        const rows = progress.rows + batch.rows.length;
        const outcome = outcomeOf(batch, rows, exportLimits);
        if (outcome !== undefined) await endExport(tx, { partnerId, exportId, outcome, rows });
        return { batch, outcome };
      },
      { repeatable: true, owner: sessionOwners.of(sessionValue) },
    );
    progress.isOpen = outcome === undefined;
    progress.rows += batch.rows.length;
    const end = outcome === 'Cut' ? cutRow(progress.rows, headings.length) : '';
    yield batch.rows.map(csvRow).join('') + end;
    if (outcome !== undefined) return;
    cursor = batch.nextCursor ?? undefined;
  }
}

/** Undefined if another batch follows. */
function outcomeOf({ nextCursor }: ReadBatch, rows: number, limits: ExportLimits): ExportOutcome | undefined {
  if (nextCursor === null) return 'Complete';
  return rows >= limits.rows ? 'Cut' : undefined;
}

/** The last row of a file that was cut. It has as many cells as every other row, because programs expect that. */
function cutRow(rows: number, cells: number): string {
  const words = `Cut off after ${rows.toLocaleString('en')} rows. Narrow the filters to export the others.`;
  return csvRow([words, ...Array<null>(cells - 1).fill(null)]);
}

/** Independent of the session, because it may have ended in the meantime. */
async function recordInterruption(
  { context }: ExportDependencies,
  request: FastifyRequest,
  { exportId, partnerId, rows, isOpen }: Progress,
): Promise<void> {
  if (!isOpen) return;
  try {
    await context.db.transaction(
      async (tx) => {
        await enterAsService(tx, partnerId);
        await endExport(tx, { partnerId, exportId, outcome: 'Interrupted', rows });
      },
      { repeatable: true, owner: partnerId },
    );
  } catch (error) {
    request.log.warn({ err: error, ...request.caller, exportId, rows }, 'interrupted export not recorded');
  }
}

function headOf(list: string, now: Date) {
  return {
    status: 200,
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${list.toLowerCase()}-${now.toISOString().slice(0, 10)}.csv"`,
      'cross-origin-resource-policy': 'same-origin',
    },
  };
}
