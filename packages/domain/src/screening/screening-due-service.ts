// Screens all due packages, several at a time.
import { settled } from '@onboarding/platform/postgres';
import type { Context } from '../context.ts';
import { countDueScreenings, findNextScreening, leaseDueScreening } from './screening-due-store.ts';
import { type ScreeningContext, type ScreeningResult, screenCustomer } from './screening-service.ts';

/** Wakes a worker to screen, in case nothing else does. */
export const SCREENING_QUEUE = 'screening.run';

const AT_ONCE = 4;
const LEASE_MS = 3 * 60_000;
/** After this many consecutive failures, the provider is assumed to be unavailable. */
const PATIENCE = 4;

export interface DueScreening {
  context: ScreeningContext;
  signal: AbortSignal;
  /** No further package is started after this time. */
  endAt: number;
  onResult(result: ScreeningResult): void;
}

/** Returns whether the provider seems to be unavailable. Packages that were not started stay due. */
export async function screenAllDue({
  context,
  signal,
  endAt,
  onResult,
}: DueScreening): Promise<{ unavailable: boolean }> {
  let failures = 0;
  async function lane(): Promise<void> {
    while (!signal.aborted && failures < PATIENCE && performance.now() < endAt) {
      const now = context.clock.now();
      const until = new Date(now.getTime() + LEASE_MS);
      // Not retried when its outcome is unknown: an unused lease expires.
      const leased = await context.db.transaction((tx) => leaseDueScreening(tx, now, until));
      if (leased === undefined) return;
      const result = await screenCustomer(context, leased, signal);
      failures = result.outcome === 'Failed' ? failures + 1 : 0;
      onResult(result);
      const { partner_id: partnerId, customer_id: customerId } = leased;
      const { outcome, failure } = result;
      // Without the result: only analysts may know who has a hit.
      context.logger.debug({ partnerId, customerId, outcome, failure }, 'package screened');
    }
  }
  await settled(Array.from({ length: AT_ONCE }, lane));
  return { unavailable: failures >= PATIENCE };
}

/** Undefined when nothing waits. */
export function nextScreeningAt({ db }: Pick<Context, 'db'>): Promise<Date | undefined> {
  return db.transaction(findNextScreening, { readOnly: true });
}

/** How many packages wait to be screened, and how long the oldest has waited. */
export async function measureDueScreenings({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const { due, oldest } = await db.transaction(countDueScreenings, { readOnly: true });
  const oldestSeconds = oldest === null ? 0 : Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1000);
  return { due, oldestSeconds };
}
