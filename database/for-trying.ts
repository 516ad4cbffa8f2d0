// What nobody decides for a database that serves nobody: the local stack, a demo, a benchmark, a test. Never for production.
import pg from 'pg';

/** Answers every open question about countries with yes, and changes nothing that anyone has decided. */
export async function serveEveryCountry(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(
      `update country_lists set standing = 'Unlisted', reason = 'for trying', since = now(), decided_by = 'the demo'
       where standing = 'Undecided'`,
    );
    await client.query(
      `update requirement_sets s set status = 'Active', activated_at = now()
       from (select country_code, max(version) as newest from requirement_sets group by 1 having every(status = 'Draft')) d
       join countries c using (country_code)
       where c.standing = 'New' and s.country_code = d.country_code and s.version = d.newest`,
    );
    await client.query(
      `update countries set standing = 'Open', decided_at = now(), decided_by = 'the demo' where standing = 'New'`,
    );
  } finally {
    await client.end();
  }
}
