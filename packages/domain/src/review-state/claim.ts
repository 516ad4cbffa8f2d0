// The duration of claims. Pure.
import { CLAIM_HOURS, HOUR_MS, PROPOSAL_DAYS } from '@onboarding/contract';
import type { Claim } from './move.ts';

/** A proposal waits for a second analyst, who may be in another time zone. */
export const PROPOSAL_HOURS = PROPOSAL_DAYS * 24;

export function claimFor(accountId: string, now: Date, hours = CLAIM_HOURS): Claim {
  return { by: accountId, endsAt: claimEndsAt(now, hours) };
}

export function claimEndsAt(now: Date, hours = CLAIM_HOURS): Date {
  return new Date(now.getTime() + hours * HOUR_MS);
}
