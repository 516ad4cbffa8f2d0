// What is done beside the lanes when a receiver can be sent to again: what waited too long is ended, and what would be tried
// much later comes soon. The turns themselves rely on nothing of this.
import type { Tx } from '@onboarding/platform/postgres';
import { z } from 'zod';
import type { Context } from '../context.ts';
import { resumableFrom } from './delivery.ts';
import { oldestPending } from './lane.ts';
import { wakeLanes } from './lane-store.ts';
import { expireAncient, expireBelow, findResumedLane, type PullPlace, pullForward } from './resume-store.ts';

/** For { partnerId }: after enabling, and after the first success of a receiver that was failing. */
export const RESUME_QUEUE = 'webhooks.resume';

const CHUNK = 500;
/** Ten a second, so that a receiver that has just come back is not run over. */
const GAP_MS = 100;
/** More than fit into a quarter of an hour share it. */
const SPREAD_MS = 900_000;

/** What is due by now needs no pulling. */
const LAST_OF_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const payloadShape = z.object({ partnerId: z.uuid() });

/** In small transactions, each of which may be repeated. */
export async function resumeDeliveries(
  context: Pick<Context, 'clock' | 'db' | 'logger'>,
  payload: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { partnerId } = payloadShape.parse(payload);
  const { db, clock, logger } = context;
  const lane = await db.transaction((tx) => findResumedLane(tx, partnerId), { readOnly: true });
  if (lane === undefined || !lane.sends) return;
  const now = clock.now();
  let expired = 0;
  const { resumedAt } = lane;
  if (resumedAt !== null) {
    const old = { below: resumableFrom(resumedAt), now, limit: CHUNK };
    expired = await inChunks(signal, () =>
      db.transaction((tx) => expireBelow(tx, partnerId, old), { repeatable: true }),
    );
  }
  let place = 0;
  let after: PullPlace = { at: now, deliveryId: LAST_OF_ALL };
  const pulled = await inChunks(signal, async () => {
    const from = new Date(now.getTime() + ((place * GAP_MS) % SPREAD_MS));
    const chunk = { after, from, gapMs: GAP_MS, limit: CHUNK, oldest: oldestPending(now) };
    const done = await db.transaction((tx) => pullForward(tx, partnerId, chunk), { repeatable: true });
    place += done.pulled;
    after = done.last;
    return done.pulled;
  });
  // In a transaction after theirs, and always: whoever has to do this again may find nothing left to pull.
  await db.transaction((tx) => wakeLanes(tx, [partnerId], now), { repeatable: true });
  logger.info({ partnerId, expired, pulled }, 'deliveries resumed');
}

async function inChunks(signal: AbortSignal, work: () => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    signal.throwIfAborted();
    const count = await work();
    all += count;
    if (count < CHUNK) return all;
  }
}

/** Deliveries that nobody will send any more: not even the lanes look at them. */
export async function endAncientDeliveries(tx: Tx, now: Date, limit: number): Promise<number> {
  return expireAncient(tx, oldestPending(now), now, limit);
}
