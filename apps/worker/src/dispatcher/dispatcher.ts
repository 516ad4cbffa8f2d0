// The webhook dispatcher: fan-out, lanes and upkeep, each a loop of its own. Any number of dispatchers run side by side, and
// each may be killed at any time: what it held is due again when its lease ends.
import { setTimeout as delay } from 'node:timers/promises';
import { uuidv7 } from '@onboarding/platform/ids';
import { createFanOut } from './fan-out.ts';
import { createLanes } from './lanes.ts';
import { createSecretSource } from './secrets.ts';
import { createSettling } from './settling.ts';
import { createSignal } from './signal.ts';
import { type DispatcherParts, TRY_AGAIN_MS } from './terms.ts';
import { createUpkeep } from './upkeep.ts';

export interface Dispatcher {
  /** There may be something to do. */
  wake(): void;
  /** When a loop has last come to the end of a round, in milliseconds; undefined before its first. */
  lastRoundAt(loop: 'fanOut' | 'lanes'): number | undefined;
  /** Begins nothing more and waits for what is under way. */
  stop(): Promise<void>;
}

/** How long stopping waits for receivers and the database; what is not settled by then is repeated by others. */
const STOP_WITHIN_MS = 17_000;

export function startDispatcher(parts: DispatcherParts): Dispatcher {
  const { context, timings } = parts;
  const { logger } = context;
  const stop = new AbortController();
  const lastRounds: { fanOut?: number; lanes?: number } = {};
  const signals = { fanOut: createSignal(), lanes: createSignal() };
  const settle = createSettling(parts, signals.lanes);
  const stopping = () => stop.signal.aborted;
  const lanes = createLanes({ ...parts, secretsOf: createSecretSource(context.keys), stopping }, settle, signals.lanes);
  const fanOut = createFanOut(parts, signals.lanes);
  const upkeep = createUpkeep(parts, uuidv7(context.clock.now()), () => signals.lanes.poke());

  /** Rounds without a pause while there is more, otherwise when woken or after a while. */
  async function loop(what: 'fanOut' | 'lanes', round: () => Promise<boolean>): Promise<void> {
    while (!stopping()) {
      try {
        const more = await round();
        lastRounds[what] = Date.now();
        if (!more) await signals[what].sleep(timings.pollMs);
      } catch (error) {
        logger.warn({ err: error, what }, 'a round of the dispatcher failed; trying again');
        await delay(TRY_AGAIN_MS, undefined, { signal: stop.signal }).catch(() => {});
      }
    }
  }
  async function every(ms: number, what: string, work: () => Promise<void>): Promise<void> {
    while (!stopping()) {
      try {
        await work();
      } catch (error) {
        logger.warn({ err: error, what }, 'upkeep of the dispatcher failed; trying again');
      }
      await delay(ms, undefined, { signal: stop.signal }).catch(() => {});
    }
  }

  const loops = [
    loop('fanOut', fanOut),
    loop('lanes', lanes.round),
    every(timings.beatMs, 'heartbeat', upkeep.beat),
    every(timings.sweepMs, 'sweep', upkeep.sweep),
  ];
  const poke = () => {
    for (const signal of Object.values(signals)) signal.poke();
  };

  async function finish(): Promise<void> {
    await Promise.all(loops);
    await lanes.ended();
    await upkeep.leave();
  }

  return {
    wake: poke,
    lastRoundAt: (loop) => lastRounds[loop],
    async stop() {
      stop.abort();
      poke();
      const late = delay(STOP_WITHIN_MS, 'late' as const, { ref: false });
      const outcome = await Promise.race([finish(), late]).catch((error: unknown) => error);
      if (outcome !== undefined) logger.warn({ err: outcome }, 'the dispatcher did not finish what was under way');
    },
  };
}
