// Background work when sending to a receiver resumes: expires deliveries that waited too long, and pulls later retries
// forward. Turns do not depend on it.
import type { Tx } from '@onboarding/platform/postgres';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { resumableFrom } from '../deliveries/delivery.ts';
import { countGivenUp } from '../statistics/delivery-statistics.ts';
import { addCounts } from '../statistics/delivery-statistics-store.ts';
import { oldestPending } from './lane.ts';
import { wakeLane } from './lane-store.ts';
import { expireAncient, expireBelow, findResumedLane, type PullPlace, pullForward } from './resume-store.ts';

/** Payload: { partnerId }. Sent after enabling, and after the first success of a failing receiver. */
export const RESUME_QUEUE = 'webhooks.resume';

/** Uses one key per partner: otherwise a partner's job would be dropped while another partner's is waiting. */
export async function sendResume(tx: Tx, { jobs }: Pick<Context, 'jobs'>, partnerId: string): Promise<void> {
  await jobs.send(tx, RESUME_QUEUE, { partnerId }, { singletonKey: partnerId, owner: partnerId });
}

const CHUNK = 500;
/** Ten a second, so that a receiver that has just recovered is not overloaded. */
const GAP_MS = 100;
/** If there are more, they are spread over a quarter of an hour. */
const SPREAD_MS = 900_000;

/** Skips deliveries that are already due: they need not be pulled forward. */
const LAST_OF_ALL = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const payloadShape = z.object({ partnerId: z.uuid() });

/** Runs in small transactions, each of which can be repeated. */
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
    expired = await inChunks(signal, () => db.transaction((tx) => giveUp(tx, partnerId, old), { repeatable: true }));
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
  // In a later transaction, and always: a retry may find nothing left to pull forward, but must still wake the lane.
  await db.transaction((tx) => wakeLane(tx, partnerId, now), { repeatable: true });
  logger.info({ partnerId, expired, pulled }, 'deliveries resumed');
}

async function giveUp(tx: Tx, partnerId: string, old: { below: string; now: Date; limit: number }): Promise<number> {
  const givenUp = await expireBelow(tx, partnerId, old);
  if (givenUp > 0) await addCounts(tx, [countGivenUp(partnerId, givenUp, old.now)]);
  return givenUp;
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

/** Expires deliveries that are older than lanes read, and so would never be sent. */
export async function endAncientDeliveries(tx: Tx, now: Date, limit: number): Promise<number> {
  const givenUp = await expireAncient(tx, oldestPending(now), now, limit);
  await addCounts(
    tx,
    givenUp.map((partnerId) => countGivenUp(partnerId, 1, now)),
  );
  return givenUp.length;
}
