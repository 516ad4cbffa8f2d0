// Finds the businesses affected by a change of a country list, and makes their flags due again: a flag unknown at approval
// returns an approved business to an analyst. Works in pages, each with its progress in one transaction, so that another
// worker can continue if one dies.
import { settled } from '@onboarding/platform/postgres';
import { listComparedPeople } from '../people/index.ts';
import { listComparedBusinesses } from '../profiles/index.ts';
import { holdOpenLook, noteProgress } from '../requirements/index.ts';
import { countriesOf } from './flag-rules.ts';
import type { FlagContext } from './flag-service.ts';
import { toFlaggedPackages } from './flagged-package.ts';
import { listPackagesAfter, lookAgain } from './flags-due-store.ts';

export const COUNTRY_LOOKS_QUEUE = 'reviews.countries';

const AT_A_TIME = 200;

export interface CountryCheck {
  looked: number;
  concerned: number;
  /** Whether this was the last page of a check. */
  finished: boolean;
}

/** Processes the next page of the oldest check that is not locked; undefined if there is none. */
export function lookForCountries(
  { db, clock }: Pick<FlagContext, 'db' | 'clock'>,
  limit = AT_A_TIME,
): Promise<CountryCheck | undefined> {
  return db.transaction(
    async (tx) => {
      const look = await holdOpenLook(tx);
      if (look === undefined) return undefined;
      const keys = await listPackagesAfter(tx, look, limit);
      const [businesses, people] = await settled([listComparedBusinesses(tx, keys), listComparedPeople(tx, keys)]);
      const meant = new Set(look.countries);
      const concerned = toFlaggedPackages(businesses, people).filter(
        (one) => !one.erased && countriesOf(one).some(({ country }) => meant.has(country)),
      );
      const now = clock.now();
      await lookAgain(
        tx,
        concerned.map(({ key }) => key),
        now,
      );
      const finished = keys.length < limit;
      const last = keys.at(-1) ?? { partnerId: look.afterPartner, customerId: look.afterCustomer };
      const progress = { looked: keys.length, concerned: concerned.length };
      await noteProgress(tx, {
        lookId: look.lookId,
        partnerId: last.partnerId,
        customerId: last.customerId,
        ...progress,
        finishedAt: finished ? now : null,
      });
      return { ...progress, finished };
    },
    { repeatable: true },
  );
}
