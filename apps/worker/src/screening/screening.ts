// What the role `screening` does: it asks as soon as it is told that somebody may wait, looks again when the next try is due,
// and leaves a provider alone for a while that seems to be away.
import type { Context } from '@onboarding/domain';
import { nextScreeningAt, screenAllDue } from '@onboarding/domain/screening';
import { DISPATCHER_CHANNEL } from '@onboarding/domain/webhooks';
import type { Registry } from '@onboarding/platform/metrics';
import { openListener } from '@onboarding/platform/postgres';
import { openScreening, type ScreeningSettings } from '@onboarding/platform/screening';
import { createDueWork } from '../due-work.ts';
import { screeningMetrics } from './metrics.ts';

/** One run ends after this, so that the job that has called for it does; the next begins at once. */
const RUN_MS = 120_000;
const LOOK_AT_LEAST_EVERY_MS = 5_000;
const LOOK_AT_MOST_EVERY_MS = 100;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 60_000;

export interface ScreeningWork {
  run(): Promise<void>;
  /** From now on who waits is screened as soon as it is told of. */
  listen(): void;
  close(): Promise<void>;
}

export function openScreeningWork(
  settings: ScreeningSettings,
  url: string,
  context: Pick<Context, 'clock' | 'db' | 'keys' | 'logger'>,
  registry: Registry,
  onHit: () => void,
): ScreeningWork {
  const { logger, clock } = context;
  const metrics = screeningMetrics(registry, context);
  const provider = metrics.measured(openScreening(settings));
  const pause = createPause();
  const work = createDueWork('screening', run, logger);
  let alarm: NodeJS.Timeout | undefined;
  let ear: ReturnType<typeof openListener> | undefined;
  let closed = false;

  async function run(signal: AbortSignal): Promise<void> {
    try {
      if (pause.isOver(clock.now())) await screen(signal);
    } finally {
      await setAlarm();
    }
  }

  async function screen(signal: AbortSignal): Promise<void> {
    const endAt = performance.now() + RUN_MS;
    const { away } = await screenAllDue({
      context: { ...context, provider },
      signal,
      endAt,
      onResult(result) {
        metrics.finished(result);
        if (result.clear + result.hit > 0) pause.forget();
        // Whoever computes flags waits on the same channel.
        if (result.hit > 0) onHit();
      },
    });
    if (!away) return;
    const until = pause.begin(clock.now());
    logger.warn({ provider: provider.name, until }, 'the screening provider gives no answers; everybody stays due');
  }

  async function setAlarm(): Promise<void> {
    clearTimeout(alarm);
    if (closed) return;
    const next = await nextScreeningAt(context).catch(() => undefined);
    const waitMs = next === undefined ? LOOK_AT_LEAST_EVERY_MS : pause.laterOf(next).getTime() - clock.now().getTime();
    alarm = setTimeout(() => work.wake(), Math.min(Math.max(waitMs, LOOK_AT_MOST_EVERY_MS), LOOK_AT_LEAST_EVERY_MS));
  }

  return {
    run: () => work.run(),
    listen() {
      ear = openListener({ url, channel: DISPATCHER_CHANNEL, logger, onNotified: () => work.wake() });
    },
    async close() {
      closed = true;
      clearTimeout(alarm);
      await Promise.all([ear?.close(), work.stop()]);
      clearTimeout(alarm);
      await provider.close();
    },
  };
}

/** Longer each time, until somebody is answered about. */
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
