import type { WebhookChangesRow, WebhookLanesRow } from '@onboarding/database/tables';
import { settled, statement, type Tx } from '@onboarding/platform/postgres';

type LaneState = Pick<WebhookLanesRow, 'due_at' | 'leased_until' | 'resumed_at' | 'replays_from'>;

const LANE = statement<LaneState>(
  'operator_lane',
  'select due_at, leased_until, resumed_at, replays_from from webhook_lanes where partner_id = $1',
);

interface WaitingRow {
  class: string;
  waiting: number;
  next_attempt_at: Date;
}
// No further than an operator wants to know it.
const WAITING = statement<WaitingRow>(
  'operator_waiting',
  `select class, count(*)::int as waiting, min(next_attempt_at) as next_attempt_at from (
     select class, next_attempt_at from webhook_deliveries where partner_id = $1 and status = 'Pending' limit $2
   ) counted group by class order by class`,
);

interface ReplayRow {
  replay_id: string;
  requested_at: Date;
  created: number;
  batches: number;
}
const REPLAYS = statement<ReplayRow>(
  'operator_replays',
  `select r.replay_id, r.requested_at, r.created, count(b.batch_no)::int as batches
   from webhook_replays r left join webhook_replay_batches b on b.partner_id = r.partner_id and b.replay_id = r.replay_id
   where r.partner_id = $1 and r.completed_at is null group by r.replay_id, r.requested_at, r.created order by r.replay_id`,
);

type ChangeRow = Pick<WebhookChangesRow, 'occurred_at' | 'action' | 'actor_kind' | 'actor_id' | 'details'>;
const CHANGES = statement<ChangeRow>(
  'operator_changes',
  `select occurred_at, action, actor_kind, actor_id, details from webhook_changes where partner_id = $1
   order by change_id desc limit $2`,
);

const DISPATCHERS = statement<{ beat_at: Date }>(
  'operator_dispatchers',
  'select beat_at from webhook_dispatchers order by beat_at desc limit $1',
);

export interface LaneFacts {
  lane: LaneState | undefined;
  waiting: WaitingRow[];
  replays: ReplayRow[];
  changes: ChangeRow[];
  dispatchers: { beat_at: Date }[];
}

/** What is there about a partner's lane; waiting deliveries are counted up to `mostWaiting`. */
export async function readLaneFacts(
  tx: Tx,
  partnerId: string,
  { mostWaiting, mostChanges }: { mostWaiting: number; mostChanges: number },
): Promise<LaneFacts> {
  const [lanes, waiting, replays, changes, dispatchers] = await settled([
    tx.rows(LANE, [partnerId]),
    tx.rows(WAITING, [partnerId, mostWaiting]),
    tx.rows(REPLAYS, [partnerId]),
    tx.rows(CHANGES, [partnerId, mostChanges]),
    tx.rows(DISPATCHERS, [mostChanges]),
  ]);
  return { lane: lanes[0], waiting, replays, changes, dispatchers };
}
