// When flags are computed, according to the due time in a package's row. Pure.

/** After this time a worker counts as dead, and another leases the package. */
export const FLAGS_LEASE_MS = 120_000;
/** When to retry a package that failed. */
export const FLAGS_AGAIN_MS = 600_000;

/**
 * Whether flags still have to be computed for today's data: due, in progress, or about to be retried. A later time is a day
 * on which an identity is about to expire, or expires; until then, the flags are current.
 */
export function areFlagsPending(dueAt: Date | null, now: Date): boolean {
  return dueAt !== null && dueAt.getTime() - now.getTime() <= Math.max(FLAGS_LEASE_MS, FLAGS_AGAIN_MS);
}
