// What every benchmark starts: its own durable PostgreSQL, a token issuer, API processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { bootstrapDatabase, migrate, serveEveryCountry, urlFor } from '@onboarding/database';
import { Registry } from '@onboarding/platform/metrics';
import { type Db, databaseMetrics, openDatabase } from '@onboarding/platform/postgres';
import pg from 'pg';
import { freePort } from '../free-port.ts';
import { demoPartners, seedDemoPartners } from '../seed.ts';
import { removePostgres, startPostgres } from '../servers/postgres-server.ts';
import { startTokenIssuer } from './token-issuer.ts';

export const KEY_RING = { current: 'bench', keys: { bench: Buffer.alloc(32, 7).toString('base64') } };
const AUDIENCE = 'onboarding-api';
const PASSWORDS = {
  ownerPassword: 'bench',
  appPassword: 'bench',
  staffPassword: 'bench',
  operationsPassword: 'bench',
  identityPassword: 'bench',
  workerPassword: 'bench',
};

/** Links can be issued without a server. */
export const NO_STORAGE = {
  S3_ENDPOINT: 'http://127.0.0.1:9',
  S3_REGION: 'us-east-1',
  S3_BUCKET: 'documents',
  S3_KEPT_BUCKET: 'kept',
  S3_QUARANTINE_BUCKET: 'quarantine',
  S3_ACCESS_KEY: 'bench',
  S3_SECRET_KEY: 'bench',
  S3_LINK_ACCESS_KEY: 'bench-links',
  S3_LINK_SECRET_KEY: 'bench',
};

export interface BenchDatabase {
  superuserUrl: string;
  appUrl: string;
  staffUrl: string;
  operationsUrl: string;
  identityUrl: string;
  workerUrl: string;
}

