// Turns that end at about the same time are settled together.
import { setTimeout as delay } from 'node:timers/promises';
import { type FinishedTurn, lookForMore, settleTurns } from '@onboarding/domain/webhooks';
import { createBatcher } from '@onboarding/platform/batching';
import { AmbiguousCommit, isTransient, StoreUnavailable } from '@onboarding/platform/postgres';
import type { Signal } from './signal.ts';
import { type DispatcherParts, TRY_AGAIN_MS } from './terms.ts';

const TURNS_AT_A_TIME = 50;
const GROUPS_AT_ONCE = 2;

export type Settle = (turn: FinishedTurn) => Promise<void>;

export function createSettling(parts: DispatcherParts, lanes: Pick<Signal, 'poke'>): Settle {
  const { context, metrics, timings, portalUrl, faultPoint } = parts;
  const { db, clock, logger } = context;

  /** For as long as it takes while the database is away: what was sent is known only here. */
  async function insist(work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!isAway(error)) throw error;
        logger.warn({ err: error }, 'turns cannot be settled yet; trying again');
        await delay(TRY_AGAIN_MS);
      }
    }
  }

  /** The lanes are given back before more is looked for: whoever wanted to wake one while it was held did not. */
  async function settleGroup(turns: FinishedTurn[]): Promise<void> {
    const now = clock.now();
    const releasedUntil = new Date(now.getTime() + timings.releaseMs);
    await insist(() =>
      db.transaction((tx) => settleTurns(tx, context, turns, { now, releasedUntil, portalUrl }), { repeatable: true }),
    );
    metrics.settled(turns.length);
    await faultPoint('settled');
    const partnerIds = [...new Set(turns.map(({ lane }) => lane.partnerId))];
    await insist(async () => {
      const terms = { now: clock.now(), releasedUntil };
      const due = await db.transaction((tx) => lookForMore(tx, partnerIds, terms), { repeatable: true });
      if (due > 0) lanes.poke();
    });
  }

  /** Whatever cannot be recorded must not keep others from being. */
  async function settleApart(turns: FinishedTurn[]): Promise<void> {
    for (const turn of turns) {
      try {
        await settleGroup([turn]);
      } catch (error) {
        logger.error(
          { err: error, partnerId: turn.lane.partnerId },
          'a turn cannot be settled; without excerpts once more',
        );
        await settleBarely(turn);
      }
    }
  }

  /** The excerpt is the one part that others have written. What fails even so is sent again when the lease is over. */
  async function settleBarely(turn: FinishedTurn): Promise<void> {
    try {
      await settleGroup([{ ...turn, attempts: turn.attempts.map((attempt) => ({ ...attempt, excerpt: null })) }]);
    } catch (error) {
      logger.error(
        { err: error, partnerId: turn.lane.partnerId },
        'a turn is given up; its deliveries will be repeated',
      );
    }
  }

  return createBatcher(
    async (turns: FinishedTurn[]) => {
      try {
        await settleGroup(turns);
      } catch (error) {
        logger.warn({ err: error, turns: turns.length }, 'turns cannot be settled together; one by one');
        await settleApart(turns);
      }
      return turns.map(() => undefined);
    },
    { maxItems: TURNS_AT_A_TIME, runsAtOnce: GROUPS_AT_ONCE },
  );
}

function isAway(error: unknown): boolean {
  return error instanceof StoreUnavailable || error instanceof AmbiguousCommit || isTransient(error);
}
