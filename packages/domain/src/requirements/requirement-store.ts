import type { BusinessTypesRow, CountriesRow, RequirementSetsRow } from '@onboarding/database/tables';
import { settled, statement, type Tx } from '@onboarding/platform/postgres';
import type { Catalogue, RequirementEntry, RequirementSet } from './requirement.ts';

const COUNTRIES = statement<Pick<CountriesRow, 'country_code'>>(
  'reference_countries',
  'select country_code from countries',
);
const BUSINESS_TYPES = statement<Pick<BusinessTypesRow, 'business_type_code'>>(
  'reference_business_types',
  `select business_type_code from business_types where status = 'Active'`,
);
type SetRow = Pick<RequirementSetsRow, 'requirement_set_id' | 'country_code' | 'version' | 'status' | 'retired_at'> & {
  activated_at: Date;
  entries: RequirementEntry[];
};

const REQUIREMENT_SETS = statement<SetRow>(
  'reference_requirement_sets',
  `select requirement_set_id, country_code, version, status, entries, activated_at, retired_at from requirement_sets
   where status = 'Active' or (status = 'Retired' and retired_at is not null)`,
);

export async function readReference(tx: Tx): Promise<Catalogue> {
  const [countries, businessTypes, sets] = await settled([
    tx.rows(COUNTRIES, []),
    tx.rows(BUSINESS_TYPES, []),
    tx.rows(REQUIREMENT_SETS, []),
  ]);
  const active = sets.filter((row) => row.status === 'Active');
  const retired = Map.groupBy(
    sets.filter((row) => row.status === 'Retired'),
    (row) => row.country_code,
  );
  return {
    countries: new Set(countries.map((row) => row.country_code)),
    businessTypes: new Map(businessTypes.map((row) => [row.business_type_code.toLowerCase(), row.business_type_code])),
    requirements: new Map(active.map((row) => [row.country_code, toRequirementSet(row)])),
    retired: new Map([...retired].map(([country, rows]) => [country, rows.map(toRequirementSet)])),
  };
}

function toRequirementSet(row: SetRow): RequirementSet {
  return {
    requirementSetId: row.requirement_set_id,
    version: row.version,
    entries: new Map(row.entries.map((entry) => [entry.identityTypeCode, entry])),
    activatedAt: row.activated_at,
    retiredAt: row.retired_at,
  };
}
