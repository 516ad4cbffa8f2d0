import type { DeliveryClass } from '@onboarding/contract';
import type { WebhookChangesRow, WebhookLanesRow } from '@onboarding/database/tables';
import { settled, statement, type Tx } from '@onboarding/platform/postgres';

type LaneState = Pick<WebhookLanesRow, 'dueAt' | 'leasedUntil' | 'resumedAt' | 'replaysFrom'>;

const LANE = statement<LaneState, { partnerId: string }>(
  'operator_lane',
  'select due_at, leased_until, resumed_at, replays_from from webhook_lanes where partner_id = :partnerId',
);

interface WaitingRow {
  class: DeliveryClass;
  waiting: number;
  nextAttemptAt: Date;
}
// Stops counting at a number that is enough for an operator.
const WAITING = statement<WaitingRow, { partnerId: string; mostWaiting: number }>(
  'operator_waiting',
  `select class, count(*)::int as waiting, min(next_attempt_at) as next_attempt_at from (
     select class, next_attempt_at from webhook_deliveries
     where partner_id = :partnerId and status = 'Pending' limit :mostWaiting
   ) counted group by class order by class`,
);

interface ReplayRow {
  replayId: string;
  requestedAt: Date;
  created: number;
  batches: number;
}
const REPLAYS = statement<ReplayRow, { partnerId: string }>(
  'operator_replays',
  `select r.replay_id, r.requested_at, r.created, count(b.batch_no)::int as batches
   from webhook_replays r left join webhook_replay_batches b on b.partner_id = r.partner_id and b.replay_id = r.replay_id
   where r.partner_id = :partnerId and r.completed_at is null
   group by r.replay_id, r.requested_at, r.created order by r.replay_id`,
);

type ChangeRow = Pick<WebhookChangesRow, 'occurredAt' | 'action' | 'actorKind' | 'actorId' | 'details'>;
const CHANGES = statement<ChangeRow, { partnerId: string; mostChanges: number }>(
  'operator_changes',
  `select occurred_at, action, actor_kind, actor_id, details from webhook_changes where partner_id = :partnerId
   order by change_id desc limit :mostChanges`,
);

const DISPATCHERS = statement<{ beatAt: Date }, { limit: number }>(
  'operator_dispatchers',
  'select beat_at from webhook_dispatchers order by beat_at desc limit :limit',
);

export interface LaneFacts {
  lane: LaneState | undefined;
  waiting: WaitingRow[];
  replays: ReplayRow[];
  changes: ChangeRow[];
  dispatchers: { beatAt: Date }[];
}

/** The state of a partner's lane; pending deliveries are counted up to `mostWaiting`. */
export async function readLaneFacts(
  tx: Tx,
  partnerId: string,
  { mostWaiting, mostChanges }: { mostWaiting: number; mostChanges: number },
): Promise<LaneFacts> {
  const [lanes, waiting, replays, changes, dispatchers] = await settled([
    tx.rows(LANE, { partnerId }),
    tx.rows(WAITING, { partnerId, mostWaiting }),
    tx.rows(REPLAYS, { partnerId }),
    tx.rows(CHANGES, { partnerId, mostChanges }),
    tx.rows(DISPATCHERS, { limit: mostChanges }),
  ]);
  return { lane: lanes[0], waiting, replays, changes, dispatchers };
}
