// Writes what is derived from the sources: the schema as it stands after all migrations, the types of its tables, the
// OpenAPI documents, the catalogues of errors and events, the SDK's types of events, and which test proves which statement of
// the specification. `--check` writes nothing and fails when a file is not fresh.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { bootstrapDatabase, migrate } from '@onboarding/database';
import pg from 'pg';
import { DOCUMENTS } from '../apps/api/src/docs/documents.ts';
import { errorCatalogue, warningCatalogue } from '../apps/api/src/docs/introductions.ts';
import { freePort } from './free-port.ts';
import { eventFiles } from './generate/events.ts';
import { specificationCoverage } from './generate/specification.ts';
import { findPostgresBinaries, startPostgres } from './postgres-server.ts';

const run = promisify(execFile);

async function generateAll(): Promise<Map<string, string>> {
  const files = eventFiles();
  await withMigratedDatabase(async (ownerUrl) => {
    files.set('database/schema.sql', await dumpSchema(ownerUrl));
    files.set('database/tables.gen.ts', await describeTables(ownerUrl));
  });
  for (const { file, create } of DOCUMENTS) files.set(`docs/${file}`, `${JSON.stringify(create(), null, 2)}\n`);
  files.set(
    'docs/errors.md',
    `# Errors and warnings\n\nMade by \`npm run generate\` from packages/contract/src/errors.ts.\n\n${errorCatalogue()}\n\n${warningCatalogue()}`,
  );
  files.set('docs/specification-coverage.md', specificationCoverage());
  return files;
}

async function withMigratedDatabase(work: (ownerUrl: string) => Promise<void>): Promise<void> {
  const directory = '.test/generate-postgres';
  const server = await startPostgres({ directory, port: await freePort(), durable: false, log: () => {} });
  try {
    const password = randomBytes(12).toString('hex');
    const passwords = {
      ownerPassword: password,
      appPassword: password,
      staffPassword: password,
      identityPassword: password,
      workerPassword: password,
    };
    const { ownerUrl } = await bootstrapDatabase(server.superuserUrl, { database: 'generate', ...passwords });
    await migrate(ownerUrl, () => {});
    await work(ownerUrl);
  } finally {
    await server.stop();
    await rm(directory, { recursive: true, force: true });
  }
}

async function dumpSchema(ownerUrl: string): Promise<string> {
  const pgDump = findPostgresBinaries().postgres.replace(/postgres$/, 'pg_dump');
  // Partitions are named after days, so they would make every day's dump another one.
  const partitions = [
    'events',
    'audit_entries',
    'idempotency_keys',
    'token_requests',
    'account_events',
    'staff_reads',
    'webhook_deliveries',
    'webhook_attempts',
  ].map((table) => `--exclude-table=onboarding.${table}_2*`);
  const { stdout } = await run(pgDump, ['--schema-only', '--schema=onboarding', ...partitions, ownerUrl], {
    maxBuffer: 1e8,
  });
  const kept = stdout
    .split('\n')
    .filter((line) => !/^(--|SET |SELECT pg_catalog\.set_config|\\(un)?restrict)/.test(line));
  return `-- Made by npm run generate: the schema after all migrations. Change it by a new migration, not here.\n${kept
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

/** How node-postgres, as platform/postgres sets it up, hands over each type. */
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
};

interface Column {
  table_name: string;
  column_name: string;
  udt_name: string;
  is_nullable: 'YES' | 'NO';
}

async function describeTables(ownerUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Column>(
      `select table_name, column_name, udt_name, is_nullable
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
  const name = `${table.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Row`;
  const fields = columns.map((column) => {
    const type = TYPES[column.udt_name];
    if (type === undefined)
      throw new Error(
        `${table}.${column.column_name} is ${column.udt_name}: say in generate.ts what that is in TypeScript`,
      );
    return `  ${column.column_name}: ${type}${column.is_nullable === 'YES' && type !== 'unknown' ? ' | null' : ''};\n`;
  });
  return `export interface ${name} {\n${fields.join('')}}\n`;
}

if (process.argv.includes('--help')) {
  console.log('usage: npm run generate [-- --check]   writes the generated files, or only compares them');
  process.exit(0);
}
const onlyCheck = process.argv.includes('--check');
let stale = 0;
for (const [path, text] of await generateAll()) {
  const current = await readFile(path, 'utf8').catch(() => '');
  if (current === text) continue;
  if (onlyCheck) {
    console.error(`${path} is not fresh: run "npm run generate" and commit the result`);
    stale++;
  } else {
    await writeFile(path, text);
    console.log(`wrote ${path}`);
  }
}
process.exit(stale === 0 ? 0 : 1);
