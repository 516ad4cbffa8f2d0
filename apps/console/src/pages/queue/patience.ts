// Retries a busy queue a few times.
import { isBusy } from './views.ts';

/** The queue is busy while every matching package is being changed, usually only for a moment. */
export const PAUSES_MS = [400, 1_200, 3_000];

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** An attempt that found the queue busy has claimed nothing, so a retry is safe; after any other failure it is not. */
export async function claimPatiently<T>(
  claim: () => Promise<T>,
  pause: (milliseconds: number) => Promise<void> = wait,
): Promise<T> {
  for (const milliseconds of PAUSES_MS) {
    try {
      return await claim();
    } catch (failure) {
      if (!isBusy(failure)) throw failure;
      await pause(milliseconds);
    }
  }
  return claim();
}
