// Loads the committed reference files into a database. It only ever adds: what an operator changed stays changed.
import { readFile } from 'node:fs/promises';
import type pg from 'pg';

async function readReference<T>(file: string): Promise<T> {
  return JSON.parse(await readFile(new URL(`./reference/${file}`, import.meta.url), 'utf8')) as T;
}

export async function loadReference(client: pg.Client, log: (line: string) => void): Promise<void> {
  const countries = Object.entries(await readReference<Record<string, string>>('countries.json'));
  const businessTypes = await readReference<string[]>('business-types.json');
  // ZZZ is a template for writing new countries, never a country.
  const requirements = Object.entries(
    await readReference<Record<string, unknown[]>>('identity-requirements.json'),
  ).filter(([country]) => country !== 'ZZZ');
  await client.query('begin');
  try {
    await client.query(
      'insert into countries (country_code, name) select * from unnest($1::text[], $2::text[]) on conflict do nothing',
      [countries.map(([code]) => code), countries.map(([, name]) => name)],
    );
    await client.query(
      'insert into business_types (business_type_code) select * from unnest($1::text[]) on conflict do nothing',
      [businessTypes],
    );
    const added = await client.query(
      `insert into requirement_sets (country_code, version, status, entries, activated_at)
       select r.country_code, 1, 'Active', r.entries::jsonb, now()
       from unnest($1::text[], $2::text[]) as r (country_code, entries)
       where not exists (select from requirement_sets s where s.country_code = r.country_code)`,
      [requirements.map(([country]) => country), requirements.map(([, entries]) => JSON.stringify(entries))],
    );
    await client.query('commit');
    if (added.rowCount !== 0) log(`loaded identity requirements of ${added.rowCount} countries`);
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
