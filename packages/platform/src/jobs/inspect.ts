// The operators' view of the queue: its state and the dead letters. Never the content of a job, which their role cannot read.
import { statement, type Tx } from '../postgres/index.ts';

export interface QueueRow {
  name: string;
  readyCount: number;
  deferredCount: number;
  activeCount: number;
  monitorOn: Date | null;
  oldest: Date | null;
}

// The process that supervises the queue updates the counts; the oldest job is the first in the index that workers fetch by.
const QUEUES = statement<QueueRow>(
  'job_queues_inspect',
  `select q.name, q.ready_count, q.deferred_count, q.active_count, q.monitor_on, (
     select j.created_on from pgboss.job_common j
     where j.name = q.name and j.state < 'active' and j.start_after <= now()
     order by j.priority desc, j.created_on limit 1) as oldest
   from pgboss.queue q where q.name not like '\\_\\_%' order by q.name`,
);

export function inspectQueues(tx: Tx): Promise<QueueRow[]> {
  return tx.rows(QUEUES, {});
}

export interface DeadLetterRow {
  id: string;
  createdOn: Date;
  /** The same time as formatted by the database, to the microsecond, since many jobs may fail within a millisecond. */
  failedAt: string;
  sourceName: string | null;
  sourceCreatedOn: Date | null;
  sourceRetryCount: number | null;
  message: string | null;
}

const COLUMNS = `id, created_on, created_on::text as failed_at, source_name, source_created_on, source_retry_count,
  coalesce(source_output->>'message', source_output->'value'->>'message') as message`;
/** All dead letters have this priority; naming it makes the rows come in index order. */
const WAITING = `name = 'dead-letters' and state < 'active' and priority = 0`;

const LIST = statement<DeadLetterRow, { beforeTime: string; beforeId: string; limit: number }>(
  'dead_letters_list',
  `select ${COLUMNS} from pgboss.job_common
   where ${WAITING} and (created_on, id) < (:beforeTime::timestamptz, :beforeId::uuid)
   order by created_on desc, id desc limit :limit`,
);
const FIND = statement<{ id: string }, { jobId: string }>(
  'dead_letter_find',
  `select id from pgboss.job_common where ${WAITING} and id = :jobId`,
);

export function listDeadLetterRows(
  tx: Tx,
  page: { beforeTime: string; beforeId: string; limit: number },
): Promise<DeadLetterRow[]> {
  return tx.rows(LIST, page);
}

export async function isDeadLetter(tx: Tx, jobId: string): Promise<boolean> {
  return (await tx.rows(FIND, { jobId })).length === 1;
}
