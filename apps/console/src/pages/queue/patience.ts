// A queue that is busy is asked again, a few times.
import { isBusy } from './views.ts';

/** The queue says that it is busy when every package that matches is being changed: most often for a moment only. */
export const PAUSES_MS = [400, 1_200, 3_000];

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Nothing was claimed by an attempt that found the queue busy, so asking again is safe; after any other failure it is not. */
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
