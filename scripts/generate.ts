// Writes what is derived from the sources: the schema after all migrations, the types of its tables, the OpenAPI
// document for partners, the catalogues of errors, events, countries and withdrawn routes, the documentation's pictures, the SDKs' types and
// methods, the operations that the sites call, which test
// covers which statement of the specification, the list of the domain's modules, the help of both commands, the
// settings with their example files, the dashboards, and the chart's copy of the alerts. `--check` writes nothing and fails
// if a file is stale.
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { bootstrapDatabase, migrate } from '@onboarding/database';
import { DOCUMENTS } from '../apps/api/src/docs/documents.ts';
import { freePort } from './free-port.ts';
import { collectionFiles } from './generate/collection.ts';
import { countriesPages, countryNames } from './generate/countries.ts';
import { dashboardFiles } from './generate/dashboards.ts';
import { eventFiles } from './generate/events.ts';
import { cliPage, commandPage } from './generate/help-pages.ts';
import { siteOperations } from './generate/operations.ts';
import { architecturePage, errorPages, migratingPage, pagesWithFiles } from './generate/pages.ts';
import { pictureFiles } from './generate/pictures.ts';
import { pythonSdkFiles } from './generate/python-sdk.ts';
import { sdkFiles } from './generate/sdk.ts';
import { settingFiles } from './generate/settings.ts';
import { specificationCoverage } from './generate/specification.ts';
import { describeTables } from './generate/tables.ts';
import { findPostgresBinaries, removePostgres, startPostgres } from './servers/postgres-server.ts';

const run = promisify(execFile);

async function generateAll(): Promise<Map<string, string>> {
  const files = eventFiles();
  await withMigratedDatabase(async (ownerUrl) => {
    files.set('database/schema.sql', await dumpSchema(ownerUrl));
    files.set('database/tables.gen.ts', await describeTables(ownerUrl));
  });
  // The services serve the others, which only our own sites call.
  const [partner] = DOCUMENTS;
  files.set(`docs/${partner.file}`, `${JSON.stringify(partner.create(), null, 2)}\n`);
  files.set('docs/specification-coverage.md', specificationCoverage());
  for (const page of [...errorPages(), ...countriesPages(), migratingPage(), architecturePage(), ...pagesWithFiles()])
    files.set(...page);
  for (const [file, text] of pictureFiles()) files.set(file, text);
  files.set(...countryNames());
  files.set(...commandPage());
  files.set(...cliPage());
  // A chart can only read files in its own folder.
  files.set('deploy/helm/onboarding/files/rules.yml', await readFile('deploy/prometheus/rules.yml', 'utf8'));
  const sites = [...siteOperations(), ...settingFiles(), ...dashboardFiles()];
  const clients = [...sdkFiles(), ...pythonSdkFiles(), ...collectionFiles()];
  for (const [file, text] of [...sites, ...clients]) files.set(file, text);
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
      operationsPassword: password,
      identityPassword: password,
      workerPassword: password,
    };
    const { ownerUrl } = await bootstrapDatabase(server.superuserUrl, { database: 'generate', ...passwords });
    await migrate(ownerUrl, () => {});
    await work(ownerUrl);
  } finally {
    await server.stop();
    await removePostgres(directory);
  }
}

async function dumpSchema(ownerUrl: string): Promise<string> {
  const pgDump = findPostgresBinaries().postgres.replace(/postgres$/, 'pg_dump');
  // Partitions are named after days, such as events_20261115, so they would change the dump every day.
  const partitions = '--exclude-table=onboarding.*_20*';
  const { stdout } = await run(pgDump, ['--schema-only', '--schema=onboarding', partitions, ownerUrl], {
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
    console.error(`${path} is out of date: run "npm run generate" and commit the result`);
    stale++;
  } else {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
    console.log(`wrote ${path}`);
  }
}
process.exit(stale === 0 ? 0 : 1);
