// Everything in the database that a root key of the key ring wraps, seals or hashes, and how it is replaced, batch by batch,
// while the service runs. What the values mean is the caller's: this file knows only where they are.
import pg from 'pg';

/** The name of the key that a sealed value starts with; see `seal` of the key ring. */
const keyIn = (value: string) => `case when get_byte(${value}, 0) = 0
  then convert_from(substr(${value}, 3, get_byte(${value}, 1)), 'UTF8')
  else convert_from(substr(${value}, 2, get_byte(${value}, 0)), 'UTF8') end`;

interface SealedColumn {
  /** With what it is joined to; its own alias is t. */
  table: string;
  join?: string;
  /** Rows that have such a value. */
  where: string;
  keyId: string;
  /** What the caller needs to make the new value. */
  reads: string;
  /** The new values in the order in which the caller gives them, with their types. */
  sets: readonly { column: string; type: 'bytea' | 'text'; to?: string }[];
}

const sealed = (table: string, column: string, reads: string, where = 'true'): SealedColumn => ({
  table,
  where: `t.${column} is not null and ${where}`,
  keyId: keyIn(`t.${column}`),
  reads: `${reads}, t.${column} as sealed`,
  sets: [{ column, type: 'bytea' }],
});

export const SEALED = {
  'customers.data_key': {
    table: 'customers',
    where: 't.data_key is not null',
    keyId: 't.data_key_id',
    reads: 't.customer_id, t.data_key, t.data_key_id',
    sets: [
      { column: 'data_key', type: 'bytea' },
      { column: 'data_key_id', type: 'text' },
    ],
  },
  'identities.value_hash': {
    table: 'identities',
    join: 'join customers c on c.partner_id = t.partner_id and c.customer_id = t.customer_id and c.data_key is not null',
    // An erased one has neither.
    where: `t.value_hash <> ''`,
    keyId: 't.value_hash_key_id',
    reads:
      't.customer_id, c.data_key, c.data_key_id, t.identity_id, t.issuing_country, t.identity_type_code, t.value_cipher',
    sets: [
      { column: 'value_hash', type: 'bytea' },
      { column: 'value_hash_key_id', type: 'text' },
    ],
  },
  'webhook_endpoints.secret': sealed('webhook_endpoints', 'secret', 't.partner_id'),
  'webhook_endpoints.previous_secret': sealed('webhook_endpoints', 'previous_secret', 't.partner_id'),
  // The secret of a passkey is its public key.
  'second_factors.secret': sealed('second_factors', 'secret', 't.factor_id', `t.kind = 'Totp'`),
  'oidc_records.payload': sealed('oidc_records', 'payload', 't.model, t.record_hash'),
  'signing_keys.private_key': sealed('signing_keys', 'private_key', 't.key_id'),
  'job_common.data': {
    table: 'pgboss.job_common',
    where: `t.data ? 'sealed'`,
    keyId: keyIn(`decode(t.data->>'sealed', 'base64')`),
    reads: `t.data->>'mailId' as mail_id, t.data->>'sealed' as sealed`,
    sets: [{ column: 'data', type: 'text', to: `jsonb_set(t.data, '{sealed}', to_jsonb(v.data))` }],
  },
} as const satisfies Record<string, SealedColumn>;

export type SealedName = keyof typeof SEALED;
export type SealedRow = Record<string, unknown>;
/** Undefined if it cannot be opened, because its key is not in the ring. */
export type Replace = (name: SealedName, row: SealedRow) => (Buffer | string)[] | undefined;

const NAMES = Object.keys(SEALED) as SealedName[];
const columnOf = (name: SealedName): SealedColumn => SEALED[name];

export interface Holding {
  column: SealedName;
  keyId: string;
  values: number;
}

async function withOwner<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: 'onboarding-keys' });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** How many values each root key holds, and where. Reads each of the tables once. */
export function countByKey(ownerUrl: string): Promise<Holding[]> {
  return withOwner(ownerUrl, async (client) => {
    const holdings: Holding[] = [];
    for (const name of NAMES) {
      const { table, join = '', where, keyId } = columnOf(name);
      const { rows } = await client.query<{ key_id: string; values: string }>(
        `select ${keyId} as key_id, count(*) as values from ${table} t ${join} where ${where} group by 1 order by 1`,
      );
      for (const row of rows) holdings.push({ column: name, keyId: row.key_id, values: Number(row.values) });
    }
    return holdings;
  });
}