export interface BenchProcess {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

interface Started {
  /** The only core that it may use. */
  core?: number | undefined;
  /** A file for its log. */
  log?: string;
}

export interface BenchServers {
  /** A folder for the servers that a benchmark starts. */
  directory: string;
  partnerId: string;
  clientId: string;
  postgresPid: number;
  /** For the demo partner by default; valid for five minutes. */
  token(of?: { partnerId: string; clientId: string }): Promise<string>;
  makeDatabase(name: string): Promise<BenchDatabase>;
  /** A copy of a database without connections. */
  copyDatabase(from: string, name: string): Promise<BenchDatabase>;
  startApi(database: BenchDatabase, environment?: Record<string, string>): Promise<BenchProcess>;
  startWorker(database: BenchDatabase, environment: Record<string, string>, how?: Started): Promise<BenchProcess>;
  startIdentity(database: BenchDatabase, environment: Record<string, string>, how?: Started): Promise<BenchProcess>;
  stop(): Promise<void>;
}

export async function withServers(work: (servers: BenchServers) => Promise<void>): Promise<void> {
  const servers = await startServers();
  try {
    await work(servers);
  } finally {
    await servers.stop();
  }
}

/** `settings`: lines for PostgreSQL's configuration. */
export async function startServers(settings: readonly string[] = []): Promise<BenchServers> {
  const directory = await mkdtemp(join(resolve('.test'), 'bench-'));
  // Created for its owner only, but PostgreSQL runs as another user.
  await chmod(directory, 0o755);
  const postgresDirectory = join(directory, 'postgres');
  const postgres = await startPostgres({
    directory: postgresDirectory,
    port: await freePort(),
    durable: true,
    settings,
    log: () => {},
  });
  const issuer = await startTokenIssuer(await freePort());
  const children: ChildProcess[] = [];
  const [partner] = demoPartners;
  if (partner === undefined) throw new Error('There is no demo partner');
  return {
    directory,
    partnerId: partner.partnerId,
    clientId: partner.clientId,
    postgresPid: postgres.pid,
    token: ({ partnerId, clientId } = partner) =>
      issuer.mint({ audience: AUDIENCE, clientId, partnerId, scope: 'partner.read partner.write' }),
    makeDatabase: (name) => makeDatabase(postgres.superuserUrl, name),
    copyDatabase: (from, name) => copyDatabase(postgres.superuserUrl, from, name),
    startApi: (database, environment = {}) =>
      start(children, 'apps/api/src/main.ts', { ...apiEnvironment(database, issuer), ...environment }),
    startWorker: (database, environment, how) =>
      start(children, 'apps/worker/src/main.ts', { ...workerEnvironment(database), ...environment }, how),
    startIdentity: (database, environment, how) =>
      start(children, 'apps/identity/src/main.ts', { DATABASE_URL: database.identityUrl, ...environment }, how),
    async stop() {
      for (const child of children.reverse()) await end(child);
      await issuer.close();
      await postgres.stop();
      await removePostgres(postgresDirectory);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function makeDatabase(serverUrl: string, name: string): Promise<BenchDatabase> {
  const { ownerUrl, ...urls } = await bootstrapDatabase(serverUrl, { database: name, ...PASSWORDS });
  await migrate(ownerUrl, () => {});
  await serveEveryCountry(ownerUrl);
  await seedDemoPartners(ownerUrl);
  const superuserUrl = urlFor(serverUrl, name);
  // The demo partners have their own limits, which would override those of the processes.
  await asOwner({ superuserUrl }, (owner) =>
    owner.query('update partners set reads_per_second = null, writes_per_second = null'),
  );
  return { superuserUrl, ...urls };
}

async function copyDatabase(serverUrl: string, from: string, name: string): Promise<BenchDatabase> {
  const client = await connect(serverUrl);
  await client.query(`create database ${name} template ${from} owner onboarding_owner`);
  await client.end();
  const urlAs = (role: string) => urlFor(serverUrl, name, role, PASSWORDS.appPassword);
  return {
    superuserUrl: urlFor(serverUrl, name),
    appUrl: urlAs('onboarding_app'),
    staffUrl: urlAs('onboarding_staff'),
    operationsUrl: urlAs('onboarding_operations'),
    identityUrl: urlAs('onboarding_identity'),
    workerUrl: urlAs('onboarding_worker'),
  };
}

const apiEnvironment = (database: BenchDatabase, { issuer, jwksUrl }: { issuer: string; jwksUrl: string }) => ({
  DATABASE_URL: database.appUrl,
  TOKEN_ISSUER: issuer,
  TOKEN_AUDIENCE: AUDIENCE,
  TOKEN_JWKS_URL: jwksUrl,
  ...NO_STORAGE,
  // The work is measured, not the limits.
  RATE_LIMIT_READS: '1000000',
  RATE_LIMIT_WRITES: '1000000',
  RATE_LIMIT_UPLOAD_LINKS: '1000000',
});

const workerEnvironment = (database: BenchDatabase) => ({
  DATABASE_URL: database.workerUrl,
  PORTAL_URL: 'http://127.0.0.1:9',
  SCREENING_PROVIDER: 'builtin',
});

/** Adds the process to `children`, which end with the servers. */
async function start(
  children: ChildProcess[],
  script: string,
  environment: Record<string, string>,
  { core, log }: Started = {},
): Promise<BenchProcess> {
  const port = environment.PORT ?? String(await freePort());
  const output = log === undefined ? 'ignore' : openSync(log, 'a');
  const child = spawn(...onCore(core, [script]), {
    stdio: ['ignore', output, 'inherit'],
    env: {
      ...process.env,
      ENVIRONMENT: 'development',
      PORT: port,
      METRICS_PORT: String(await freePort()),
      KEY_RING: JSON.stringify(KEY_RING),
      ...environment,
    },
  });
  if (output !== 'ignore') closeSync(output);
  children.push(child);
  const url = `http://127.0.0.1:${port}`;
  await untilReady(url);
  return { url, pid: child.pid ?? 0, stop: () => end(child) };
}

export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

async function untilReady(url: string): Promise<void> {
  for (let attempt = 0; attempt < 1_200; attempt++) {
    const ready = await fetch(`${url}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((later) => setTimeout(later, 50));
  }
  throw new Error(`The process at ${url} did not get ready`);
}

export async function connect(
  url: string,
  settings: pg.ClientConfig & { pipeline?: boolean } = {},
): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, ...settings });
  await client.connect();
  return client;
}

/** A connection as the owner, for the time of this work. */
export async function asOwner<T>(
  { superuserUrl }: Pick<BenchDatabase, 'superuserUrl'>,
  work: (owner: pg.Client) => Promise<T>,
): Promise<T> {
  const owner = await connect(superuserUrl, { options: '-c search_path=onboarding' });
  try {
    return await work(owner);
  } finally {
    await owner.end();
  }
}

/** As the API opens it. */
export const openAppDatabase = ({ appUrl }: BenchDatabase, poolSize: number, registry = new Registry()): Db =>
  openDatabase({
    url: appUrl,
    applicationName: 'bench',
    poolSize,
    metrics: databaseMetrics(registry),
    onIdleError: () => {},
  });

/** A program of Node and its parameters, kept on one core or not. */
export function onCore(core: number | undefined, parameters: string[]): [program: string, parameters: string[]] {
  if (core === undefined) return [process.execPath, parameters];
  return ['taskset', ['-c', String(core), process.execPath, ...parameters]];
}
