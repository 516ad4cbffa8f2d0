// Partners' own rate limits, cached in memory and refreshed regularly.
import type { Clock } from '@onboarding/platform/ids';
import type { Db } from '@onboarding/platform/postgres';
import { listPartnerLimits } from './partner-store.ts';

/** Null if the default applies. */
export interface PartnerLimits {
  reads: number | null;
  writes: number | null;
  uploadLinks: number | null;
}

export interface PartnerLimitsSource {
  of(partnerId: string): Promise<PartnerLimits | undefined>;
}

const FRESH_FOR_MS = 30_000;

/**
 * Refreshed in the background, so that only the first request waits. While the database is unavailable, the last known limits
 * apply or, if there are none, the defaults until the next refresh.
 */
export function createPartnerLimitsSource(db: Db, clock: Clock): PartnerLimitsSource {
  let held: Map<string, PartnerLimits> | undefined;
  let readAt = 0;
  let reading: Promise<void> | undefined;

  async function read(): Promise<void> {
    try {
      const rows = await db.transaction(listPartnerLimits, { readOnly: true });
      held = new Map(
        rows.map((row) => [
          row.partnerId,
          { reads: row.readsPerSecond, writes: row.writesPerSecond, uploadLinks: row.uploadLinksPerSecond },
        ]),
      );
    } catch {
      // The requests themselves will report that the database is unavailable.
      held ??= new Map();
    } finally {
      readAt = clock.now().getTime();
      reading = undefined;
    }
  }
  return {
    async of(partnerId) {
      if (held === undefined || Math.abs(clock.now().getTime() - readAt) > FRESH_FOR_MS) {
        reading ??= read();
        if (held === undefined) await reading;
      }
      return held?.get(partnerId);
    },
  };
}
