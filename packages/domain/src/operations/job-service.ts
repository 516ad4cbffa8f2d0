// Background work as shown to operators, and the dead letters that they handle. A job may contain encrypted data, so its
// payload is not shown, and the operators' database role cannot read it.
import {
  type DeadLetter,
  type DeadLetterPage,
  type DeadLetterQuery,
  type JobHealth,
  LETTERS_PER_PAGE,
  MINUTE_MS,
} from '@onboarding/contract';
import { isUuid } from '@onboarding/platform/ids';
import { type DeadLetterRow, inspectQueues, isDeadLetter, listDeadLetterRows } from '@onboarding/platform/jobs';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { HIGHEST_ID, markOf, openPosition, sealPosition } from '../cursors.ts';
import { DomainError } from '../failure.ts';
import { DEAD_AFTER_MS, readDispatchHealth } from '../webhooks/index.ts';
import { latestActions, listServices } from './operations-store.ts';
import { type Operator, recordAction } from './operator-log.ts';

export const RETRY_QUEUE = 'jobs.retry';
export const DISCARD_QUEUE = 'jobs.discard';
const DEAD_LETTERS = 'dead-letters';
/** A process that reported ready within this time counts as running. */
const READY_WITHIN_MS = 5 * MINUTE_MS;

export async function readJobHealth(tx: Tx, { clock }: Pick<Context, 'clock'>): Promise<JobHealth> {
  const now = clock.now();
  const [queues, services, { dispatchers, due, oldest }] = await settled([
    inspectQueues(tx),
    listServices(tx, new Date(now.getTime() - READY_WITHIN_MS)),
    readDispatchHealth(tx, now),
  ]);
  return {
    queues: queues
      .filter(({ name }) => name !== DEAD_LETTERS)
      .map((row) => ({
        queue: row.name,
        waiting: row.readyCount,
        delayed: row.deferredCount,
        running: row.activeCount,
        oldestWaitingSince: row.oldest?.toISOString() ?? null,
        countedAt: row.monitorOn?.toISOString() ?? null,
      })),
    deadLetters: queues.find(({ name }) => name === DEAD_LETTERS)?.readyCount ?? 0,
    processes: services.map((row) => ({
      ...row,
      lastReadyAt: row.lastReadyAt.toISOString(),
    })),
    dispatchers: dispatchers.map((row) => ({
      dispatcherId: row.dispatcherId,
      startedAt: row.startedAt.toISOString(),
      lastSeenAt: row.beatAt.toISOString(),
      alive: now.getTime() - row.beatAt.getTime() <= DEAD_AFTER_MS,
    })),
    webhooks: { due, oldestDueSince: oldest?.toISOString() ?? null },
  };
}

const LIST = 'operators dead letters';
const MARK = markOf([]);

export async function listDeadLetters(
  tx: Tx,
  { keys }: Pick<Context, 'keys'>,
  { limit = LETTERS_PER_PAGE, cursor }: DeadLetterQuery,
): Promise<DeadLetterPage> {
  const [beforeTime = 'infinity', beforeId = HIGHEST_ID] =
    cursor === undefined ? [] : openPosition(keys, LIST, MARK, cursor);
  const rows = await listDeadLetterRows(tx, { beforeTime, beforeId, limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const asked = await latestActions(
    tx,
    'DeadLetter',
    shown.map(({ id }) => id),
  );
  return {
    items: shown.map((row) => toDeadLetter(row, asked.get(row.id))),
    nextCursor:
      rows.length > limit && last !== undefined ? sealPosition(keys, LIST, MARK, [last.failedAt, last.id]) : null,
  };
}

/** Failures are stored only by kind and code; any longer text is not shown. */
const HARMLESS = /^[\w .:-]{1,100}$/;

function toDeadLetter(row: DeadLetterRow, askedAt: Date | undefined): DeadLetter {
  return {
    jobId: row.id,
    queue: row.sourceName,
    failedAt: row.createdOn.toISOString(),
    createdAt: row.sourceCreatedOn?.toISOString() ?? null,
    attempts: row.sourceRetryCount === null ? null : row.sourceRetryCount + 1,
    error: row.message !== null && HARMLESS.test(row.message) ? row.message : 'Unknown',
    retryAskedAt: askedAt?.toISOString() ?? null,
  };
}

const RECONCILE_QUEUE = 'documents.reconcile';

/** Makes a worker check for uploads immediately, as it does every minute. */
export async function askForReconciliation(
  tx: Tx,
  context: Pick<Context, 'clock' | 'jobs'>,
  operator: Operator,
): Promise<void> {
  await context.jobs.send(tx, RECONCILE_QUEUE, {});
  await recordAction(tx, context, operator, {
    action: 'DocumentsReconciled',
    subject: { kind: 'Documents', id: 'all' },
  });
}

/** Performed by a worker, because only its role may change jobs; the response only confirms the request. */
export async function askForRetry(
  tx: Tx,
  context: Pick<Context, 'clock' | 'jobs'>,
  operator: Operator,
  jobId: string,
): Promise<{ jobId: string }> {
  await refuseOthers(tx, jobId);
  await context.jobs.send(tx, RETRY_QUEUE, { jobId }, { singletonKey: jobId });
  await recordAction(tx, context, operator, {
    action: 'DeadLetterRetried',
    subject: { kind: 'DeadLetter', id: jobId },
  });
  return { jobId };
}

/** For a job that would only fail again. Performed by a worker too. */
export async function askForDiscard(
  tx: Tx,
  context: Pick<Context, 'clock' | 'jobs'>,
  operator: Operator,
  { jobId, reason }: { jobId: string; reason: string },
): Promise<void> {
  await refuseOthers(tx, jobId);
  await context.jobs.send(tx, DISCARD_QUEUE, { jobId }, { singletonKey: jobId });
  await recordAction(tx, context, operator, {
    action: 'DeadLetterDiscarded',
    subject: { kind: 'DeadLetter', id: jobId },
    reason,
  });
}

async function refuseOthers(tx: Tx, jobId: string): Promise<void> {
  if (!isUuid(jobId) || !(await isDeadLetter(tx, jobId))) throw new DomainError('Operations.DeadLetterNotFound');
}

const letterShape = z.object({ jobId: z.uuid() });

/** The id in the payload of a job of RETRY_QUEUE or DISCARD_QUEUE. */
export function deadLetterIn(payload: unknown): string {
  return letterShape.parse(payload).jobId;
}
