// Changes of reference data by operators, without a release. Running processes apply them when they refresh the catalogue.
import { DOCUMENT_CATEGORIES } from '@onboarding/contract';
import type { BusinessTypesRow } from '@onboarding/database/tables';
import type { Tx } from '@onboarding/platform/postgres';
import { readCountryLists } from './country-list-store.ts';
import {
  activateCopy,
  activateDraft,
  findOpeningVersion,
  findSet,
  insertDraft,
  insertType,
  listActiveSets,
  listSets,
  listTypes,
  lockCountry,
  lockType,
  readMoment,
  retireActive,
  type SetRow,
  type SetSummaryRow,
  setStanding,
  setTypeDocuments,
  setTypeStatus,
} from './reference-store.ts';
import { type RequirementEntry, readEntries } from './requirement.ts';

/** The operator's request is impossible; the message says what to do instead. */
export class ReferenceRefused extends Error {
  override name = 'ReferenceRefused';
}

/** The country is prohibited or undecided. */
export class CountryNotServed extends ReferenceRefused {}

export function listRequirementSets(tx: Tx, country?: string): Promise<SetSummaryRow[]> {
  return listSets(tx, country);
}

export async function getRequirementSet(tx: Tx, country: string, version: number): Promise<RequirementEntry[]> {
  return (await getSet(tx, country, version)).entries;
}

