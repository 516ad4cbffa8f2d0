/**
 * A native PostgreSQL on loopback, for the local stack and for the tests. One directory is one server: starting the
 * same directory again returns the running one.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { describeFailure, failureCode, StackFailure } from './failure.ts';
import { isPortFree } from './ports.ts';
import { findPostgresBinaries, handOver, locatePlace, type PostgresPlace, preparePlace } from './postgres-place.ts';
import { isAlive, listProcessesIn, type ProcessIdentity, signalProcess, startDetached, waitFor } from './processes.ts';

export { findPostgresBinaries, removePlace as removePostgres } from './postgres-place.ts';

export interface PostgresSettings {
  readonly directory: string;
  readonly port: number;
  /**
   * False trades crash safety for speed: even kill() may then lose the latest commits. Only for tests that do not need
   * it.
   */
  readonly durable: boolean;
  /** More lines for its configuration. */
  readonly settings?: readonly string[];
  readonly log: (line: string) => void;
}

export interface PostgresServer {
  readonly superuserUrl: string;
  readonly port: number;
  readonly pid: number;
  /** Ends open connections, writes a checkpoint and stops. */
  stop(): Promise<void>;
  /** Kills only the postmaster, as a crash would; the next start recovers. */
  kill(): void;
}

/** Recovery after a crash replays at most a few hundred megabytes here, so a minute is generous. */
const startDeadlineMs = 240_000;
const stopDeadlineMs = 120_000;

/** Starts the server of the directory, or returns the one running with the same settings. */
export async function startPostgres(settings: PostgresSettings): Promise<PostgresServer> {
  const binaries = findPostgresBinaries();
  const place = await preparePlace(settings.directory);
  const configuration = configurationOf(settings);
  const configurationFile = join(place.cluster, 'postgresql.conf');

  const running = findPostmaster(place);
  if (running !== undefined) {
    const unchanged = (await readFile(configurationFile, 'utf8')) === configuration;
    if (unchanged && (await answers(place, settings.port, running))) return serverOf(place, settings.port, running);
    settings.log('PostgreSQL has stopped or runs with other settings: restarting it');
    await stopPostmaster(running);
  }

  await clearRemains(place, settings.log);
  if (!(await isPortFree(settings.port))) {
    throw new StackFailure(`Port ${settings.port} on 127.0.0.1 is taken by another program`);
  }
  if (!existsSync(join(place.cluster, 'PG_VERSION'))) {
    settings.log(`Creating a PostgreSQL cluster in ${place.cluster}`);
    await createCluster(binaries.initdb, place, settings.durable);
  }
  await writeFile(configurationFile, configuration);
  handOver(configurationFile, place.account);
  const postmaster = await launch(binaries.postgres, place, settings.port);
  settings.log(`PostgreSQL answers on port ${settings.port} as process ${postmaster.pid}`);
  return serverOf(place, settings.port, postmaster);
}

/** The running server of the directory, no matter which process started it. */
export function findPostgres(directory: string): PostgresServer | undefined {
  const place = locatePlace(directory);
  const postmaster = findPostmaster(place);
  if (postmaster === undefined) return undefined;
  return serverOf(place, Number(readLockFile(place)[3]), postmaster);
}

function serverOf(place: PostgresPlace, port: number, postmaster: ProcessIdentity): PostgresServer {
  return {
    superuserUrl: superuserUrl(place, port),
    port,
    pid: postmaster.pid,
    stop: () => stopPostmaster(postmaster),
    kill: () => signalProcess(postmaster, 'SIGKILL', 'process'),
  };
}

function superuserUrl(place: PostgresPlace, port: number): string {
  // The password is hexadecimal, so the address needs no escaping.
  return `postgres://postgres:${readFileSync(place.passwordFile, 'utf8').trim()}@127.0.0.1:${port}/postgres`;
}

function configurationOf(settings: PostgresSettings): string {
  const crashSafety = settings.durable ? 'on' : 'off';
  return [
    '# Written at every start of the server: changes made here by hand are lost.',
    `listen_addresses = '127.0.0.1'`,
    `port = ${settings.port}`,
    `unix_socket_directories = ''`,
    'max_connections = 200',
    'shared_buffers = 256MB',
    `fsync = ${crashSafety}`,
    `synchronous_commit = ${crashSafety}`,
    `full_page_writes = ${crashSafety}`,
    `timezone = 'UTC'`,
    `log_timezone = 'UTC'`,
    `log_line_prefix = '%m [%p] %d '`,
    ...(settings.settings ?? []),
    '',
  ].join('\n');
}

/** Without the developer's environment: PGDATA, PGPORT or PGOPTIONS would change the server's behaviour. */
function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C.UTF-8' };
}

