import type { Context } from '@onboarding/domain';
import {
  deleteExpiredLinks,
  deleteExpiredSessions,
  deleteExpiredSignIns,
  deleteOldAttempts,
} from '@onboarding/domain/accounts';
import { deleteExpiredAssertions } from '@onboarding/domain/credentials';
import { endAncientDeliveries } from '@onboarding/domain/webhooks';
import type { Tx } from '@onboarding/platform/postgres';
import { deleteExpiredOidcRecords, deleteOldProbes, dropPartitions } from './housekeeping-store.ts';

type DeleteExpired = (tx: Tx, before: Date, limit: number) => Promise<number>;

// Ten minutes longer than needed: another machine's clock may be behind, and an assertion forgotten too early could be
// used again there. A mailed link stays a week, so that a late click is told that the link is too old.
const MARGIN_MS = 600_000;
const LINK_MARGIN_MS = 7 * 86_400_000;
const BATCH = 1_000;

const EXPIRING: Record<string, { remove: DeleteExpired; marginMs: number }> = {
  used_assertions: { remove: deleteExpiredAssertions, marginMs: MARGIN_MS },
  oidc_records: { remove: deleteExpiredOidcRecords, marginMs: MARGIN_MS },
  account_links: { remove: deleteExpiredLinks, marginMs: LINK_MARGIN_MS },
  sessions: { remove: deleteExpiredSessions, marginMs: MARGIN_MS },
  // By then the last failure is forgotten by halves.
  account_attempts: { remove: deleteOldAttempts, marginMs: 2 * 86_400_000 },
  sign_ins: { remove: deleteExpiredSignIns, marginMs: MARGIN_MS },
  // Of processes that have been gone for a day.
  process_probes: { remove: deleteOldProbes, marginMs: 86_400_000 },
  // Not removed but ended: nobody sends them any more.
  webhook_deliveries: { remove: endAncientDeliveries, marginMs: 0 },
};

/** Days for which the partitions of a table are kept. In this order: what belongs to something goes before it. */
const KEPT_DAYS = {
  idempotency_keys: 2,
  token_requests: 90,
  webhook_attempts: 31,
  webhook_deliveries: 31,
  events: 31,
};

/** Removes what is over. In small transactions, so that none holds much for long; whatever is left waits for the next round. */
export async function keepHouse(context: Pick<Context, 'clock' | 'db' | 'logger'>, signal: AbortSignal): Promise<void> {
  const removed: Record<string, number> = {};
  for (const [table, { remove, marginMs }] of Object.entries(EXPIRING)) {
    const before = new Date(context.clock.now().getTime() - marginMs);
    let deleted: number;
    do {
      if (signal.aborted) return;
      deleted = await context.db.transaction((tx) => remove(tx, before, BATCH), { repeatable: true });
      removed[table] = (removed[table] ?? 0) + deleted;
    } while (deleted === BATCH);
  }
  const dropped: Record<string, number> = {};
  for (const [table, days] of Object.entries(KEPT_DAYS)) {
    dropped[table] = await context.db.transaction((tx) => dropPartitions(tx, table, days), { repeatable: true });
  }
  context.logger.info({ removed, dropped }, 'house kept');
}
