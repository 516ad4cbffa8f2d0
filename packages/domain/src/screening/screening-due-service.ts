// Screens all due packages, several concurrently, with partners taking turns.
import { createSharedWork } from '@onboarding/platform/shared-work';
import type { Context } from '../context.ts';
import { BEFORE_FIRST_PARTNER } from '../review-state/index.ts';
import {
  countDueScreenings,
  findNextScreening,
  type LeasedScreening,
  leaseDueScreenings,
} from './screening-due-store.ts';
import { type ScreeningContext, type ScreeningResult, screenCustomer } from './screening-service.ts';

/** Wakes a worker to screen, as a fallback. */
export const SCREENING_QUEUE = 'screening.run';

const AT_ONCE = 5;
/** Leaves a slot for another partner, no matter how many packages one has. */
const OF_EACH = 4;
const LEASE_MS = 3 * 60_000;
/** After this many consecutive failures, the provider is assumed to be unavailable. */
const PATIENCE = 4;

export interface DueScreening {
  context: ScreeningContext;
  signal: AbortSignal;
  onResult(result: ScreeningResult): void;
}

export interface Screening {
  /** Returns whether the provider seems to be unavailable. Packages that were not started remain due. */
  run(): Promise<{ unavailable: boolean }>;
  /** Call when more packages may be due: a run in progress checks again. */
  look(): void;
}

export function createScreening({ context, signal, onResult }: DueScreening): Screening {
  let failures = 0;
  let after = BEFORE_FIRST_PARTNER;

  async function take(partners: number, full: readonly string[]): Promise<LeasedScreening[]> {
    if (signal.aborted || failures >= PATIENCE) return [];
    const now = context.clock.now();
    const terms = { now, until: new Date(now.getTime() + LEASE_MS), after, partners, full };
    // Not retried if its outcome is unknown: an unused lease expires.
    const leased = await context.db.transaction((tx) => leaseDueScreenings(tx, terms));
    after = leased.at(-1)?.partnerId ?? after;
    return leased;
  }

  async function work(leased: LeasedScreening): Promise<void> {
    const result = await screenCustomer(context, leased, signal);
    failures = result.outcome === 'Failed' ? failures + 1 : 0;
    onResult(result);
    const { partnerId, customerId } = leased;
    const { outcome, failure } = result;
    // Omits the result: only analysts may know who has a hit.
    context.logger.debug({ partnerId, customerId, outcome, failure }, 'package screened');
  }

  const ownerOf = ({ partnerId }: LeasedScreening) => partnerId;
  const shared = createSharedWork({ atOnce: AT_ONCE, ofEach: OF_EACH, ownerOf, take, work });
  return {
    async run() {
      failures = 0;
      await shared.run();
      return { unavailable: failures >= PATIENCE };
    },
    look: shared.look,
  };
}

/** Undefined if no package is waiting. */
export function nextScreeningAt({ db }: Pick<Context, 'db'>): Promise<Date | undefined> {
  return db.transaction(findNextScreening, { readOnly: true });
}

/** The number of packages that wait to be screened, and the age of the oldest. */
export async function measureDueScreenings({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const { due, oldest } = await db.transaction(countDueScreenings, { readOnly: true });
  const oldestSeconds = oldest === null ? 0 : Math.max(0, (clock.now().getTime() - oldest.getTime()) / 1000);
  return { due, oldestSeconds };
}
