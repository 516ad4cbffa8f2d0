// For how long a package is somebody's. Pure.
import type { Claim } from './move.ts';

const HOUR_MS = 3_600_000;

/** A claim without any sign of its analyst ends after this, and the package goes back to the queue. */
export const CLAIM_HOURS = 8;
/** A proposal waits for a second analyst, who may be asleep. */
export const PROPOSAL_HOURS = 7 * 24;

export function claimFor(accountId: string, now: Date, hours = CLAIM_HOURS): Claim {
  return { by: accountId, endsAt: claimEndsAt(now, hours) };
}

export function claimEndsAt(now: Date, hours = CLAIM_HOURS): Date {
  return new Date(now.getTime() + hours * HOUR_MS);
}
