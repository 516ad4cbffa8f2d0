// Loads the committed reference files into a database. It only adds, and opens nothing: which countries are served is the operator's
// decision, never an upgrade's.
import { readFile } from 'node:fs/promises';
import type pg from 'pg';

async function readReference<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(new URL(`./reference/${file}`, import.meta.url), 'utf8')) as T;
}

const NEXT_VERSION =
  '1 + coalesce((select max(version) from requirement_sets s where s.country_code = r.country_code), 0)';

/** The entries of each country. */
type Rules = [country: string, entries: unknown[]][];

interface GeneralRule {
  entry: unknown;
  /** Whose passports the people of these territories hold. */
  withoutPassportOfTheirOwn: Record<string, string>;
}

interface CountryLists {
  /** Reasons by country. */
  prohibited: Record<string, string>;
  undecided: Record<string, string>;
  /** The Financial Action Task Force's, of that day. */
  highRisk: { asOf: string; callForAction: string[]; increasedMonitoring: string[] };
}

export async function loadReference(client: pg.Client, log: (line: string) => void): Promise<void> {
  const countries = Object.entries(await readReference<Record<string, string>>('countries.json'));
  const businessTypes = Object.entries(await readReference<Record<string, string[]>>('business-types.json'));
  // ZZZ is a template for new countries, never a country.
  const own = Object.entries(await readReference<Record<string, unknown[]>>('identity-requirements.json')).filter(
    ([country]) => country !== 'ZZZ',
  );
  const { entry, withoutPassportOfTheirOwn } = await readReference<GeneralRule>('general-passport-rule.json');
  const issuers = countries
    .map(([code]) => code)
    .filter((code) => !Object.hasOwn(withoutPassportOfTheirOwn, code) && !own.some(([country]) => country === code));
  await client.query('begin');
  try {
    await client.query(
      'insert into countries (country_code, name) select * from unnest($1::text[], $2::text[]) on conflict do nothing',
      [countries.map(([code]) => code), countries.map(([, name]) => name)],
    );
    await loadBusinessTypes(client, businessTypes);
    await replaceGeneralRule(client, own);
    const drafted = await loadDrafts(client, own);
    const general = await loadDrafts(
      client,
      issuers.map((code) => [code, [entry]]),
    );
    await loadLists(client, await readReference<CountryLists>('country-lists.json'));
    await client.query('commit');
    if (drafted !== 0) log(`loaded identity requirements of ${drafted} countries as drafts`);
    if (general !== 0) log(`loaded the general rule for passports of ${general} countries as drafts`);
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Keeps an operator's list of documents, even an empty one; a type that never had a list gets ours. */
async function loadBusinessTypes(client: pg.Client, types: [string, string[]][]): Promise<void> {
  await client.query(
    `insert into business_types (business_type_code, document_categories)
     select name, string_to_array(categories, ',') from unnest($1::text[], $2::text[]) as t (name, categories)
     on conflict (business_type_code) do update set document_categories = excluded.document_categories
       where business_types.document_categories is null`,
    [types.map(([name]) => name), types.map(([, categories]) => categories.join(','))],
  );
}

/**
 * Where the general rule is active and was the only one ever: it stood in for the country's own rules, and the country is open
 * already. One that an operator has closed stays closed.
 */
async function replaceGeneralRule(client: pg.Client, rules: Rules): Promise<void> {
  const codes = rules.map(([country]) => country);
  const { rows: replaced } = await client.query<{ country_code: string }>(
    `update requirement_sets s set status = 'Retired', retired_at = now()
     where country_code = any ($1) and status = 'Active'
       and not exists (select from requirement_sets o
         where o.country_code = s.country_code and o.status <> 'Draft' and not o.entries @> '[{"general": true}]')
     returning country_code`,
    [codes],
  );
  await client.query(
    `insert into requirement_sets (country_code, version, status, entries, activated_at)
     select r.country_code, ${NEXT_VERSION}, 'Active', r.entries::jsonb, now()
     from unnest($1::text[], $2::text[]) as r (country_code, entries) where r.country_code = any ($3)`,
    [codes, rules.map(([, entries]) => JSON.stringify(entries)), replaced.map((row) => row.country_code)],
  );
}

/** Where no version was ever active, and no draft of ours waits. */
async function loadDrafts(client: pg.Client, rules: Rules): Promise<number> {
  const { rowCount } = await client.query(
    `insert into requirement_sets (country_code, version, status, entries)
     select r.country_code, ${NEXT_VERSION}, 'Draft', r.entries::jsonb
     from unnest($1::text[], $2::text[]) as r (country_code, entries)
     where not exists (select from requirement_sets s
       where s.country_code = r.country_code and (s.status <> 'Draft' or s.entries = r.entries::jsonb))`,
    [rules.map(([country]) => country), rules.map(([, entries]) => JSON.stringify(entries))],
  );
  return rowCount ?? 0;
}

/** Only entries that never were there: whatever an operator has decided stays. Businesses that a new entry concerns are looked for. */
async function loadLists(client: pg.Client, { prohibited, undecided, highRisk }: CountryLists): Promise<void> {
  const monitored = (codes: string[], what: string) =>
    codes.map((code) => ['HighRisk', code, 'Listed', `FATF, ${what}, ${highRisk.asOf}`]);
  const entries = [
    ...Object.entries(prohibited).map(([code, reason]) => ['Prohibited', code, 'Listed', reason]),
    ...Object.entries(undecided).map(([code, reason]) => ['Prohibited', code, 'Undecided', reason]),
    ...monitored(highRisk.callForAction, 'call for action'),
    ...monitored(highRisk.increasedMonitoring, 'increased monitoring'),
  ];
  const column = (index: number) => entries.map((entry) => entry[index]);
  await client.query(
    `with added as (
       insert into country_lists (list, country_code, standing, reason, decided_by)
       select list, code, standing, reason, case standing when 'Listed' then 'shipped' end
       from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as e (list, code, standing, reason)
       on conflict do nothing returning country_code, standing
     )
     insert into country_looks (countries, asked_by)
     select array_agg(distinct country_code), 'shipped' from added where standing = 'Listed' having count(*) > 0`,
    [column(0), column(1), column(2), column(3)],
  );
}
