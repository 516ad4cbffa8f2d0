// What an operator's command asks and changes; the owner's role alone may change any of it.
import type { BusinessTypesRow, RequirementSetsRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';
import type { RequirementEntry } from './requirement.ts';

// Whoever changes the sets of a country holds its row, so two operators do it one after the other.
const LOCK_COUNTRY = statement<{ country_code: string }>(
  'country_lock',
  'select country_code from countries where country_code = $1 for no key update',
);
// Not now(), which is when the transaction began: it may have waited for another one's change since.
const MOMENT = statement<{ moment: Date }>('reference_moment', 'select clock_timestamp() as moment');

export async function lockCountry(tx: Tx, country: string): Promise<boolean> {
  return (await tx.rows(LOCK_COUNTRY, [country])).length === 1;
}

export async function readMoment(tx: Tx): Promise<Date> {
  const [row] = await tx.rows(MOMENT, []);
  if (row === undefined) throw new Error('The database has no time');
  return row.moment;
}

export type SetSummaryRow = Pick<
  RequirementSetsRow,
  'country_code' | 'version' | 'status' | 'created_at' | 'activated_at' | 'retired_at'
> & { documents: number; general: boolean };

const LIST_SETS = statement<SetSummaryRow>(
  'requirement_sets_list',
  `select country_code, version, status, created_at, activated_at, retired_at, jsonb_array_length(entries) as documents,
     entries @> '[{"general": true}]' as general
   from requirement_sets where $1::text is null or country_code = $1 order by country_code, version`,
);

export function listSets(tx: Tx, country: string | undefined): Promise<SetSummaryRow[]> {
  return tx.rows(LIST_SETS, [country ?? null]);
}

export type ActiveSetRow = Pick<RequirementSetsRow, 'country_code' | 'version'> & { entries: RequirementEntry[] };

const LIST_ACTIVE = statement<ActiveSetRow>(
  'requirement_sets_list_active',
  `select country_code, version, entries from requirement_sets
   where status = 'Active' and ($1::text is null or country_code = $1) order by country_code`,
);

export function listActiveSets(tx: Tx, country: string | undefined): Promise<ActiveSetRow[]> {
  return tx.rows(LIST_ACTIVE, [country ?? null]);
}

export type SetRow = Pick<RequirementSetsRow, 'version' | 'status'> & {
  entries: RequirementEntry[];
  /** The version that is active now, if one is, and whether it says the same. */
  active_version: number | null;
  same_as_active: boolean | null;
};

const FIND_SET = statement<SetRow>(
  'requirement_set_find',
  `select s.version, s.status, s.entries, a.version as active_version, a.entries = s.entries as same_as_active
   from requirement_sets s
   left join requirement_sets a on a.country_code = s.country_code and a.status = 'Active'
   where s.country_code = $1 and s.version = $2`,
);

export async function findSet(tx: Tx, country: string, version: number): Promise<SetRow | undefined> {
  return (await tx.rows(FIND_SET, [country, version]))[0];
}

const INSERT_DRAFT = statement<{ version: number }>(
  'requirement_set_insert',
  `insert into requirement_sets (country_code, version, status, entries)
   select $1, coalesce(max(version), 0) + 1, 'Draft', $2::jsonb from requirement_sets where country_code = $1
   returning version`,
);
const RETIRE_ACTIVE = statement<{ version: number }>(
  'requirement_set_retire',
  `update requirement_sets set status = 'Retired', retired_at = $2 where country_code = $1 and status = 'Active'
   returning version`,
);
const ACTIVATE_DRAFT = statement(
  'requirement_set_activate',
  `update requirement_sets set status = 'Active', activated_at = $3 where country_code = $1 and version = $2 and status = 'Draft'`,
);
const ACTIVATE_COPY = statement<{ version: number }>(
  'requirement_set_copy',
  `insert into requirement_sets (country_code, version, status, entries, activated_at)
   select country_code, (select max(version) + 1 from requirement_sets where country_code = $1), 'Active', entries, $3
   from requirement_sets where country_code = $1 and version = $2
   returning version`,
);

export async function insertDraft(tx: Tx, country: string, entries: RequirementEntry[]): Promise<number> {
  return onlyVersion(await tx.rows(INSERT_DRAFT, [country, JSON.stringify(entries)]));
}

/** Gives the version that counted until then, if one did. */
export async function retireActive(tx: Tx, country: string, moment: Date): Promise<number | undefined> {
  return (await tx.rows(RETIRE_ACTIVE, [country, moment]))[0]?.version;
}

export async function activateDraft(tx: Tx, country: string, version: number, moment: Date): Promise<void> {
  await tx.rows(ACTIVATE_DRAFT, [country, version, moment]);
}

/** Gives the new version. */
export async function activateCopy(tx: Tx, country: string, version: number, moment: Date): Promise<number> {
  return onlyVersion(await tx.rows(ACTIVATE_COPY, [country, version, moment]));
}

function onlyVersion([row]: { version: number }[]): number {
  if (row === undefined) throw new Error('A set of requirements was not written');
  return row.version;
}

const LIST_TYPES = statement<BusinessTypesRow>(
  'business_types_list',
  'select business_type_code, status, document_categories from business_types order by business_type_code',
);
const FIND_TYPE = statement<BusinessTypesRow>(
  'business_type_find',
  'select business_type_code, status, document_categories from business_types where lower(business_type_code) = lower($1) for update',
);
const INSERT_TYPE = statement<{ business_type_code: string }>(
  'business_type_insert',
  'insert into business_types (business_type_code) values ($1) on conflict do nothing returning business_type_code',
);
const SET_TYPE = statement('business_type_set', 'update business_types set status = $2 where business_type_code = $1');

const SET_DOCUMENTS = statement(
  'business_type_set_documents',
  'update business_types set document_categories = $2 where business_type_code = $1',
);

export function listTypes(tx: Tx): Promise<BusinessTypesRow[]> {
  return tx.rows(LIST_TYPES, []);
}

/** Found by its letters, whatever their case, and held until the transaction ends. */
export async function lockType(tx: Tx, name: string): Promise<BusinessTypesRow | undefined> {
  return (await tx.rows(FIND_TYPE, [name]))[0];
}

/** False when somebody else has just added it. */
export async function insertType(tx: Tx, name: string): Promise<boolean> {
  return (await tx.rows(INSERT_TYPE, [name])).length === 1;
}

export async function setTypeStatus(tx: Tx, name: string, status: 'Active' | 'Retired'): Promise<void> {
  await tx.rows(SET_TYPE, [name, status]);
}

export async function setTypeDocuments(tx: Tx, name: string, categories: readonly string[]): Promise<void> {
  await tx.rows(SET_DOCUMENTS, [name, categories]);
}
