// Statements of operators, in the console and by command; only their role and the owner role may change this data.
import type { CountryStanding } from '@onboarding/contract';
import type { BusinessTypesRow, RequirementSetsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { RequirementEntry } from './requirement.ts';

// Serialises changes to the sets of a country. Does not lock its row, which would require the right to change it.
const LOCK_COUNTRY = statement<{ countryCode: string }, { country: string }>(
  'country_lock',
  `select country_code, pg_advisory_xact_lock(hashtextextended('onboarding.requirements ' || country_code, 0))
   from countries where country_code = :country`,
);
// Unlike now(), which is the start of the transaction: it may have waited for another operator's change since.
const MOMENT = statement<{ moment: Date }>('reference_moment', 'select clock_timestamp() as moment');

export async function lockCountry(tx: Tx, country: string): Promise<boolean> {
  return (await tx.rows(LOCK_COUNTRY, { country })).length === 1;
}

export async function readMoment(tx: Tx): Promise<Date> {
  const [row] = await tx.rows(MOMENT, {});
  if (row === undefined) throw new Error('The database has no time');
  return row.moment;
}

export type SetSummaryRow = Pick<
  RequirementSetsRow,
  'countryCode' | 'version' | 'status' | 'createdAt' | 'activatedAt' | 'retiredAt'
> & { documents: number; general: boolean };

const LIST_SETS = statement<SetSummaryRow, { country: string | null }>(
  'requirement_sets_list',
  `select country_code, version, status, created_at, activated_at, retired_at, jsonb_array_length(entries) as documents,
     entries @> '[{"general": true}]' as general
   from requirement_sets where :country::text is null or country_code = :country order by country_code, version`,
);

export function listSets(tx: Tx, country: string | undefined): Promise<SetSummaryRow[]> {
  return tx.rows(LIST_SETS, { country: country ?? null });
}

export interface RuledCountryRow {
  countryCode: string;
  name: string;
  activeVersion: number | null;
  activeSince: Date | null;
  documents: number;
  general: boolean;
  drafts: number;
  standing: CountryStanding;
  decidedAt: Date | null;
  decidedBy: string | null;
}

const LIST_COUNTRIES = statement<RuledCountryRow>(
  'ruled_countries_list',
  `select c.country_code, c.name, a.version as active_version, a.activated_at as active_since,
     coalesce(jsonb_array_length(a.entries), 0) as documents, coalesce(a.entries @> '[{"general": true}]', false) as general,
     (select count(*) from requirement_sets d where d.country_code = c.country_code and d.status = 'Draft') as drafts,
     c.standing, c.decided_at, c.decided_by
   from countries c left join requirement_sets a on a.country_code = c.country_code and a.status = 'Active'
   order by c.name, c.country_code`,
);
const FIND_COUNTRY = statement<{ name: string }, { country: string }>(
  'country_find',
  'select name from countries where country_code = :country',
);

export function listCountryRows(tx: Tx): Promise<RuledCountryRow[]> {
  return tx.rows(LIST_COUNTRIES, {});
}

export async function findCountryName(tx: Tx, country: string): Promise<string | undefined> {
  return (await tx.rows(FIND_COUNTRY, { country }))[0]?.name;
}

export type ActiveSetRow = Pick<RequirementSetsRow, 'countryCode' | 'version'> & { entries: RequirementEntry[] };

const LIST_ACTIVE = statement<ActiveSetRow, { country: string | null }>(
  'requirement_sets_list_active',
  `select country_code, version, entries from requirement_sets
   where status = 'Active' and (:country::text is null or country_code = :country) order by country_code`,
);

export function listActiveSets(tx: Tx, country: string | undefined): Promise<ActiveSetRow[]> {
  return tx.rows(LIST_ACTIVE, { country: country ?? null });
}

export type SetRow = Pick<RequirementSetsRow, 'version' | 'status'> & {
  entries: RequirementEntry[];
  /** The active version, if any, and whether its content is the same. */
  activeVersion: number | null;
  sameAsActive: boolean | null;
};

const FIND_SET = statement<SetRow, { country: string; version: number }>(
  'requirement_set_find',
  `select s.version, s.status, s.entries, a.version as active_version, a.entries = s.entries as same_as_active
   from requirement_sets s
   left join requirement_sets a on a.country_code = s.country_code and a.status = 'Active'
   where s.country_code = :country and s.version = :version`,
);

export async function findSet(tx: Tx, country: string, version: number): Promise<SetRow | undefined> {
  return (await tx.rows(FIND_SET, { country, version }))[0];
}

const INSERT_DRAFT = statement<{ version: number }, { country: string; entries: string }>(
  'requirement_set_insert',
  `insert into requirement_sets (country_code, version, status, entries)
   select :country, coalesce(max(version), 0) + 1, 'Draft', :entries::jsonb
   from requirement_sets where country_code = :country
   returning version`,
);
const RETIRE_ACTIVE = statement<{ version: number }, { country: string; moment: Date }>(
  'requirement_set_retire',
  `update requirement_sets set status = 'Retired', retired_at = :moment
   where country_code = :country and status = 'Active'
   returning version`,
);
const ACTIVATE_DRAFT = statement<never, { country: string; version: number; moment: Date }>(
  'requirement_set_activate',
  `update requirement_sets set status = 'Active', activated_at = :moment
   where country_code = :country and version = :version and status = 'Draft'`,
);
const ACTIVATE_COPY = statement<{ version: number }, { country: string; version: number; moment: Date }>(
  'requirement_set_copy',
  `insert into requirement_sets (country_code, version, status, entries, activated_at)
   select country_code, (select max(version) + 1 from requirement_sets where country_code = :country), 'Active', entries,
     :moment
   from requirement_sets where country_code = :country and version = :version
   returning version`,
);

export async function insertDraft(tx: Tx, country: string, entries: RequirementEntry[]): Promise<number> {
  return onlyVersion(await tx.rows(INSERT_DRAFT, { country, entries: JSON.stringify(entries) }));
}

/** Returns the previously active version, if any. */
export async function retireActive(tx: Tx, country: string, moment: Date): Promise<number | undefined> {
  return (await tx.rows(RETIRE_ACTIVE, { country, moment }))[0]?.version;
}

export async function activateDraft(tx: Tx, country: string, version: number, moment: Date): Promise<void> {
  await tx.rows(ACTIVATE_DRAFT, { country, version, moment });
}

/** Returns the new version. */
export async function activateCopy(tx: Tx, country: string, version: number, moment: Date): Promise<number> {
  return onlyVersion(await tx.rows(ACTIVATE_COPY, { country, version, moment }));
}

function onlyVersion([row]: { version: number }[]): number {
  if (row === undefined) throw new Error('A set of requirements was not written');
  return row.version;
}

export interface StandingChange {
  country: string;
  standing: Exclude<CountryStanding, 'New'>;
  by: string;
  now: Date;
}

const SET_STANDING = statement<{ countryCode: string }, StandingChange>(
  'country_set_standing',
  `update countries set standing = :standing, decided_at = :now, decided_by = :by
   where country_code = :country and standing <> :standing returning country_code`,
);
// The last active version or, in a country that was never open, the newest draft.
const FIND_OPENING = statement<{ version: number }, { country: string }>(
  'requirement_set_find_opening',
  `select version from requirement_sets where country_code = :country
   order by (status = 'Active') desc, retired_at desc nulls last, version desc limit 1`,
);
const LIST_NEW = statement<{ countryCode: string }>(
  'countries_list_new',
  `select country_code from countries c where standing = 'New' and not exists (select from country_lists l
     where l.country_code = c.country_code and l.list = 'Prohibited' and l.standing <> 'Unlisted')
   order by country_code`,
);

/** Returns false if the country already has that standing. */
export async function setStanding(tx: Tx, change: StandingChange): Promise<boolean> {
  return (await tx.rows(SET_STANDING, change)).length === 1;
}

export async function findOpeningVersion(tx: Tx, country: string): Promise<number | undefined> {
  return (await tx.rows(FIND_OPENING, { country }))[0]?.version;
}

/** Countries that were never opened or closed, excluding those that are not served. */
export async function listNewCountries(tx: Tx): Promise<string[]> {
  return (await tx.rows(LIST_NEW, {})).map((row) => row.countryCode);
}

const SELECT_TYPES = 'select business_type_code, status, document_categories from business_types';

const LIST_TYPES = statement<BusinessTypesRow>('business_types_list', `${SELECT_TYPES} order by business_type_code`);
const FIND_TYPE = statement<BusinessTypesRow, { name: string }>(
  'business_type_find',
  `${SELECT_TYPES} where lower(business_type_code) = lower(:name) for update`,
);
const INSERT_TYPE = statement<{ businessTypeCode: string }, { name: string }>(
  'business_type_insert',
  'insert into business_types (business_type_code) values (:name) on conflict do nothing returning business_type_code',
);
const SET_TYPE = statement<never, { name: string; status: BusinessTypesRow['status'] }>(
  'business_type_set',
  'update business_types set status = :status where business_type_code = :name',
);

const SET_DOCUMENTS = statement<never, { name: string; categories: readonly string[] }>(
  'business_type_set_documents',
  'update business_types set document_categories = :categories where business_type_code = :name',
);

export function listTypes(tx: Tx): Promise<BusinessTypesRow[]> {
  return tx.rows(LIST_TYPES, {});
}

/** Ignores case, and locks the row until the transaction ends. */
export async function lockType(tx: Tx, name: string): Promise<BusinessTypesRow | undefined> {
  return (await tx.rows(FIND_TYPE, { name }))[0];
}

/** Returns false if another transaction has just added it. */
export async function insertType(tx: Tx, name: string): Promise<boolean> {
  return (await tx.rows(INSERT_TYPE, { name })).length === 1;
}

export async function setTypeStatus(tx: Tx, name: string, status: BusinessTypesRow['status']): Promise<void> {
  await tx.rows(SET_TYPE, { name, status });
}

export async function setTypeDocuments(tx: Tx, name: string, categories: readonly string[]): Promise<void> {
  await tx.rows(SET_DOCUMENTS, { name, categories });
}
