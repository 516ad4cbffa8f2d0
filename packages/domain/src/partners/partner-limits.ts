// What partners may do per second where it differs from everybody else, held in memory and read again now and then.
import type { Clock } from '@onboarding/platform/ids';
import type { Db } from '@onboarding/platform/postgres';
import { listPartnerLimits } from './partner-limits-store.ts';

/** Null where a partner is like all others. */
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
 * Read beside the requests, so that none but the very first waits for it. When the database is away, what was read last
 * counts on; if that is nothing, partners are all alike until the next look.
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
          row.partner_id,
          { reads: row.reads_per_second, writes: row.writes_per_second, uploadLinks: row.upload_links_per_second },
        ]),
      );
    } catch {
      // The requests themselves will tell that the database is away.
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
