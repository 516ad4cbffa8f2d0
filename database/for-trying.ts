// What nobody decides for a database that serves nobody: the local stack, a demo, a benchmark, a test. Never for production.
import pg from 'pg';

/** Answers every open question about countries with yes. Repeating it changes nothing that an operator has decided since. */
export async function serveEveryCountry(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(
      `update country_lists set standing = 'Unlisted', reason = 'for trying', since = now(), decided_by = 'nobody'
       where standing = 'Undecided'`,
    );
  } finally {
    await client.end();
  }
}
