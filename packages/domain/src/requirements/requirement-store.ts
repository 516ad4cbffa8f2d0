import type { DocumentCategory } from '@onboarding/contract';
import type { BusinessTypesRow, CountriesRow, RequirementSetsRow } from '@onboarding/database/tables';
import { settled, statement, type Tx } from '@onboarding/platform/postgres';
import { readCountryLists } from './country-list-store.ts';
import type { Catalogue, RequirementEntry, RequirementSet } from './requirement.ts';

type CountryRow = Pick<CountriesRow, 'countryCode' | 'name' | 'standing'>;

const COUNTRIES = statement<CountryRow>('reference_countries', 'select country_code, name, standing from countries');
type TypeRow = Pick<BusinessTypesRow, 'businessTypeCode'> & { documentCategories: DocumentCategory[] };

const BUSINESS_TYPES = statement<TypeRow>(
  'reference_business_types',
  `select business_type_code, coalesce(document_categories, '{}') as document_categories from business_types
   where status = 'Active'`,
);
type SetRow = Pick<RequirementSetsRow, 'requirementSetId' | 'countryCode' | 'version' | 'status' | 'retiredAt'> & {
  activatedAt: Date;
  entries: RequirementEntry[];
};

const REQUIREMENT_SETS = statement<SetRow>(
  'reference_requirement_sets',
  `select requirement_set_id, country_code, version, status, entries, activated_at, retired_at from requirement_sets
   where status = 'Active' or (status = 'Retired' and retired_at is not null)`,
);

export async function readReference(tx: Tx): Promise<Catalogue> {
  const [countries, { prohibited }, businessTypes, sets] = await settled([
    tx.rows(COUNTRIES, {}),
    readCountryLists(tx),
    tx.rows(BUSINESS_TYPES, {}),
    tx.rows(REQUIREMENT_SETS, {}),
  ]);
  const served = sets.filter((row) => !prohibited.has(row.countryCode));
  const active = served.filter((row) => row.status === 'Active');
  const retired = Map.groupBy(
    served.filter((row) => row.status === 'Retired'),
    (row) => row.countryCode,
  );
  const ruled = new Set(active.map((row) => row.countryCode));
  // A country with only retired rules is closed too: the previous release closes it that way.
  const isOpen = ({ countryCode: code, standing }: CountryRow) =>
    standing === 'Open' && !prohibited.has(code) && (ruled.has(code) || !retired.has(code));
  return {
    countries: new Map(countries.map((row) => [row.countryCode, row.name])),
    prohibited,
    open: new Set(countries.filter(isOpen).map((row) => row.countryCode)),
    businessTypes: new Map(businessTypes.map((row) => [row.businessTypeCode.toLowerCase(), row.businessTypeCode])),
    usualDocuments: new Map(businessTypes.map((row) => [row.businessTypeCode, row.documentCategories])),
    requirements: new Map(active.map((row) => [row.countryCode, toRequirementSet(row)])),
    retired: new Map([...retired].map(([country, rows]) => [country, rows.map(toRequirementSet)])),
  };
}

function toRequirementSet({ requirementSetId, version, entries, activatedAt, retiredAt }: SetRow): RequirementSet {
  const byType = new Map(entries.map((entry) => [entry.identityTypeCode, entry]));
  return { requirementSetId, version, entries: byType, activatedAt, retiredAt };
}
