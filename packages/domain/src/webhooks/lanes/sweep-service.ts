// Work that one dispatcher does for all of them once a minute: finds forgotten deliveries (there should be none), marks
// receivers that no longer fail as recovered, and counts pending deliveries.
import type { Tx } from '@onboarding/platform/postgres';
import type { Context } from '../../context.ts';
import { LOWEST_ID } from '../../cursors.ts';
import { inPages } from '../../in-pages.ts';
import { afterQuiet } from '../endpoints/endpoint-health.ts';
import { oldestPending } from './lane.ts';
import { wakeLanes } from './lane-store.ts';
import { countWaiting, listDegraded, listIdle, type SweepTerms } from './sweep-store.ts';
import { announce } from './turn-service.ts';
import { lockLanes, updateLanes } from './turn-store.ts';

/**
 * A lane may sleep briefly between the commit of a delivery and its wake-up, and between its release and the check for more
 * deliveries.
 */
const PATIENCE_MS = 10_000;
const LANES_AT_A_TIME = 500;

type SweepContext = Pick<Context, 'clock' | 'db' | 'jobs' | 'keys' | 'logger'>;

/** Wakes sleeping lanes that have due deliveries; returns their number. */
export async function sweepLanes({ db, clock, logger }: SweepContext): Promise<number> {
  const now = clock.now();
  const terms: SweepTerms = {
    dueBy: new Date(now.getTime() + PATIENCE_MS),
    overdueSince: new Date(now.getTime() - PATIENCE_MS),
    oldest: oldestPending(now),
  };
  const pages = inPages(db, {
    after: LOWEST_ID,
    size: LANES_AT_A_TIME,
    list: (tx, after, limit) => listIdle(tx, terms, after, limit),
    placeOf: ({ partnerId }) => partnerId,
  });
  let found = 0;
  for await (const lanes of pages) {
    const forgotten = lanes.filter((lane) => lane.forgotten).map(({ partnerId }) => partnerId);
    if (forgotten.length > 0) {
      logger.error(
        { lanes: forgotten.length, partnerIds: forgotten.slice(0, 10) },
        'idle lanes had due deliveries; waking them',
      );
      await db.transaction((tx) => wakeLanes(tx, forgotten, now), { repeatable: true });
    }
    found += forgotten.length;
  }
  return found;
}

/** Recovers receivers with a success followed by an hour without failures. */
export async function recoverQuietReceivers(context: SweepContext, portalUrl: string): Promise<number> {
  const { db, clock } = context;
  const now = clock.now();
  const quiet = (await db.transaction((tx) => listDegraded(tx), { readOnly: true })).filter(
    ({ health }) => afterQuiet(health, now).transition !== null,
  );
  let recovered = 0;
  for (const { partnerId } of quiet) {
    recovered += await db.transaction((tx) => recover(tx, context, partnerId, portalUrl), { repeatable: true });
  }
  return recovered;
}

async function recover(tx: Tx, context: SweepContext, partnerId: string, portalUrl: string): Promise<number> {
  const at = context.clock.now();
  const [lane] = await lockLanes(tx, [partnerId]);
  if (lane === undefined) return 0;
  const { health, transition } = afterQuiet(lane.health, at);
  if (transition === null) return 0;
  await updateLanes(tx, [{ ...lane, health }]);
  await announce(tx, context, partnerId, { transition, health, at }, { portalUrl });
  return 1;
}

export interface Waiting {
  waiting: number;
  /** Null when nothing is pending. */
  oldestSeconds: number | null;
}

export async function measureWaiting({ db, clock }: SweepContext): Promise<Waiting> {
  const now = clock.now();
  const { waiting, oldestId } = await db.transaction((tx) => countWaiting(tx, oldestPending(now)), { readOnly: true });
  if (oldestId === null) return { waiting, oldestSeconds: null };
  const made = Number.parseInt(oldestId.slice(0, 8) + oldestId.slice(9, 13), 16);
  return { waiting, oldestSeconds: Math.max(0, (now.getTime() - made) / 1000) };
}
