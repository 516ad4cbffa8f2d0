// Reference data as requests use it: small, the same for everybody, held in memory and read again now and then.
import type { Clock } from '@onboarding/platform/ids';
import type { Db } from '@onboarding/platform/postgres';
import type { Catalogue } from './requirement.ts';
import { readReference } from './requirement-store.ts';

export interface CatalogueSource {
  current(): Promise<Catalogue>;
}

const FRESH_FOR_MS = 30_000;

/**
 * Serves the catalogue it holds and reads a new one beside the requests, so that no request but the very first waits for
 * it, and a database that is away for a moment does not take the vocabulary along.
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
    } finally {
      reading = undefined;
    }
  }
  return {
    async current() {
      if (held !== undefined && clock.now().getTime() - readAt < FRESH_FOR_MS) return held;
      reading ??= read();
      if (held === undefined) return reading;
      // Whoever fails here is asked again by the next request; what is held stays good.
      reading.catch(() => {});
      return held;
    },
  };
}
