// What operators did, and which processes report that they are ready.
import type { OperatorAction, OperatorActorKind, OperatorSubject } from '@onboarding/contract';
import type { OperatorActionsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import { type StreamedLog, type StreamRange, streamRange } from '../transaction-logs.ts';

interface NewAction {
  actionId: string;
  now: Date;
  action: OperatorAction;
  subjectKind: OperatorSubject;
  subjectId: string;
  reason: string | null;
  details: string;
  actorKind: OperatorActorKind;
  actorId: string;
  address: string | null;
  requestId: string | null;
}

const INSERT = statement<never, NewAction>(
  'operator_action_insert',
  `insert into operator_actions (action_id, occurred_at, action, subject_kind, subject_id, reason, details, actor_kind, actor_id,
     address, request_id)
   values (:actionId, :now, :action, :subjectKind, :subjectId, :reason, :details, :actorKind, :actorId, :address, :requestId)`,
);

type OperatorActionRow = Pick<
  OperatorActionsRow,
  'actionId' | 'occurredAt' | 'action' | 'subjectKind' | 'subjectId' | 'reason' | 'details' | 'actorKind' | 'actorId'
>;

const COLUMNS = 'action_id, occurred_at, action, subject_kind, subject_id, reason, details, actor_kind, actor_id';
const LIST_ALL = statement<OperatorActionRow, { before: string; limit: number }>(
  'operator_action_list_all',
  `select ${COLUMNS} from operator_actions where action_id < :before order by action_id desc limit :limit`,
);
const LIST = statement<
  OperatorActionRow,
  { subjectKind: OperatorSubject; subjectId: string; before: string; limit: number }
>(
  'operator_action_list',
  `select ${COLUMNS} from operator_actions
   where subject_kind = :subjectKind and subject_id = :subjectId and action_id < :before
   order by action_id desc limit :limit`,
);
const LATEST = statement<
  Pick<OperatorActionsRow, 'subjectId' | 'occurredAt'>,
  { subjectKind: OperatorSubject; subjectIds: string[] }
>(
  'operator_action_latest',
  `select s.subject_id, a.occurred_at from unnest(:subjectIds::text[]) s (subject_id)
   cross join lateral (
     select occurred_at from operator_actions where subject_kind = :subjectKind and subject_id = s.subject_id
     order by action_id desc limit 1) a`,
);

export async function insertAction(tx: Tx, action: NewAction): Promise<void> {
  await tx.rows(INSERT, action);
}

/** Newest first; of all subjects by default. */
export function listActionRows(
  tx: Tx,
  subject: { kind: OperatorSubject; id: string } | undefined,
  page: { before: string; limit: number },
): Promise<OperatorActionRow[]> {
  if (subject === undefined) return tx.rows(LIST_ALL, page);
  return tx.rows(LIST, { subjectKind: subject.kind, subjectId: subject.id, ...page });
}

/** The time of the last action on each subject. */
export async function latestActions(
  tx: Tx,
  subjectKind: OperatorSubject,
  subjectIds: readonly string[],
): Promise<Map<string, Date>> {
  const rows = await tx.rows(LATEST, { subjectKind, subjectIds: [...subjectIds] });
  return new Map(rows.map((row) => [row.subjectId, row.occurredAt]));
}

interface ServiceRow {
  service: string;
  processes: number;
  lastReadyAt: Date;
}

const SERVICES = statement<ServiceRow, { since: Date }>(
  'process_probes_by_service',
  `select service, count(*) filter (where probed_at >= :since and ended_at is null) as processes, max(probed_at) as last_ready_at
   from process_probes group by service order by service`,
);

export function listServices(tx: Tx, since: Date): Promise<ServiceRow[]> {
  return tx.rows(SERVICES, { since });
}

const LIST_STREAMED = statement<Omit<OperatorActionsRow, 'reason' | 'details'>, StreamRange>(
  'operator_action_list_streamed',
  `select action_id, occurred_at, action, subject_kind, subject_id, actor_kind, actor_id, address, request_id, transaction_id
   from operator_actions ${streamRange('action_id').text}`,
);

export const STREAMED_OPERATORS: StreamedLog = {
  name: 'operators',
  async list(tx, range) {
    const rows = await tx.rows(LIST_STREAMED, range);
    return rows.map(({ actionId: id, occurredAt: at, transactionId, ...record }) => ({
      id,
      at,
      transactionId,
      record,
    }));
  },
};
