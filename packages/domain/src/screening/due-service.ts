// Screens everybody who is due, several packages at a time.
import { settled } from '@onboarding/platform/postgres';
import type { Context } from '../context.ts';
import { countDueScreenings, findNextScreening, leaseDueScreening } from '../reviews/index.ts';
import { type ScreeningContext, type ScreeningResult, screenCustomer } from './screening-service.ts';

/** Wakes whoever screens, should nobody else have. */
export const SCREENING_QUEUE = 'screening.run';

const AT_ONCE = 4;
const LEASE_MS = 3 * 60_000;
/** So many failures without a success between them are no longer those of single packages. */
const PATIENCE = 4;

export interface DueScreening {
  context: ScreeningContext;
  signal: AbortSignal;
  /** No further package is begun after this time. */
  endAt: number;
  onResult(result: ScreeningResult): void;
}

/** Tells whether the provider seems to be away. What was not begun then is still due. */
export async function screenAllDue({ context, signal, endAt, onResult }: DueScreening): Promise<{ away: boolean }> {
  let failures = 0;
  async function lane(): Promise<void> {
    while (!signal.aborted && failures < PATIENCE && performance.now() < endAt) {
      const now = context.clock.now();
      const until = new Date(now.getTime() + LEASE_MS);
      // Not repeated when its outcome is unknown: a lease that nobody knows of runs out.
      const leased = await context.db.transaction((tx) => leaseDueScreening(tx, now, until));
      if (leased === undefined) return;
      const result = await screenCustomer(context, leased, signal);
      failures = result.outcome === 'Failed' ? failures + 1 : 0;
      onResult(result);
      const { partner_id: partnerId, customer_id: customerId } = leased;
      const { outcome, failure } = result;
      // Without what came of it: whom there is a hit about is for analysts alone.
      context.logger.debug({ partnerId, customerId, outcome, failure }, 'package screened');
    }
  }
  await settled(Array.from({ length: AT_ONCE }, lane));
  return { away: failures >= PATIENCE };
}

/** Undefined when nobody waits. */
export function nextScreeningAt({ db }: Pick<Context, 'db'>): Promise<Date | undefined> {
  return db.transaction(findNextScreening, { readOnly: true });
}

/** How many packages wait to be screened, and for how long the oldest has. */
export async function measureDueScreenings({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const { due, oldest } = await db.transaction(countDueScreenings, { readOnly: true });
  const oldestSeconds = oldest === null ? 0 : Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1000);
  return { due, oldestSeconds };
}
