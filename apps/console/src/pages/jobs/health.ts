// Whether background work gets done in time.

/** Workers count queues several times a minute. */
const STALE_MS = 2 * 60_000;
/** A job that waits longer than this is not taken in time. */
const LATE_MS = 5 * 60_000;

export const isLate = (waitingSince: string, now: number = Date.now()): boolean =>
  now - Date.parse(waitingSince) >= LATE_MS;

/** Whether nobody counts the queue any more, so that no worker is there. */
export const isUncounted = (countedAt: string, now: number = Date.now()): boolean =>
  now - Date.parse(countedAt) >= STALE_MS;

/** A job that does not say where it came from cannot be returned. */
export const canRetry = ({ queue }: { queue: string | null }, allowed: boolean): boolean => allowed && queue !== null;

export function dispatchersOf(dispatchers: readonly { alive: boolean; lastSeenAt: string }[]) {
  return {
    alive: dispatchers.filter((one) => one.alive).length,
    lastSeenAt: dispatchers
      .map(({ lastSeenAt }) => lastSeenAt)
      .sort()
      .at(-1),
  };
}

/** `ago`: when one was last ready. */
export const processWords = (running: number, ago: string): string =>
  running === 0 ? `Last seen ready ${ago}` : `${running} ready, last seen ${ago}`;
