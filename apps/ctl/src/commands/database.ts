// The database: its roles and tables, and their status.
import { addNoun } from '@onboarding/command';
import {
  bootstrapDatabase,
  closeLogin,
  type DatabaseStatus,
  migrate,
  openLogin,
  readStatus,
} from '@onboarding/database';
import { explainDatabaseDistrust } from '@onboarding/platform/trust';
import type { Command } from 'commander';
import { readBootstrapConfig, readDatabaseUrl, readLoginConfig, readSuperuserUrl } from '../config.ts';
import { explained } from '../explained.ts';
import { CommandRefused, ServerUnavailable } from '../failure.ts';
import { joined, type Laid, toCount, toFacts, toTable } from '../output.ts';
import type { Perform } from '../task.ts';

const READS = 'MIGRATION_DATABASE_URL (role onboarding_owner; the server itself, not a pooler)';

export function addDatabase(program: Command, perform: Perform): void {
  const database = addNoun(program, 'database', 'the database: roles, tables and their state');
  addBootstrap(database, perform);
  addMigrate(database, perform);
  addStatus(database, perform);
  addLogins(database, perform);
}

/** An operator needs the message from PostgreSQL, not a stack trace. */
async function explainedBy<T>(setting: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const code = 'code' in error ? String(error.code) : '';
    const untrusted = explainDatabaseDistrust(error);
    if (untrusted !== undefined)
      throw new CommandRefused(`The server in ${setting} ${untrusted.found}. ${untrusted.cure}`);
    const reason = error.message === '' ? code : error.message;
    if (/^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_|08|57P)/.test(code)) {
      throw new ServerUnavailable(`${reason}. Check ${setting}.`);
    }
    throw new CommandRefused(code.startsWith('28') ? `${reason}. Check ${setting}.` : reason);
  }
}

function addBootstrap(database: Command, perform: Perform): void {
  const bootstrap = database
    .command('bootstrap')
    .description('create the roles, the database and its schemas, or bring them up to date')
    .action(
      perform(async (task) => {
        const config = readBootstrapConfig(task.environment);
        await explainedBy('SUPERUSER_DATABASE_URL', () =>
          bootstrapDatabase(config.SUPERUSER_DATABASE_URL, {
            database: config.DATABASE_NAME,
            ownerPassword: config.OWNER_PASSWORD,
            appPassword: config.APP_PASSWORD,
            staffPassword: config.STAFF_PASSWORD,
            operationsPassword: config.OPERATIONS_PASSWORD,
            identityPassword: config.IDENTITY_PASSWORD,
            workerPassword: config.WORKER_PASSWORD,
          }),
        );
        task.answer(
          { database: config.DATABASE_NAME },
          `The roles and the database ${config.DATABASE_NAME} are ready.\nNext: onboardingctl database migrate`,
        );
      }),
    );
  explained(bootstrap, {
    notes:
      "Run it once per server, and again when a migration asks for it. It is safe to repeat: it sets the roles' passwords and time limits again. It needs a superuser, or a role with CREATEROLE and CREATEDB.",
    reads:
      'SUPERUSER_DATABASE_URL, DATABASE_NAME (onboarding), OWNER_PASSWORD, APP_PASSWORD, STAFF_PASSWORD, OPERATIONS_PASSWORD, IDENTITY_PASSWORD and WORKER_PASSWORD',
    examples: [''],
  });
}

function addMigrate(database: Command, perform: Perform): void {
  const command = database
    .command('migrate')
    .description('apply new migrations, load reference data, create partitions and queues')
    .action(
      perform(async (task) => {
        const url = readDatabaseUrl(task.environment, 'owner');
        const { applied } = await explainedBy('MIGRATION_DATABASE_URL', () => migrate(url, (line) => task.note(line)));
        task.answer(
          { applied },
          applied.length === 0 ? 'There was nothing to migrate.' : `Applied ${toCount(applied.length, 'migration')}.`,
        );
      }),
    );
  explained(command, {
    notes: 'Run it for every release, before its processes start. The previous release keeps working.',
    reads: READS,
    examples: [''],
  });
}

function addStatus(database: Command, perform: Perform): void {
  const status = database
    .command('status')
    .description('show migrations, roles, partitions and sizes')
    .action(
      perform(async (task) => {
        const url = readDatabaseUrl(task.environment, 'owner');
        const found = await explainedBy('MIGRATION_DATABASE_URL', () => readStatus(url));
        task.answer(found, described(found));
        const good = found.migrations.every(({ state }) => state === 'applied' || state === 'unknown');
        if (!good || found.roles.some(({ state }) => state !== 'good')) task.fail();
      }),
    );
  explained(status, {
    notes: 'Exits with 1 if a migration is missing or was edited, or a role is misconfigured.',
    reads: READS,
    examples: ['', '--json'],
  });
}

function addLogins(database: Command, perform: Perform): void {
  const open = database
    .command('open-login <login>')
    .description('give an unused login a new password, to move the processes to it')
    .action(
      perform(async (task, login: string) => {
        const { SUPERUSER_DATABASE_URL: url, LOGIN_PASSWORD: password } = readLoginConfig(task.environment);
        await explainedBy('SUPERUSER_DATABASE_URL', () => openLogin(url, login, password));
        const next = 'Next: put it into the URLs of its processes, and restart them one by one.';
        task.answer({ login, open: true }, `${login} is open with the new password.\n${next}`);
      }),
    );
  explained(open, {
    notes:
      'Each role of a process has two logins with the same rights, such as onboarding_app and onboarding_app_2, so that its password can be changed without a refused connection. The second one is created when it is first opened. The command is refused while the login is in use.',
    reads: 'SUPERUSER_DATABASE_URL and LOGIN_PASSWORD',
    examples: ['onboarding_app_2'],
  });
  const close = database
    .command('close-login <login>')
    .description('close a login that is no longer used, so that its password is worthless')
    .action(
      perform(async (task, login: string) => {
        await explainedBy('SUPERUSER_DATABASE_URL', () => closeLogin(readSuperuserUrl(task.environment), login));
        task.answer({ login, open: false }, `${login} is closed.`);
      }),
    );
  explained(close, {
    notes:
      'Refused while a connection uses it, or while the other login of the role is closed. Its role and rights remain.',
    reads: 'SUPERUSER_DATABASE_URL',
    examples: ['onboarding_app'],
  });
}

const LARGEST = 15;
const toMegabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(1)} MB`;

function described({ server, migrations, roles, partitions, sizes, bytes }: DatabaseStatus): Laid {
  const open = migrations.filter(({ state }) => state !== 'applied');
  return joined(
    '\n\n',
    toFacts([
      ['PostgreSQL', server],
      ['Size', toMegabytes(bytes)],
      ['Migrations', `${migrations.length - open.length} of ${migrations.length} applied`],
    ]),
    ...(open.length === 0
      ? []
      : [
          toTable(
            ['MIGRATION', 'STATE'],
            open.map(({ name, state }) => [name, state]),
          ),
        ]),
    toTable(
      ['ROLE', 'STATE'],
      roles.map(({ name, state }) => [name, state]),
    ),
    toTable(
      ['PARTITIONS OF', 'UNTIL'],
      partitions.map(({ table, until }) => [table, until]),
    ),
    toTable(
      ['LARGEST TABLES', 'SIZE'],
      sizes.slice(0, LARGEST).map((one) => [one.table, toMegabytes(one.bytes)]),
    ),
  );
}
