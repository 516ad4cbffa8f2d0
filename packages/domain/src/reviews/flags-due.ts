// When flags are computed, as the one time of a package's row says it. Pure.

/** Whoever has not written by then is thought to be dead; another takes the package up. */
export const FLAGS_LEASE_MS = 120_000;
/** When to try a package again that could not be worked on. */
export const FLAGS_AGAIN_MS = 600_000;

/**
 * Whether flags are still to be computed for what is known today: they are due, somebody is at it, or it is tried again soon.
 * A time further ahead is a day on which an identity is about to end, or ends: until then the flags are what they should be.
 */
export function areFlagsPending(dueAt: Date | null, now: Date): boolean {
  return dueAt !== null && dueAt.getTime() - now.getTime() <= Math.max(FLAGS_LEASE_MS, FLAGS_AGAIN_MS);
}
