// Reference data for requests: small, the same for everyone, cached in memory and refreshed regularly.
import type { Clock } from '@onboarding/platform/ids';
import type { Db } from '@onboarding/platform/postgres';
import type { Catalogue } from './requirement.ts';
import { readReference } from './requirement-store.ts';

export interface CatalogueSource {
  current(): Promise<Catalogue>;
}

/** After this time it is refreshed in the background. */
const FRESH_FOR_MS = 15_000;
/** After this time, requests wait for the refresh, so that an operator's change applies everywhere within this time. */
const GOOD_FOR_MS = 30_000;

/**
 * Serves the cached catalogue and refreshes it in the background, so that hardly any request waits for it, and a short outage
 * of the database does not affect it.
 */
export function createCatalogueSource(db: Db, clock: Clock): CatalogueSource {
  let held: Catalogue | undefined;
  let readAt = 0;
  let reading: Promise<Catalogue> | undefined;

  async function read(): Promise<Catalogue> {
    try {
      held = await db.transaction(readReference, { readOnly: true });
      readAt = clock.now().getTime();
      return held;
    } catch (error) {
      if (held === undefined) throw error;
      // The cached one remains valid; later requests retry in the background without waiting.
      readAt = clock.now().getTime() - FRESH_FOR_MS;
      return held;
    } finally {
      reading = undefined;
    }
  }
  return {
    async current() {
      const age = clock.now().getTime() - readAt;
      if (held !== undefined && age < FRESH_FOR_MS) return held;
      reading ??= read();
      if (held === undefined || age >= GOOD_FOR_MS) return reading;
      return held;
    },
  };
}
