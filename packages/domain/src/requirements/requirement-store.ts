import type { BusinessTypesRow, CountriesRow, RequirementSetsRow } from '@onboarding/database/tables';
import { settled, statement, type Tx } from '@onboarding/platform/postgres';
import type { Catalogue, RequirementEntry } from './requirement.ts';

const COUNTRIES = statement<Pick<CountriesRow, 'country_code'>>(
  'reference_countries',
  'select country_code from countries',
);
const BUSINESS_TYPES = statement<Pick<BusinessTypesRow, 'business_type_code'>>(
  'reference_business_types',
  `select business_type_code from business_types where status = 'Active'`,
);
const REQUIREMENT_SETS = statement<
  Pick<RequirementSetsRow, 'requirement_set_id' | 'country_code' | 'version'> & { entries: RequirementEntry[] }
>(
  'reference_requirement_sets',
  `select requirement_set_id, country_code, version, entries from requirement_sets where status = 'Active'`,
);

export async function readReference(tx: Tx): Promise<Catalogue> {
  const [countries, businessTypes, sets] = await settled([
    tx.rows(COUNTRIES, []),
    tx.rows(BUSINESS_TYPES, []),
    tx.rows(REQUIREMENT_SETS, []),
  ]);
  return {
    countries: new Set(countries.map((row) => row.country_code)),
    businessTypes: new Map(businessTypes.map((row) => [row.business_type_code.toLowerCase(), row.business_type_code])),
    requirements: new Map(
      sets.map((row) => [
        row.country_code,
        {
          requirementSetId: row.requirement_set_id,
          version: row.version,
          entries: new Map(row.entries.map((entry) => [entry.identityTypeCode, entry])),
        },
      ]),
    ),
  };
}