/** Adds a draft version, and returns its number. */
export async function addRequirementSet(tx: Tx, country: string, written: unknown): Promise<number> {
  const read = readEntries(written);
  if ('faults' in read) {
    throw new ReferenceRefused(`The entries cannot be used:\n${read.faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
  await holdCountry(tx, country);
  return insertDraft(tx, country, read.entries);
}

export interface Activation {
  /** The version that is now active. */
  version: number;
  /** The previously active version, unless nothing changed. */
  retired: number | undefined;
  changed: boolean;
  /** Whether the country was not open before. */
  opened: boolean;
}

/**
 * Activates a version, and retires the previous one at the same time. A retired version is copied into a new one, so that
 * each version is active only once, and the version under which a profile was created remains known. Activating the rules of
 * a country opens it.
 */
export async function activateRequirementSet(
  tx: Tx,
  country: string,
  version: number,
  by: string,
): Promise<Activation> {
  await holdCountry(tx, country);
  const opened = await setStanding(tx, { country, standing: 'Open', by, now: await readMoment(tx) });
  const set = await getSet(tx, country, version);
  const active = set.activeVersion ?? undefined;
  if (active !== undefined && set.sameAsActive === true) {
    return { version: active, retired: undefined, changed: false, opened };
  }
  const moment = await readMoment(tx);
  await retireActive(tx, country, moment);
  if (set.status === 'Draft') {
    await activateDraft(tx, country, version, moment);
    return { version, retired: active, changed: true, opened };
  }
  return { version: await activateCopy(tx, country, version, moment), retired: active, changed: true, opened };
}

/** From then on, businesses and residents of the country are refused. Returns the version that was active, if any. */
export async function closeCountry(
  tx: Tx,
  country: string,
  by: string,
): Promise<{ retired: number | undefined; changed: boolean }> {
  await holdCountry(tx, country);
  const now = await readMoment(tx);
  const retired = await retireActive(tx, country, now);
  const changed = await setStanding(tx, { country, standing: 'Closed', by, now });
  return { retired, changed: changed || retired !== undefined };
}

/**
 * Opens a country with the last active rules, or with the newest draft. A country without any rules is open only to
 * businesses, and accepts no residents.
 */
export async function openCountry(
  tx: Tx,
  country: string,
  by: string,
): Promise<{ version: number | undefined; changed: boolean }> {
  await holdCountry(tx, country);
  if ((await readCountryLists(tx)).prohibited.has(country)) {
    throw new CountryNotServed(`${country} is not served. Allow it first: onboardingctl countries allow`);
  }
  const changed = await setStanding(tx, { country, standing: 'Open', by, now: await readMoment(tx) });
  const version = await findOpeningVersion(tx, country);
  if (version === undefined) return { version, changed };
  const activated = await activateRequirementSet(tx, country, version, by);
  return { version: activated.version, changed: changed || activated.changed };
}

export interface Assumptions {
  /** Active entries that are marked as assumptions. */
  assumed: { country: string; entry: RequirementEntry }[];
  /** The total number of entries and countries, excluding the general rule. */
  entries: number;
  countries: number;
  /** The number of countries with the general rule. */
  general: number;
}

export async function listAssumptions(tx: Tx, country?: string): Promise<Assumptions> {
  const sets = await listActiveSets(tx, country);
  const all = sets.flatMap((set) => set.entries.map((entry) => ({ country: set.countryCode, entry })));
  const own = all.filter(({ entry }) => entry.general !== true);
  return {
    assumed: own.filter(({ entry }) => entry.source.startsWith('assumption')),
    entries: own.length,
    countries: new Set(own.map((one) => one.country)).size,
    general: all.length - own.length,
  };
}

/** Locks each country once, in order, so that two transactions never deadlock. */
export async function holdCountries(tx: Tx, countries: readonly string[]): Promise<string[]> {
  const sorted = [...new Set(countries)].sort();
  for (const country of sorted) await holdCountry(tx, country);
  return sorted;
}

async function holdCountry(tx: Tx, country: string): Promise<void> {
  if (await lockCountry(tx, country)) return;
  throw new ReferenceRefused(`${country} is not a country. Use an ISO 3166-1 alpha-3 code such as NGA.`);
}

async function getSet(tx: Tx, country: string, version: number): Promise<SetRow> {
  const set = await findSet(tx, country, version);
  if (set === undefined) {
    throw new ReferenceRefused(
      `${country} has no version ${version}. See its versions with: onboardingctl reference requirements list ${country}`,
    );
  }
  return set;
}

export function listBusinessTypes(tx: Tx): Promise<BusinessTypesRow[]> {
  return listTypes(tx);
}

/** Adds a name, or reinstates a retired one. */
export async function addBusinessType(tx: Tx, name: string): Promise<'Added' | 'Restored' | 'Unchanged'> {
  if (!/^[A-Z][A-Za-z]{1,59}$/.test(name)) {
    throw new ReferenceRefused('A business type is 2 to 60 letters in Pascal case, such as FamilyOffice.');
  }
  if (await insertType(tx, name)) return 'Added';
  const known = await lockType(tx, name);
  if (known === undefined) throw new ReferenceRefused('Someone else is changing it right now. Try again.');
  if (known.businessTypeCode !== name) {
    throw new ReferenceRefused(`${known.businessTypeCode} already exists, and names are case-insensitive.`);
  }
  if (known.status === 'Active') return 'Unchanged';
  await setTypeStatus(tx, name, 'Active');
  return 'Restored';
}

/** The documents that partners see as usually required from such a business; an empty list means none. */
export async function setUsualDocuments(tx: Tx, name: string, categories: readonly string[]): Promise<string> {
  const unknown = categories.filter((category) => !DOCUMENT_CATEGORIES.some((known) => known === category));
  if (unknown.length > 0) {
    throw new ReferenceRefused(
      `There is no document category ${unknown.join(', ')}. Use any of ${DOCUMENT_CATEGORIES.join(', ')}.`,
    );
  }
  const known = await lockType(tx, name);
  if (known === undefined) throw unknownType(name);
  await setTypeDocuments(tx, known.businessTypeCode, [...new Set(categories)]);
  return known.businessTypeCode;
}

function unknownType(name: string): ReferenceRefused {
  return new ReferenceRefused(
    `There is no business type ${name}. See all with: onboardingctl reference business-types list`,
  );
}

/** Existing businesses keep it; new ones cannot use it. Returns the name in its canonical spelling. */
export async function retireBusinessType(tx: Tx, name: string): Promise<{ name: string; changed: boolean }> {
  const known = await lockType(tx, name);
  if (known === undefined) throw unknownType(name);
  const changed = known.status !== 'Retired';
  if (changed) await setTypeStatus(tx, known.businessTypeCode, 'Retired');
  return { name: known.businessTypeCode, changed };
}
