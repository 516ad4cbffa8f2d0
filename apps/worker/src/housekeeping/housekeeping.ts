import { DAY_MS } from '@onboarding/contract';
import type { Context } from '@onboarding/domain';
import {
  deleteExpiredLinks,
  deleteExpiredSessions,
  deleteExpiredSignIns,
  deleteOldAttempts,
} from '@onboarding/domain/accounts';
import { deleteExpiredAssertions } from '@onboarding/domain/credentials';
import { deleteOldStatistics, endAncientDeliveries } from '@onboarding/domain/webhooks';
import type { Tx } from '@onboarding/platform/postgres';
import { FAMILIES, type Retention } from '@onboarding/settings';
import { deleteExpiredOidcRecords, deleteOldProbes, forgetRows, retirePartitions } from './housekeeping-store.ts';
import type { RetentionMetrics } from './retention-metrics.ts';

type HouseContext = Pick<Context, 'clock' | 'db' | 'logger'>;
type DeleteExpired = (tx: Tx, before: Date, limit: number) => Promise<number>;

/** What one step has removed, and the time of the oldest remaining row, if known. */
interface Removed {
  rows: number;
  partitions?: number;
  oldest?: Date | undefined;
}

interface Step {
  family: string;
  days?: number | undefined;
  /** Removes one batch. */
  remove(tx: Tx): Promise<Removed>;
}

// Ten minutes longer than needed: another machine's clock may be behind, and an assertion forgotten too early could be
// used again there. A mailed link is stored for a week, so that a late click shows that the link has expired.
const MARGIN_MS = 600_000;
const LINK_MARGIN_MS = 7 * DAY_MS;
const BATCH = 1_000;
/** The tries of a comparison are counted per hour, so older counts have no effect. */
const COMPARISON_DAYS = 1;

/** Rows with their own expiry, which operators cannot configure. */
const EXPIRING: Record<string, { remove: DeleteExpired; marginMs: number }> = {
  used_assertions: { remove: deleteExpiredAssertions, marginMs: MARGIN_MS },
  oidc_records: { remove: deleteExpiredOidcRecords, marginMs: MARGIN_MS },
  account_links: { remove: deleteExpiredLinks, marginMs: LINK_MARGIN_MS },
  sessions: { remove: deleteExpiredSessions, marginMs: MARGIN_MS },
  // By then the last failure has decayed.
  account_attempts: { remove: deleteOldAttempts, marginMs: 2 * DAY_MS },
  sign_ins: { remove: deleteExpiredSignIns, marginMs: MARGIN_MS },
  // Probes of processes that stopped a day ago.
  process_probes: { remove: deleteOldProbes, marginMs: DAY_MS },
};

/**
 * Removes rows past their retention, in small transactions, so that none holds many locks for long; the next round continues.
 * A table that fails does not block the others.
 */
export async function keepHouse(
  context: HouseContext,
  retention: Retention,
  metrics: RetentionMetrics,
  signal: AbortSignal,
): Promise<void> {
  const now = context.clock.now();
  const removed: Record<string, number> = {};
  const failures: unknown[] = [];
  await endDeliveries(context, now, signal);
  for (const step of [...expiringSteps(now, retention), ...agingSteps(retention)]) {
    if (signal.aborted) return;
    try {
      const rows = await removeAll(context, step, metrics, signal);
      if (rows > 0) removed[step.family] = rows;
    } catch (error) {
      context.logger.error({ err: error, family: step.family }, 'housekeeping failed');
      failures.push(error);
    }
  }
  context.logger.info({ removed }, 'housekeeping done');
  if (failures.length > 0) throw failures[0];
}

/** Ends old deliveries without removing them: they are no longer sent. */
async function endDeliveries({ db }: HouseContext, now: Date, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const ended = await db.transaction((tx) => endAncientDeliveries(tx, now, BATCH), { repeatable: true });
    if (ended < BATCH) return;
  }
}

function expiringSteps(now: Date, { webhook_deliveries: deliveryDays = 0 }: Retention): Step[] {
  const expiring = {
    ...EXPIRING,
    // Kept as long as the deliveries that they count.
    webhook_statistics: { remove: deleteOldStatistics, marginMs: deliveryDays * DAY_MS },
  };
  return Object.entries(expiring).map(([family, { remove, marginMs }]) => ({
    family,
    remove: async (tx) => ({ rows: await remove(tx, new Date(now.getTime() - marginMs), BATCH) }),
  }));
}

function agingSteps(retention: Retention): Step[] {
  const comparisons: Step = {
    family: 'identity_comparisons',
    remove: (tx) => forgetRows(tx, 'identity_comparisons', COMPARISON_DAYS, BATCH),
  };
  const steps = FAMILIES.map(({ family, by }): Step => {
    const days = retention[family];
    if (by === 'partitions') return { family, days, remove: (tx) => retirePartitions(tx, family, days) };
    return { family, days, remove: (tx) => forgetRows(tx, family, days, BATCH) };
  });
  return [comparisons, ...steps];
}

/** Removes batches until one is not full. Returns the number of removed rows. */
async function removeAll(
  { db, clock }: HouseContext,
  { family, days, remove }: Step,
  metrics: RetentionMetrics,
  signal: AbortSignal,
): Promise<number> {
  let rows = 0;
  for (;;) {
    const batch = await db.transaction(remove, { repeatable: true });
    rows += batch.rows;
    metrics.removed(family, batch.rows);
    metrics.dropped(family, batch.partitions ?? 0);
    if (batch.partitions === undefined && batch.rows === BATCH && !signal.aborted) continue;
    if (days !== undefined || batch.oldest !== undefined) metrics.kept(family, batch.oldest, days);
    if (!signal.aborted) metrics.done(family, clock.now());
    return rows;
  }
}
