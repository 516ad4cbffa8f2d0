import type { WebhookLanesRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { Health } from '../endpoints/endpoint-health.ts';
import { type HealthColumns, toHealth } from './lane-store.ts';

export interface SweepTerms {
  /** Lanes due by then are not forgotten. */
  dueBy: Date;
  /** Deliveries due by then should have been sent. */
  overdueSince: Date;
  oldest: string;
}

const overdue = (kind: string) => `exists (
     select from webhook_deliveries d
     where d.partner_id = l.partner_id and d.status = 'Pending' and d.class = '${kind}' and d.next_attempt_at <= :overdueSince
       and d.delivery_id >= :oldest
   )`;

interface IdleLane {
  partnerId: string;
  /** Whether it has overdue deliveries. */
  forgotten: boolean;
}

const LIST_IDLE = statement<IdleLane, SweepTerms & { after: string; limit: number }>(
  'webhook_lanes_forgotten',
  `select l.partner_id, ${overdue('First')} or ${overdue('Retry')} or ${overdue('Replay')} as forgotten
   from (
     select partner_id from webhook_lanes
     where partner_id > :after and status <> 'Disabled' and paused_at is null and lease_id is null
       and (due_at is null or due_at > :dueBy)
     order by partner_id limit :limit
   ) l order by l.partner_id`,
);

/** Sleeping lanes in the order of their partners. */
export function listIdle(tx: Tx, terms: SweepTerms, after: string, limit: number): Promise<IdleLane[]> {
  return tx.rows(LIST_IDLE, { ...terms, after, limit });
}

// Skips leased lanes: their holder is about to update their health.
const DEGRADED = statement<HealthColumns & Pick<WebhookLanesRow, 'partnerId'>>(
  'webhook_lanes_degraded',
  `select partner_id, status, consecutive_failures, degraded_since, disabled_at, disabled_reason, health
   from webhook_lanes where status = 'Degraded' and lease_id is null order by partner_id`,
);

export async function listDegraded(tx: Tx): Promise<{ partnerId: string; health: Health }[]> {
  return (await tx.rows(DEGRADED, {})).map((row) => ({ partnerId: row.partnerId, health: toHealth(row) }));
}

// Counting a million takes a fraction of a second, and a higher count would not help.
const WAITING = statement<{ waiting: number; oldest: string | null }, { oldest: string }>(
  'webhook_deliveries_waiting',
  `select count(*) as waiting, min(delivery_id::text) as oldest from (
     select delivery_id from webhook_deliveries where status = 'Pending' and delivery_id >= :oldest limit 2000000
   ) w`,
);

export async function countWaiting(tx: Tx, oldest: string): Promise<{ waiting: number; oldestId: string | null }> {
  const [row] = await tx.rows(WAITING, { oldest });
  return { waiting: row?.waiting ?? 0, oldestId: row?.oldest ?? null };
}