export interface Rewrapped {
  column: SealedName;
  replaced: number;
  /** Their keys are not in the ring. */
  failed: number;
  /** Rows that were in use all the time: for the next call. */
  left: number;
}

export interface RewrapOptions {
  current: string;
  replace: Replace;
  onProgress(line: string): void;
  /** Pages of a table in one transaction; few, so that nobody waits long for a row. */
  pages?: number;
}

/**
 * Replaces every value that is not under the current key. A table is walked through by the places of its rows, so that a
 * batch costs the same at its end as at its beginning; if it is stopped in between, start it again. Rows that a request
 * holds are left to the next walk.
 */
export function rewrapAll(ownerUrl: string, options: RewrapOptions): Promise<Rewrapped[]> {
  return withOwner(ownerUrl, async (client) => {
    const results: Rewrapped[] = [];
    for (const name of NAMES) {
      let walk = await walkThrough(client, name, options);
      let { replaced } = walk;
      for (let again = 1; again < WALKS && walk.left > 0; again++) {
        walk = await walkThrough(client, name, options);
        replaced += walk.replaced;
      }
      results.push({ column: name, replaced, failed: walk.failed, left: walk.left });
      options.onProgress(`${name}: ${replaced} replaced${walk.failed > 0 ? `, ${walk.failed} cannot be opened` : ''}`);
    }
    return results;
  });
}

const PAGES = 64;
const WALKS = 5;
const TELL_EVERY_MS = 5_000;

async function walkThrough(client: pg.Client, name: SealedName, options: RewrapOptions) {
  const { table, where, keyId, join = '' } = columnOf(name);
  const step = options.pages ?? PAGES;
  const { rows } = await client.query<{ pages: number }>(
    `select (pg_relation_size($1::regclass) / current_setting('block_size')::int)::int as pages`,
    [table],
  );
  const pages = rows[0]?.pages ?? 0;
  const sum = { replaced: 0, failed: 0, left: 0 };
  let told = performance.now();
  for (let from = 0; from < pages; from += step) {
    const { replaced, failed } = await replaceBatch(client, name, from, from + step, options);
    sum.replaced += replaced;
    sum.failed += failed;
    if (performance.now() - told > TELL_EVERY_MS) {
      told = performance.now();
      options.onProgress(`${name}: ${Math.floor((100 * from) / pages)} %, ${sum.replaced} replaced`);
    }
  }
  const left = await client.query<{ values: string }>(
    `select count(*) as values from ${table} t ${join} where ${where} and ${keyId} <> $1`,
    [options.current],
  );
  sum.left = Number(left.rows[0]?.values) - sum.failed;
  return sum;
}

async function replaceBatch(
  client: pg.Client,
  name: SealedName,
  from: number,
  to: number,
  { current, replace }: RewrapOptions,
): Promise<{ replaced: number; failed: number }> {
  const { table, join = '', where, keyId, reads, sets } = columnOf(name);
  await client.query('begin');
  try {
    const { rows } = await client.query<SealedRow & { place: string }>(
      `select t.ctid::text as place, ${reads} from ${table} t ${join}
       where t.ctid >= $1::tid and t.ctid < $2::tid and ${where} and ${keyId} <> $3 for update of t skip locked`,
      [`(${from},0)`, `(${to},0)`, current],
    );
    const made = rows.flatMap((row) => {
      const values = replace(name, row);
      return values === undefined ? [] : [{ place: row.place, values }];
    });
    const arrays = sets.map((_, index) => made.map(({ values }) => values[index]));
    const types = sets.map(({ type }, index) => `$${index + 2}::${type}[]`).join(', ');
    const changes = sets.map(({ column, to: value }) => `${column} = ${value ?? `v.${column}`}`).join(', ');
    if (made.length > 0) {
      await client.query(
        `update ${table} t set ${changes}
         from unnest($1::tid[], ${types}) as v (place, ${sets.map(({ column }) => column).join(', ')})
         where t.ctid = v.place`,
        [made.map(({ place }) => place), ...arrays],
      );
    }
    await client.query('commit');
    return { replaced: made.length, failed: rows.length - made.length };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
