// Reference data as requests use it: small, the same for everybody, held in memory and read again now and then.
import type { Clock } from '@onboarding/platform/ids';
import type { Db } from '@onboarding/platform/postgres';
import type { Catalogue } from './requirement.ts';
import { readReference } from './requirement-store.ts';

export interface CatalogueSource {
  current(): Promise<Catalogue>;
}

/** From then on a new one is read beside the requests. */
const FRESH_FOR_MS = 15_000;
/** From then on a request waits for it: what an operator changed counts everywhere within this time. */
const GOOD_FOR_MS = 30_000;

/**
 * Serves the catalogue it holds and reads a new one beside the requests, so that hardly any request waits for it, and a
 * database that is away for a moment does not take the vocabulary along.
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
      // What is held stays good; the next request tries again, and none waits again for a while.
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
