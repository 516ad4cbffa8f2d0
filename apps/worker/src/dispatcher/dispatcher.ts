// The webhook dispatcher: fan-out, lanes and upkeep, each in its own loop. Any number of dispatchers run in parallel,
// and each may be killed at any time: its lanes are due again when their leases expire.
import { setTimeout as delay } from 'node:timers/promises';
import { uuidv7 } from '@onboarding/platform/ids';
import type { Logger } from '@onboarding/platform/logger';
import { createFanOut } from './fan-out.ts';
import { createLanes } from './lanes.ts';
import { createSecretSource } from './secrets.ts';
import { createSignal, type Signal } from './signal.ts';
import type { DispatcherParts } from './tuning.ts';
import { createTurnRecorder } from './turn-recorder.ts';
import { createUpkeep } from './upkeep.ts';

export type LoopName = 'fanOut' | 'lanes';

export interface Dispatcher {
  /** Tells a loop that there may be work; without a name, both. */
  wake(loop?: LoopName): void;
  /** When a loop last finished a round, in milliseconds; undefined before the first. */
  lastRoundAt(loop: LoopName): number | undefined;
  /** Starts no more work and waits for running work. */
  stop(): Promise<void>;
}

export function startDispatcher(parts: DispatcherParts): Dispatcher {
  const { context, timings } = parts;
  const { logger } = context;
  const stop = new AbortController();
  const lastRounds: { fanOut?: number; lanes?: number } = {};
  const signals = { fanOut: createSignal(), lanes: createSignal() };
  const record = createTurnRecorder(parts, signals.lanes);
  const stopping = () => stop.signal.aborted;
  const lanes = createLanes({ ...parts, secretsOf: createSecretSource(context.keys), stopping }, record, signals.lanes);
  const fanOut = createFanOut(parts, signals.lanes);
  const upkeep = createUpkeep(parts, uuidv7(context.clock.now()), () => signals.lanes.wake());

  const loop = (what: LoopName, round: () => Promise<boolean>) =>
    runRounds({ what, logger, timings, signal: signals[what], stopping: stop.signal }, async () => {
      const more = await round();
      lastRounds[what] = Date.now();
      return more;
    });
  const every = (ms: number, what: string, work: () => Promise<void>) =>
    runEvery(ms, { what, logger, stopping: stop.signal }, work);
  const loops = [
    loop('fanOut', fanOut),
    loop('lanes', lanes.round),
    every(timings.beatMs, 'heartbeat', upkeep.beat),
    every(timings.sweepMs, 'sweep', upkeep.sweep),
  ];

  function wake(loop?: LoopName): void {
    for (const signal of loop === undefined ? Object.values(signals) : [signals[loop]]) signal.wake();
  }

  async function finish(): Promise<void> {
    await Promise.all(loops);
    await lanes.ended();
    await upkeep.leave();
  }

  return {
    wake,
    lastRoundAt: (loop) => lastRounds[loop],
    async stop() {
      stop.abort();
      wake();
      const late = delay(timings.stopMs, 'late' as const, { ref: false });
      const outcome = await Promise.race([finish(), late]).catch((error: unknown) => error);
      if (outcome !== undefined) logger.warn({ err: outcome }, 'dispatcher stopped with deliveries in flight');
    },
  };
}

interface Loop {
  what: string;
  logger: Logger;
  stopping: AbortSignal;
}

/** Runs rounds without a pause while there is more, otherwise when woken or after a timeout. */
async function runRounds(
  loop: Loop & { timings: DispatcherParts['timings']; signal: Signal },
  round: () => Promise<boolean>,
): Promise<void> {
  const { what, logger, timings, signal, stopping } = loop;
  while (!stopping.aborted) {
    try {
      const more = await round();
      if (!more) await signal.sleep(timings.pollMs);
    } catch (error) {
      logger.warn({ err: error, what }, 'dispatcher round failed; retrying');
      await delay(timings.tryAgainMs, undefined, { signal: stopping }).catch(() => {});
    }
  }
}

async function runEvery(ms: number, { what, logger, stopping }: Loop, work: () => Promise<void>): Promise<void> {
  while (!stopping.aborted) {
    try {
      await work();
    } catch (error) {
      logger.warn({ err: error, what }, 'dispatcher upkeep failed; retrying');
    }
    await delay(ms, undefined, { signal: stopping }).catch(() => {});
  }
}