async function createCluster(initdb: string, place: PostgresPlace, durable: boolean): Promise<void> {
  await writeFile(place.passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
  handOver(place.passwordFile, place.account);
  // An interrupted initdb leaves half a cluster, so it runs in another folder, which is then moved into place.
  const unfinished = `${place.cluster}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  const parameters = ['--pgdata', unfinished, '--username', 'postgres', '--pwfile', place.passwordFile];
  parameters.push('--encoding', 'UTF8', '--locale', 'C.UTF-8', '--auth', 'scram-sha-256');
  if (!durable) parameters.push('--no-sync');
  try {
    await promisify(execFile)(initdb, parameters, { cwd: place.home, env: serverEnvironment(), ...place.account });
  } catch (thrown) {
    throw new StackFailure(`initdb could not create ${place.cluster}: ${lastComplaint(describeOutput(thrown))}`);
  }
  await rename(unfinished, place.cluster);
}

/** The postmaster in the lock file, if it really is a PostgreSQL on this cluster. */
function findPostmaster(place: PostgresPlace): ProcessIdentity | undefined {
  const pid = Number(readLockFile(place)[0]);
  return listServerProcesses(place).find((identity) => identity.pid === pid);
}

/** The processes of a server, postmaster and backends: their working directory is the cluster's folder. */
function listServerProcesses(place: PostgresPlace): ProcessIdentity[] {
  return existsSync(place.cluster) ? listProcessesIn(realpathSync(place.cluster), 'postgres') : [];
}

function readLockFile(place: PostgresPlace): string[] {
  try {
    return readFileSync(join(place.cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch (thrown) {
    if (failureCode(thrown) === 'ENOENT') return [];
    throw thrown;
  }
}

/**
 * Cleans up after a killed postmaster. Its backends usually notice within moments and exit; one in a long statement
 * does not, and while it lives no new server may touch the files.
 */
async function clearRemains(place: PostgresPlace, log: (line: string) => void): Promise<void> {
  const orphansEnded = () => listServerProcesses(place).length === 0;
  if (!(await waitFor(orphansEnded, 2_000))) {
    log('Ending the backends that a killed PostgreSQL left behind');
    for (const orphan of listServerProcesses(place)) signalProcess(orphan, 'SIGQUIT', 'process');
    if (!(await waitFor(orphansEnded, 10_000))) {
      const pids = listServerProcesses(place).map((orphan) => orphan.pid);
      throw new StackFailure(
        `Backends of a killed PostgreSQL are still running: end the processes ${pids.join(', ')} first`,
      );
    }
  }
  // PostgreSQL discards the lock file of a dead postmaster, unless its pid belongs to a zombie or to another process by
  // now. Nothing uses the cluster at this point, so such a lock protects nothing.
  const pid = Number(readLockFile(place)[0]);
  if (pid > 0 && existsSync(`/proc/${pid}`)) await rm(join(place.cluster, 'postmaster.pid'));
}

async function launch(postgres: string, place: PostgresPlace, port: number): Promise<ProcessIdentity> {
  const earlierLog = existsSync(place.logFile) ? (await stat(place.logFile)).size : 0;
  const postmaster = await startDetached({
    program: postgres,
    parameters: ['-D', place.cluster],
    folder: place.home,
    environment: serverEnvironment(),
    logFile: place.logFile,
    account: place.account,
  });
  if (await answers(place, port, postmaster)) return postmaster;
  const complaint = lastComplaint((await readFile(place.logFile)).subarray(earlierLog).toString());
  throw new StackFailure(`PostgreSQL did not start: ${complaint} (its log is ${place.logFile})`);
}

/** Waits until the postmaster serves its cluster; false if it exited instead. */
async function answers(place: PostgresPlace, port: number, postmaster: ProcessIdentity): Promise<boolean> {
  let reason = 'it does not answer';
  const ended = await waitFor(async () => {
    const answer = await askForCluster(superuserUrl(place, port));
    reason = answer.reason ?? `another server answers on port ${port}`;
    return answer.cluster === realpathSync(place.cluster) || !isAlive(postmaster);
  }, startDeadlineMs);
  if (ended) return isAlive(postmaster);
  await stopPostmaster(postmaster);
  throw new StackFailure(`PostgreSQL did not start: ${reason} (its log is ${place.logFile})`);
}

/** Asks the server which cluster it serves, so that a foreign server on the same port is not mistaken for ours. */
async function askForCluster(url: string): Promise<{ cluster?: string; reason?: string }> {
  const client = new Client({ connectionString: url, ssl: false, connectionTimeoutMillis: 10_000 });
  // A server that stops during the query also breaks the idle connection, which must not end this process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const answer = await client.query<{ data_directory: string }>('show data_directory');
    const cluster = answer.rows[0]?.data_directory;
    return cluster === undefined ? {} : { cluster: realpathSync(cluster) };
  } catch (thrown) {
    return { reason: describeFailure(thrown) };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function stopPostmaster(postmaster: ProcessIdentity): Promise<void> {
  // SIGINT is PostgreSQL's fast shutdown: SIGTERM would wait for every client to disconnect.
  signalProcess(postmaster, 'SIGINT', 'process');
  if (await waitFor(() => !isAlive(postmaster), stopDeadlineMs)) return;
  signalProcess(postmaster, 'SIGQUIT', 'process');
  if (await waitFor(() => !isAlive(postmaster), stopDeadlineMs)) return;
  throw new StackFailure(`PostgreSQL does not stop: end process ${postmaster.pid} by hand`);
}

function describeOutput(thrown: unknown): string {
  if (thrown instanceof Error && 'stderr' in thrown && typeof thrown.stderr === 'string' && thrown.stderr !== '') {
    return thrown.stderr;
  }
  return describeFailure(thrown);
}

/** The line of a log with the reason, without the hints and notices around it. */
function lastComplaint(log: string): string {
  const lines = log.trim().split('\n');
  const complaint = lines.findLast((line) => /\b(FATAL|PANIC|error):/.test(line)) ?? lines.at(-1) ?? '';
  return complaint.replace(/^.*?\b(FATAL|PANIC|error):\s*/, '');
}
