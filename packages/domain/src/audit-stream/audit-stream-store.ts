// How far each log has been sent, and the lease of the process that sends it.
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { StreamedLog, StreamPosition } from '../transaction-logs.ts';

type LogName = StreamedLog['name'];

const BEGIN = statement<never, { log: LogName; now: Date }>(
  'audit_stream_begin',
  `insert into audit_streams (log, transaction_id, row_id, leased_until)
   values (:log, pg_snapshot_xmin(pg_current_snapshot()), '00000000-0000-0000-0000-000000000000', :now) on conflict do nothing`,
);

// A database that was restored from a dump starts counting transactions again, below the stored position.
const POSITION = 'least(transaction_id, pg_snapshot_xmin(pg_current_snapshot())) as transaction_id, row_id as id';

const LEASE = statement<StreamPosition & { below: string }, { log: LogName; now: Date; until: Date }>(
  'audit_stream_lease',
  `update audit_streams set leased_until = :until where log = :log and leased_until <= :now
   returning ${POSITION}, pg_snapshot_xmin(pg_current_snapshot()) as below`,
);

/** Where to continue, for transactions below the returned one; undefined while another process sends this log. */
export async function leaseStream(
  tx: Tx,
  log: LogName,
  lease: { now: Date; until: Date },
): Promise<(StreamPosition & { below: string }) | undefined> {
  await tx.rows(BEGIN, { log, now: lease.now });
  return (await tx.rows(LEASE, { log, ...lease }))[0];
}

const ADVANCE = statement<never, StreamPosition & { log: LogName; until: Date; now: Date }>(
  'audit_stream_advance',
  `update audit_streams set transaction_id = :transactionId::xid8, row_id = :id, leased_until = :now
   where log = :log and leased_until = :until`,
);

/** Does nothing if the lease has ended: then another process sends the same rows again. */
export async function advanceStream(
  tx: Tx,
  log: LogName,
  position: StreamPosition,
  lease: { now: Date; until: Date },
): Promise<void> {
  const { transactionId, id } = position;
  await tx.rows(ADVANCE, { log, transactionId, id, ...lease });
}

const FIND = statement<StreamPosition & { below: string }, { log: LogName }>(
  'audit_stream_find',
  `select ${POSITION}, pg_snapshot_xmax(pg_current_snapshot()) as below from audit_streams where log = :log`,
);

/** `below` includes transactions that wait for others to end. */
export async function findStream(tx: Tx, log: LogName): Promise<(StreamPosition & { below: string }) | undefined> {
  return (await tx.rows(FIND, { log }))[0];
}
