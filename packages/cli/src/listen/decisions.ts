// Waits for a review, and reports each status.
import { setTimeout as delay } from 'node:timers/promises';
import type { OnboardingClient, VerificationStatus } from '@onboarding/sdk';
import { CliFailure, EXIT } from '../failure.ts';

const LOOK_EVERY_MS = 1_000;

export const DECIDED: readonly string[] = ['Approved', 'Rejected', 'ChangesRequested'];

export interface Waiting {
  /** Ends with any of these. */
  statuses: readonly string[];
  timeoutMs: number;
  signal: AbortSignal;
  onStatus?: (status: VerificationStatus) => void;
}

export async function waitForStatus(
  client: OnboardingClient,
  customerId: string,
  { statuses, timeoutMs, signal, onStatus }: Waiting,
): Promise<VerificationStatus> {
  const deadline = performance.now() + timeoutMs;
  let last: string | undefined;
  for (;;) {
    const status = await client.readVerificationStatus(customerId, { signal });
    if (status.verificationStatus !== last) onStatus?.(status);
    last = status.verificationStatus;
    if (statuses.includes(last)) return status;
    if (performance.now() >= deadline)
      throw new CliFailure(`The business is still ${last} after ${timeoutMs / 1000} s.`, EXIT.timedOut);
    await delay(Math.min(LOOK_EVERY_MS, Math.max(0, deadline - performance.now())), undefined, { signal });
  }
}
