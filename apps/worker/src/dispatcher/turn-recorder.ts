// Records turns that end at about the same time together.
import { setTimeout as delay } from 'node:timers/promises';
import { type FinishedTurn, lookForMore, recordTurns } from '@onboarding/domain/webhooks';
import { createBatcher } from '@onboarding/platform/batching';
import { AmbiguousCommit, DatabaseUnavailable, isTransient } from '@onboarding/platform/postgres';
import type { Signal } from './signal.ts';
import type { DispatcherParts } from './tuning.ts';

const TURNS_AT_A_TIME = 50;
const GROUPS_AT_ONCE = 2;

export type RecordTurn = (turn: FinishedTurn) => Promise<void>;

interface Recorder extends DispatcherParts {
  lanes: Pick<Signal, 'wake'>;
}

export function createTurnRecorder(parts: DispatcherParts, lanes: Pick<Signal, 'wake'>): RecordTurn {
  const recorder = { ...parts, lanes };
  const { logger } = parts.context;
  return createBatcher(
    async (turns: FinishedTurn[]) => {
      try {
        await recordGroup(recorder, turns);
      } catch (error) {
        logger.warn({ err: error, turns: turns.length }, 'turns could not be recorded together; recording one by one');
        await recordApart(recorder, turns);
      }
      return turns.map(() => undefined);
    },
    { maxItems: TURNS_AT_A_TIME, runsAtOnce: GROUPS_AT_ONCE },
  );
}

/** The lanes are released before checking for more: a wake-up during the lease had no effect. */
async function recordGroup(recorder: Recorder, turns: FinishedTurn[]): Promise<void> {
  const { context, metrics, timings, portalUrl, schedule, faultPoint, lanes } = recorder;
  const { db, clock } = context;
  const now = clock.now();
  const releasedUntil = new Date(now.getTime() + timings.releaseMs);
  await insist(recorder, () =>
    db.transaction((tx) => recordTurns(tx, context, turns, { now, releasedUntil, portalUrl, schedule }), {
      repeatable: true,
    }),
  );
  metrics.recorded(turns.length);
  await faultPoint('recorded');
  const partnerIds = [...new Set(turns.map(({ lane }) => lane.partnerId))];
  await insist(recorder, async () => {
    const terms = { now: clock.now(), releasedUntil };
    const due = await db.transaction((tx) => lookForMore(tx, partnerIds, terms), { repeatable: true });
    if (due > 0) lanes.wake();
  });
}

/** Retries as long as the database is unavailable: only this process knows what was sent. */
async function insist({ context, timings }: Recorder, work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      context.logger.warn({ err: error }, 'turns could not be recorded; retrying');
      await delay(timings.tryAgainMs);
    }
  }
}

/** One turn that cannot be recorded must not block the others. */
async function recordApart(recorder: Recorder, turns: FinishedTurn[]): Promise<void> {
  for (const turn of turns) {
    try {
      await recordGroup(recorder, [turn]);
    } catch (error) {
      recorder.context.logger.error(
        { err: error, partnerId: turn.lane.partnerId },
        'turn could not be recorded; retrying without excerpts',
      );
      await recordWithoutExcerpts(recorder, turn);
    }
  }
}

/**
 * The excerpt is the only part written by the receiver. If recording still fails without it, the delivery is sent again
 * when the lease expires.
 */
async function recordWithoutExcerpts(recorder: Recorder, turn: FinishedTurn): Promise<void> {
  const attempts = turn.attempts.map((attempt) => ({ ...attempt, excerpt: null }));
  try {
    await recordGroup(recorder, [{ ...turn, attempts }]);
  } catch (error) {
    const { partnerId } = turn.lane;
    recorder.context.logger.error({ err: error, partnerId }, 'turn given up; its deliveries will be repeated');
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || error instanceof AmbiguousCommit || isTransient(error);
}
