// The schema against the code: statements, vocabularies, keys, partitions.
import { readFileSync } from 'node:fs';
import * as contract from '@onboarding/contract';
import '@onboarding/domain/accounts';
import '@onboarding/domain/erasure';
import '@onboarding/domain/profiles';
import '@onboarding/domain/idempotency';
import '@onboarding/domain/credentials';
import { migrate } from '@onboarding/database';
import { declaredStatements } from '@onboarding/platform/postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import '../../../apps/api/src/app.ts';
import '../../../apps/identity/src/app.ts';
import '../../../apps/worker/src/jobs.ts';
import { cloneDatabase, type TestDatabase } from '../../harness/database.ts';

const ROW_TYPES = readFileSync('database/tables.gen.ts', 'utf8');

let database: TestDatabase;
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(() => database.close());

test.each(declaredStatements().map((statement) => [statement.name, statement.text]))(
  'PostgreSQL prepares the statement %s against the schema',
  async (name, text) => {
    await database.owner.query(`prepare "${name}" as ${text}`);
    const { rows } = await database.owner.query('select statement from pg_prepared_statements where name = $1', [name]);
    expect(rows).toHaveLength(1);
  },
);

const VOCABULARIES: [check: string, words: readonly string[]][] = [
  ['customers_verification_status', contract.VERIFICATION_STATUSES],
  ['customer_counts_verification_status', contract.VERIFICATION_STATUSES],
  ['people_verification_status', contract.VERIFICATION_STATUSES],
  ['people_ownership_type', contract.OWNERSHIP_TYPES],
  ['identities_type', contract.IDENTITY_TYPES],
  ['partners_status', contract.PARTNER_STATUSES],
  ['partners_onboarding_status', contract.PARTNER_ONBOARDING_STATUSES],
  ['accounts_realm', contract.REALMS],
  ['accounts_status', contract.ACCOUNT_STATUSES],
  ['accounts_role', [...contract.REALMS, ...contract.PARTNER_ROLES, ...contract.STAFF_ROLES]],
  ['sessions_realm', contract.REALMS],
  ['review_notices_outcome', contract.REVIEW_OUTCOMES],
  ['second_factors_kind', contract.SECOND_FACTOR_KINDS],
  ['account_links_purpose', contract.ACCOUNT_LINK_PURPOSES],
  // Nobody outside of the accounts' module and of identity's key store sees these.
  ['account_attempts_source', ['Anonymous', 'Device', 'SignIn']],
  ['signing_keys_status', ['Published', 'Active', 'Retiring', 'Retired']],
  ['requirement_sets_status', contract.REQUIREMENT_SET_STATUSES],
  ['countries_standing', contract.COUNTRY_STANDINGS],
  ['country_lists_list', contract.COUNTRY_LISTS],
  ['country_lists_standing', contract.LIST_STANDINGS],
  ['business_types_status', contract.BUSINESS_TYPE_STATUSES],
  ['token_requests_outcome', contract.TOKEN_REQUEST_OUTCOMES],
  ['documents_category', contract.DOCUMENT_CATEGORIES],
  ['documents_content_type', contract.DOCUMENT_CONTENT_TYPES],
  ['documents_status', contract.DOCUMENT_STATUSES],
  ['documents_refusal', contract.DOCUMENT_REFUSALS],
  ['documents_findings', contract.DOCUMENT_FINDINGS],
  ['audit_entries_actor_kind', contract.AUDIT_ACTOR_KINDS],
  ['staff_reads_kind', contract.STAFF_READ_KINDS],
  ['operator_actions_action', contract.OPERATOR_ACTIONS],
  ['operator_actions_subject_kind', contract.OPERATOR_SUBJECTS],
  ['operator_actions_actor_kind', contract.OPERATOR_ACTOR_KINDS],
  ['screenings_outcome', contract.SCREENING_OUTCOMES],
  ['hit_findings_finding', contract.HIT_FINDINGS],
  ['reviews_queue_reason', contract.QUEUE_REASONS],
  ['review_verdicts_subject_kind', contract.VERDICT_SUBJECTS],
  ['review_verdicts_verdict', contract.VERDICTS],
  ['review_decisions_outcome', contract.DECISION_OUTCOMES],
  ['review_decisions_state', contract.DECISION_STATES],
  ['review_decisions_voided_by', contract.VOIDED_BY],
  ['customers_monitoring', ['Waiting', 'Claimed']],
  ['webhook_lanes_status', contract.ENDPOINT_STATUSES],
  ['webhook_lanes_disabled_reason', contract.DISABLED_REASONS],
  ['webhook_deliveries_status', contract.DELIVERY_STATUSES],
  ['webhook_deliveries_class', contract.DELIVERY_CLASSES],
  ['webhook_replays_delivery_status', contract.DELIVERY_STATUSES],
  ['webhook_attempts_error_kind', contract.ERROR_KINDS],
  ['webhook_statistics_outcome', contract.STATISTICS_OUTCOMES],
  ['webhook_changes_action', contract.WEBHOOK_ACTIONS],
  ['webhook_changes_actor_kind', contract.WEBHOOK_ACTOR_KINDS],
];

const wordsIn = (text: string): string[] => [...text.matchAll(/'([^']+)'/g)].map(([, word]) => String(word)).sort();

test.each(VOCABULARIES)('the check %s allows exactly its vocabulary', async (constraint, vocabulary) => {
  const { rows } = await database.owner.query(
    'select pg_get_constraintdef(oid) as definition from pg_constraint where conname = $1',
    [constraint],
  );
  expect(wordsIn(rows[0].definition)).toEqual([...vocabulary].sort());
});

