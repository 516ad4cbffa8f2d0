import type { CountryList, ListStanding } from '@onboarding/contract';
import type { CountryListsRow, CountryLooksRow } from '@onboarding/database/tables';
import { statement, type Tx } from '@onboarding/platform/postgres';

export type ListEntryRow = CountryListsRow & { name: string };

const LIST_ENTRIES = statement<ListEntryRow>(
  'country_lists_list',
  `select l.list, l.country_code, c.name, l.standing, l.reason, l.since, l.decided_by
   from country_lists l join countries c using (country_code) order by l.list, l.country_code`,
);
const READ = statement<Pick<CountryListsRow, 'list' | 'countryCode' | 'standing'>>(
  'country_lists_read',
  `select list, country_code, standing from country_lists where standing <> 'Unlisted' order by country_code`,
);
const FIND = statement<Pick<CountryListsRow, 'standing'>, { list: CountryList; country: string }>(
  'country_list_find',
  'select standing from country_lists where list = :list and country_code = :country',
);

export interface Decided {
  list: CountryList;
  country: string;
  standing: Exclude<ListStanding, 'Undecided'>;
  reason: string;
  decidedBy: string;
}

const PUT = statement<never, Decided & { now: Date }>(
  'country_list_put',
  `insert into country_lists (list, country_code, standing, reason, since, decided_by)
   values (:list, :country, :standing, :reason, :now, :decidedBy)
   on conflict (country_code, list) do update
     set standing = excluded.standing, reason = excluded.reason, since = excluded.since, decided_by = excluded.decided_by`,
);

export function listEntries(tx: Tx): Promise<ListEntryRow[]> {
  return tx.rows(LIST_ENTRIES, {});
}

export interface ListedCountries {
  /** Countries that are not served: prohibited, or still undecided. */
  prohibited: ReadonlySet<string>;
  undecided: readonly string[];
  highRisk: ReadonlySet<string>;
}

export async function readCountryLists(tx: Tx): Promise<ListedCountries> {
  const rows = await tx.rows(READ, {});
  const codes = (isMeant: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isMeant).map(({ countryCode: code }) => code);
  return {
    prohibited: new Set(codes(({ list }) => list === 'Prohibited')),
    undecided: codes(({ standing }) => standing === 'Undecided'),
    highRisk: new Set(codes(({ list, standing }) => list === 'HighRisk' && standing === 'Listed')),
  };
}

export async function findStanding(tx: Tx, list: CountryList, country: string): Promise<ListStanding | undefined> {
  return (await tx.rows(FIND, { list, country }))[0]?.standing;
}

export async function putDecision(tx: Tx, decided: Decided, now: Date): Promise<void> {
  await tx.rows(PUT, { ...decided, now });
}

const ASK_LOOK = statement<never, { countries: readonly string[]; askedBy: string; now: Date }>(
  'country_look_ask',
  'insert into country_looks (countries, asked_by, asked_at) values (:countries, :askedBy, :now)',
);
const LIST_LOOKS = statement<CountryLooksRow, { limit: number }>(
  'country_looks_list',
  `select look_id, countries, asked_by, asked_at, after_partner, after_customer, looked_at, concerned, finished_at
   from country_looks order by look_id desc limit :limit`,
);

export async function askForLook(
  tx: Tx,
  look: { countries: readonly string[]; askedBy: string; now: Date },
): Promise<void> {
  await tx.rows(ASK_LOOK, look);
}

/** Newest first. */
export function listLooks(tx: Tx, limit: number): Promise<CountryLooksRow[]> {
  return tx.rows(LIST_LOOKS, { limit });
}

export type OpenLook = Pick<CountryLooksRow, 'lookId' | 'countries' | 'afterPartner' | 'afterCustomer'>;

const HOLD_LOOK = statement<OpenLook>(
  'country_look_hold',
  `select look_id, countries, after_partner, after_customer from country_looks where finished_at is null
   order by look_id limit 1 for update skip locked`,
);

export interface LookProgress {
  lookId: CountryLooksRow['lookId'];
  /** The last customer that was checked. */
  partnerId: string;
  customerId: string;
  looked: number;
  concerned: number;
  finishedAt: Date | null;
}

const NOTE_PROGRESS = statement<never, LookProgress>(
  'country_look_progress',
  `update country_looks set after_partner = :partnerId, after_customer = :customerId, looked_at = looked_at + :looked::bigint,
     concerned = concerned + :concerned::bigint, finished_at = :finishedAt
   where look_id = :lookId`,
);

/** The oldest unlocked check; locks it until the end of the transaction. */
export async function holdOpenLook(tx: Tx): Promise<OpenLook | undefined> {
  return (await tx.rows(HOLD_LOOK, {}))[0];
}

export async function noteProgress(tx: Tx, progress: LookProgress): Promise<void> {
  await tx.rows(NOTE_PROGRESS, progress);
}
