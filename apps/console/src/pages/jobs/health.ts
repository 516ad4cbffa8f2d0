// Whether background work is processed in time.

/** Workers count queues several times a minute. */
const STALE_MS = 2 * 60_000;
/** A job that waits longer than this is late. */
const LATE_MS = 5 * 60_000;

export const isLate = (waitingSince: string, now: number = Date.now()): boolean =>
  now - Date.parse(waitingSince) >= LATE_MS;

/** Whether the queue is no longer counted, which means that no worker is running. */
export const isUncounted = (countedAt: string, now: number = Date.now()): boolean =>
  now - Date.parse(countedAt) >= STALE_MS;

/** A job without a known queue cannot be returned. */
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

/** `ago`: when a process was last ready. */
export const processWords = (running: number, ago: string): string =>
  running === 0 ? `Last seen ready ${ago}` : `${running} ready, last seen ${ago}`;