describe('a check over a list of words', () => {
  let checks: { name: string; table: string; definition: string }[];
  beforeAll(async () => {
    const { rows } = await database.owner.query(
      `select conname as name, relname as table, pg_get_constraintdef(k.oid) as definition
       from pg_constraint k join pg_class c on c.oid = conrelid
       where contype = 'c' and connamespace = 'onboarding'::regnamespace and not relispartition
         and pg_get_constraintdef(k.oid) like '%ARRAY[%'`,
    );
    checks = rows;
  });

  test('is compared with its vocabulary', () => {
    expect(checks.map(({ name }) => name).sort()).toEqual(VOCABULARIES.map(([name]) => name).sort());
  });

  test('makes the column a union of exactly these words in the row types', () => {
    const allowed: Record<string, string[]> = {};
    for (const { table, definition } of checks) {
      for (const [, column, list = ''] of definition.matchAll(/(\w+) (?:= ANY \(|<@ )ARRAY\[([^\]]*)\]/g)) {
        const words = [...(allowed[`${table}.${column}`] ?? []), ...wordsIn(list)];
        allowed[`${table}.${column}`] = words.sort();
      }
    }
    const typed = Object.keys(allowed).map((column) => [column, wordsIn(rowType(column))]);
    expect(Object.fromEntries(typed)).toEqual(allowed);
  });

  /** The type of a table's column in tables.gen.ts, as it is written there. */
  function rowType(tableAndColumn: string): string {
    const [table = '', column = ''] = tableAndColumn.split('.');
    const row = `${table.replaceAll('_', '')}row {`;
    const fields = ROW_TYPES.split('export interface ').find((one) => one.toLowerCase().startsWith(row));
    return fields?.match(`  ${column}: (.*);`)?.[1] ?? '';
  }
});

describe('keys', () => {
  // Some are found before their partner is known: an event to fan out, a person who signs in, and what they did then.
  test("partner_id leads the primary key of every table of partners' rows", async () => {
    const { rows } = await database.owner.query(
      `select c.relname, a.attname as leading from pg_class c
       join pg_index i on i.indrelid = c.oid and i.indisprimary
       join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
       where c.relnamespace = 'onboarding'::regnamespace and not c.relispartition
         and exists (select from pg_attribute p where p.attrelid = c.oid and p.attname = 'partner_id')
         and c.relname not in ('event_outbox', 'accounts', 'account_events')`,
    );
    expect(rows.length).toBeGreaterThanOrEqual(7);
    expect(rows.filter((row) => row.leading !== 'partner_id')).toEqual([]);
  });

  test('every foreign key between business tables is served by an index on its own side', async () => {
    const { rows } = await database.owner.query(
      `select conrelid::regclass::text as table, conname from pg_constraint f
       where contype = 'f' and connamespace = 'onboarding'::regnamespace
         and not exists (select from pg_index i where i.indrelid = f.conrelid
           and (i.indkey::int2[])[0:array_length(f.conkey, 1) - 1] = f.conkey)`,
    );
    expect(rows).toEqual([]);
  });
});

describe('migrations', () => {
  test('running them again changes nothing', async () => {
    expect(await migrate(database.ownerUrl, () => {})).toEqual({ applied: [] });
  });

  test('a migration edited after it ran is refused by name', async () => {
    const edited = await cloneDatabase();
    await edited.owner.query(`update schema_migrations set checksum = 'another' where name like '0002%'`);
    await expect(migrate(edited.ownerUrl, () => {})).rejects.toThrow(/0002_reference\.sql was edited after it ran/);
    await edited.close();
  });
});

describe('partitions', () => {
  test('reach from yesterday to a week ahead, and making them again makes none', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const daysOf = async (): Promise<number[]> => {
      const { rows } = await database.owner.query(
        `select to_date(right(relname, 8), 'YYYYMMDD') - $1::date as day from pg_class
         where relispartition and relkind = 'r' and relname like 'events_2%' order by 1`,
        [today],
      );
      return rows.map(({ day }) => day);
    };
    const make = async () => (await database.owner.query('select make_partitions() as made')).rows[0].made;
    // Migrating makes them; at midnight they are those of the day before.
    expect(await daysOf()).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5, 6]));
    await make();
    expect(await make()).toBe(0);
    expect(await daysOf()).toEqual(expect.arrayContaining([-1, 0, 1, 2, 3, 4, 5, 6, 7]));
  });

  test('further ones are made, attached and used by the day in the id', async () => {
    const { rows } = await database.owner.query('select make_partitions(20) as made');
    expect(rows[0].made).toBeGreaterThanOrEqual(26);
    const at = new Date(Date.now() + 15 * 86_400_000);
    const id = await database.owner.query('select uuid_floor($1) as id', [at]);
    const inserted = await database.owner.query(
      `insert into events (partner_id, event_id, event_type, event_version, occurred_at, body)
       values ($1, $2, 'x', 1, $3, '{}') returning tableoid::regclass::text as partition`,
      [crypto.randomUUID(), id.rows[0].id, at],
    );
    expect(inserted.rows[0].partition).toBe(`events_${at.toISOString().slice(0, 10).replaceAll('-', '')}`);
  });

  test('there is no default partition to hide a missing one', async () => {
    const { rows } = await database.owner.query(
      `select partrelid::regclass::text from pg_partitioned_table join pg_class on oid = partrelid
       where partdefid <> 0 and relnamespace = 'onboarding'::regnamespace`,
    );
    expect(rows).toEqual([]);
  });
});
