import { STREAMED_ACCOUNTS } from '../accounts/index.ts';
import { STREAMED_AUDIT } from '../audit/index.ts';
import type { Context } from '../context.ts';
import { STREAMED_OPERATORS } from '../operations/index.ts';
import { STREAMED_READS } from '../staff-reads/index.ts';
import type { StreamedLog, StreamedRow } from '../transaction-logs.ts';
import { advanceStream, findStream, leaseStream } from './audit-stream-store.ts';

/** Where records go. */
export interface AuditStream {
  /** Returns once all records are stored there. */
  send(records: readonly object[]): Promise<void>;
}

const LOGS: readonly StreamedLog[] = [STREAMED_AUDIT, STREAMED_READS, STREAMED_OPERATORS, STREAMED_ACCOUNTS];
const ROWS_AT_ONCE = 500;
/** Longer than sending may take, so that two processes rarely send the same rows. */
const LEASE_MS = 60_000;

type StreamContext = Pick<Context, 'db' | 'clock'>;

/** Sends everything that has been written since the last time. A log that fails does not hold up the others. */
export async function streamLogs(context: StreamContext, stream: AuditStream, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const log of LOGS) await streamLog(context, log, stream, signal).catch((error) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function streamLog(
  context: StreamContext,
  log: StreamedLog,
  stream: AuditStream,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) if (!(await streamNext(context, log, stream))) return;
}

/** Returns whether there may be more. No transaction is open while records are sent. */
async function streamNext({ db, clock }: StreamContext, log: StreamedLog, stream: AuditStream): Promise<boolean> {
  const now = clock.now();
  const lease = { now, until: new Date(now.getTime() + LEASE_MS) };
  const leased = await db.transaction(async (tx) => {
    const from = await leaseStream(tx, log.name, lease);
    if (from === undefined) return undefined;
    return { from, rows: await log.list(tx, { ...from, limit: ROWS_AT_ONCE }) };
  });
  if (leased === undefined) return false;
  const { from, rows } = leased;
  try {
    if (rows.length > 0) await stream.send(rows.map((row) => toRecord(log.name, row)));
  } catch (error) {
    await db.transaction((tx) => advanceStream(tx, log.name, from, lease));
    throw error;
  }
  await db.transaction((tx) => advanceStream(tx, log.name, rows.at(-1) ?? from, lease));
  return rows.length === ROWS_AT_ONCE;
}

const toRecord = (log: StreamedLog['name'], { id, at, record }: StreamedRow) => ({
  log,
  id,
  at: at.toISOString(),
  ...record,
});

/** When the oldest row that was not sent yet was written, by log; undefined if everything was sent. */
export async function findUnsent({ db }: Pick<Context, 'db'>): Promise<Map<StreamedLog['name'], Date | undefined>> {
  const oldest = new Map<StreamedLog['name'], Date | undefined>();
  for (const log of LOGS) {
    const [row] = await db.transaction(async (tx) => {
      const from = await findStream(tx, log.name);
      return from === undefined ? [] : log.list(tx, { ...from, limit: 1 });
    });
    oldest.set(log.name, row?.at);
  }
  return oldest;
}
