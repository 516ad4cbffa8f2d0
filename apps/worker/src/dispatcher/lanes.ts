// Takes due lanes and gives each a turn, as many at once as there are slots.
import { type Turn, takeTurns } from '@onboarding/domain/webhooks';
import type { Settle } from './settling.ts';
import type { Signal } from './signal.ts';
import { DELIVERIES_PER_TURN, LANES_AT_A_TIME } from './terms.ts';
import { runTurn, type TurnParts } from './turn.ts';

export interface Lanes {
  /** One round; answers whether there may be more. */
  round(): Promise<boolean>;
  /** Resolves when all turns under way are settled. */
  ended(): Promise<void>;
}

export function createLanes(parts: TurnParts, settle: Settle, signal: Pick<Signal, 'poke'>): Lanes {
  const { context, metrics, timings, slots, faultPoint } = parts;
  const underWay = new Set<Promise<void>>();
  let failing = 0;

  async function give(turn: Turn): Promise<void> {
    try {
      const finished = await runTurn(parts, turn);
      if (finished.attempts.length > 0) await faultPoint('sent');
      await settle(finished);
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
      const terms = {
        leaseMs: timings.leaseMs,
        lanes: free,
        failing: failing < slots.failing,
        deliveriesPerLane: DELIVERIES_PER_TURN,
      };
      // Not repeatable: a lease that was taken without our knowledge simply ends.
      const turns = await context.db.transaction((tx) => takeTurns(tx, { now: context.clock.now(), ...terms }));
      for (const turn of turns) {
        const share = turn.lane.health.status === 'Active' ? 0 : 1;
        failing += share;
        const given = give(turn).finally(() => {
          // Somebody may have been waiting for a slot.
          if (underWay.size === slots.all || (share > 0 && failing >= slots.failing)) signal.poke();
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
