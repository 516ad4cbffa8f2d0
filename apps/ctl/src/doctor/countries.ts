// Checks that there is a decision on every country: no production process starts before.
import { missingDecisions, readCountryLists } from '@onboarding/domain/requirements';
import { withDatabase } from '@onboarding/platform/command';
import { type Check, fault, good } from './check.ts';

export function countriesCheck(url: string): Check {
  return {
    about: 'countries',
    look: () =>
      withDatabase('doctor', url, async (db) => {
        const { prohibited, undecided, highRisk } = await db.transaction(readCountryLists, { readOnly: true });
        if (undecided.length === 0)
          return [good(`all decisions made: ${prohibited.size} prohibited, ${highRisk.size} high-risk`)];
        const { found, cure } = missingDecisions(undecided);
        return [fault(found, cure)];
      }),
  };
}
