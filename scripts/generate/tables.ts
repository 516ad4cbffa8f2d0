// database/tables.gen.ts: the type of each table's rows, with unions for columns that allow a list of values.
import pg from 'pg';

/** The JavaScript type of each column type, as platform/postgres configures node-postgres. */
const TYPES: Record<string, string> = {
  uuid: 'string',
  xid8: 'string',
  text: 'string',
  date: 'string',
  timestamptz: 'Date',
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  bytea: 'Buffer',
  jsonb: 'unknown',
  _text: 'string[]',
  _uuid: 'string[]',
  _int4: 'number[]',
};

interface Column {
  table_name: string;
  column_name: string;
  udt_name: string;
  is_nullable: 'YES' | 'NO';
  /** The check constraints that name this column. */
  checks: string[];
}

export async function describeTables(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Column>(
      `select table_name, column_name, udt_name, is_nullable, array(
         select pg_get_constraintdef(oid) from pg_constraint
         where contype = 'c' and conrelid = format('onboarding.%I', table_name)::regclass
           and ordinal_position::int2 = any (conkey) order by conname) as checks
       from information_schema.columns
       where table_schema = 'onboarding' and table_name !~ '_2[0-9]{5,7}$'
       order by table_name, ordinal_position`,
    );
    const tables = [...Map.groupBy(rows, (column) => column.table_name)].map(([table, columns]) =>
      toInterface(table, columns),
    );
    return `// Made by npm run generate from the migrated schema. Change it by a new migration, not here.\n\n${tables.join('\n')}`;
  } finally {
    await client.end();
  }
}

function toInterface(table: string, columns: Column[]): string {
  const name = `${toCamel(`_${table}`)}Row`;
  return `export interface ${name} {\n${columns.map((column) => `  ${toCamel(column.column_name)}: ${typeOf(column)};\n`).join('')}}\n`;
}

const toCamel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

function typeOf(column: Column): string {
  const { table_name: table, column_name: name, udt_name: udt, is_nullable: nullable } = column;
  const type = TYPES[udt];
  if (type === undefined)
    throw new Error(`${table}.${name} is ${udt}: say in generate/tables.ts what that is in TypeScript`);
  const words = wordsOf(column)
    .map((word) => `'${word}'`)
    .join(' | ');
  const narrow = words === '' ? type : type === 'string[]' ? `(${words})[]` : words;
  return nullable === 'YES' && type !== 'unknown' ? `${narrow} | null` : narrow;
}

/** The values that a check allows in the column; none if it allows any. */
function wordsOf({ column_name: name, checks }: Column): string[] {
  const list = new RegExp(`\\(${name} (?:= ANY \\(|<@ )ARRAY\\[([^\\]]*)\\]`);
  for (const check of checks) {
    // A check may have one list per case, such as the roles of each realm: a case without a list would allow any value.
    const lists = check.split(' OR ').map((alternative) => list.exec(alternative)?.[1]);
    if (lists.every((one) => one !== undefined))
      return [...lists.join().matchAll(/'([^']*)'/g)].flatMap(([, word]) => word ?? []);
  }
  return [];
}
