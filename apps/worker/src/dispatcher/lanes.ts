// Claims due lanes and gives each a turn, as many at once as there are slots.
import { giveBackLease, type Turn, takeTurns } from '@onboarding/domain/webhooks';
import { uuidv7 } from '@onboarding/platform/ids';
import { AmbiguousCommit } from '@onboarding/platform/postgres';
import type { Signal } from './signal.ts';
import { DELIVERIES_PER_TURN, LANES_AT_A_TIME } from './tuning.ts';
import { runTurn, type TurnParts } from './turn.ts';
import type { RecordTurn } from './turn-recorder.ts';

export interface Lanes {
  /** One round; returns whether there may be more. */
  round(): Promise<boolean>;
  /** Resolves when all running turns are recorded. */
  ended(): Promise<void>;
}

export function createLanes(parts: TurnParts, record: RecordTurn, signal: Pick<Signal, 'wake'>): Lanes {
  const { context, metrics, slots, faultPoint } = parts;
  const underWay = new Set<Promise<void>>();
  let failing = 0;
  const take = createTaker(parts, () => failing < slots.failing);
  async function give(turn: Turn): Promise<void> {
    try {
      const finished = await runTurn(parts, turn);
      if (finished.attempts.length > 0) await faultPoint('sent');
      await record(finished);
    } catch (error) {
      context.logger.error(
        { err: error, partnerId: turn.lane.partnerId },
        'a turn failed; it is repeated when its lease ends',
      );
    }
  }

  return {
    async round() {
      const free = Math.min(slots.all - underWay.size, LANES_AT_A_TIME);
      if (free === 0) return false;
      const turns = await take(free);
      for (const turn of turns) {
        const share = turn.lane.health.status === 'Active' ? 0 : 1;
        failing += share;
        const given = give(turn).finally(() => {
          // A round may have been waiting for a slot.
          if (underWay.size === slots.all || (share > 0 && failing >= slots.failing)) signal.wake();
          underWay.delete(given);
          failing -= share;
          metrics.turns(underWay.size);
        });
        underWay.add(given);
      }
      metrics.turns(underWay.size);
      return turns.length === free;
    },
    async ended() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** Leases due lanes; those with a failing receiver only while `takesFailing`. */
function createTaker(
  { context, timings }: Pick<TurnParts, 'context' | 'timings'>,
  takesFailing: () => boolean,
): (free: number) => Promise<Turn[]> {
  const { db, clock } = context;
  const { leaseMs } = timings;
  /** Possibly leased, because the commit was not answered; nothing is sent for these lanes. */
  let inDoubt: { leaseId: string; until: Date } | undefined;

  return async (free) => {
    const now = clock.now();
    const doubtful = inDoubt;
    if (doubtful !== undefined) {
      await db.transaction((tx) => giveBackLease(tx, doubtful, now), { repeatable: true });
      inDoubt = undefined;
    }
    const leaseId = uuidv7(now);
    const terms = { lanes: free, failing: takesFailing(), deliveriesPerLane: DELIVERIES_PER_TURN };
    try {
      return await db.transaction((tx) => takeTurns(tx, { now, leaseMs, leaseId, ...terms }));
    } catch (error) {
      if (error instanceof AmbiguousCommit) inDoubt = { leaseId, until: new Date(now.getTime() + leaseMs) };
      throw error;
    }
  };
}
