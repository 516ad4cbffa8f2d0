// How a package of the queue is shown, and how the next one is claimed.
import { REVIEW_URGENT_PART } from '@onboarding/contract/limits';
import type { Tone } from '@onboarding/ui/tones';
import { lengthOf } from '@onboarding/ui/values';
import { isBusy } from './taking.ts';

/** The time left until a package's target, in words and in colour. */
export function dueOf(queuedAt: number, dueAt: number, now: number): { words: string; color: Tone } {
  const left = dueAt - now;
  if (left < 0) return { words: `${lengthOf(-left)} late`, color: 'danger' };
  const urgent = left < (dueAt - queuedAt) * REVIEW_URGENT_PART;
  return { words: `Due in ${lengthOf(left)}`, color: urgent ? 'warning' : 'neutral' };
}

/** As many as fit in a row; the package shows all. */
const FLAGS_SHOWN = 2;

export const splitFlags = <Flag>(flags: readonly Flag[]): { shown: Flag[]; more: Flag[] } => ({
  shown: flags.slice(0, FLAGS_SHOWN),
  more: flags.slice(FLAGS_SHOWN),
});

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

/** The package after the open one, so that a skipped one is not offered again at once; null if there is no other. */
export function nextToConfirm(items: readonly { customerId: string }[], open: string): string | null {
  const after = items.findIndex(({ customerId }) => customerId === open) + 1;
  const [next] = [...items.slice(after), ...items.slice(0, after)].filter(({ customerId }) => customerId !== open);
  return next?.customerId ?? null;
}
