// The role `screening`: screens when notified, retries when the next attempt is due, and backs off from a provider that seems to
// be unavailable.
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from '@onboarding/domain';
import { createScreening, nextScreeningAt } from '@onboarding/domain/screening';
import type { Registry } from '@onboarding/platform/metrics';
import { openScreening, type ScreeningSettings } from '@onboarding/platform/screening';
import { createDueWork } from '../polling/due-work.ts';
import { screeningMetrics } from './metrics.ts';

/** The job ends after this time, although the run may continue. */
const RUN_MS = 120_000;
const POLL_AT_LEAST_EVERY_MS = 5_000;
const POLL_AT_MOST_EVERY_MS = 100;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

export interface ScreeningWork {
  run(): Promise<void>;
  /** Called on a notification: screens due packages now. */
  wake(): void;
  close(): Promise<void>;
}

export function openScreeningWork(
  settings: ScreeningSettings,
  context: Pick<Context, 'clock' | 'db' | 'keys' | 'logger'>,
  registry: Registry,
): ScreeningWork {
  const { logger, clock } = context;
  const metrics = screeningMetrics(registry, context);
  const provider = metrics.measured(openScreening(settings));
  const pause = createPause();
  const stopping = new AbortController();
  const screening = createScreening({
    context: { ...context, provider },
    signal: stopping.signal,
    onResult(result) {
      metrics.finished(result);
      if (result.clear + result.hit > 0) pause.forget();
    },
  });
  const work = createDueWork('screening', run, logger);
  const alarm = createAlarm(context, pause, stopping.signal, () => work.wake());

  async function run(): Promise<void> {
    try {
      if (pause.isOver(clock.now())) await screen();
    } finally {
      await alarm.set();
    }
  }

  async function screen(): Promise<void> {
    const { unavailable } = await screening.run();
    if (!unavailable) return;
    const until = pause.begin(clock.now());
    logger.warn({ provider: provider.name, until }, 'screening provider unavailable; screenings stay due');
  }

  return {
    run: () => Promise.race([work.run(), delay(RUN_MS, undefined, { ref: false })]),
    wake() {
      screening.look();
      work.wake();
    },
    async close() {
      stopping.abort();
      alarm.clear();
      await work.stop();
      // The last run may have set it again.
      alarm.clear();
      await provider.close();
    },
  };
}

/** Rings when the next screening is due, and at least every few seconds. */
function createAlarm(
  context: Pick<Context, 'clock' | 'db'>,
  pause: ReturnType<typeof createPause>,
  stopping: AbortSignal,
  ring: () => void,
) {
  let timer: NodeJS.Timeout | undefined;
  return {
    async set(): Promise<void> {
      clearTimeout(timer);
      if (stopping.aborted) return;
      const next = await nextScreeningAt(context).catch(() => undefined);
      const now = context.clock.now().getTime();
      const waitMs = next === undefined ? POLL_AT_LEAST_EVERY_MS : pause.laterOf(next).getTime() - now;
      timer = setTimeout(ring, Math.min(Math.max(waitMs, POLL_AT_MOST_EVERY_MS), POLL_AT_LEAST_EVERY_MS));
    },
    clear: () => clearTimeout(timer),
  };
}

/** Pauses that double each time, until a screening succeeds. */
function createPause() {
  let until = new Date(0);
  let lengthMs = FIRST_PAUSE_MS;
  return {
    isOver: (now: Date) => now >= until,
    laterOf: (time: Date) => (time > until ? time : until),
    begin(now: Date): Date {
      until = new Date(now.getTime() + lengthMs);
      lengthMs = Math.min(lengthMs * 2, LONGEST_PAUSE_MS);
      return until;
    },
    forget() {
      lengthMs = FIRST_PAUSE_MS;
    },
  };
}
