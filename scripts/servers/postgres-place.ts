/** Where PostgreSQL is installed on this machine, which OS user may run it, and which folder it uses. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, chmodSync, chownSync, constants, lstatSync, mkdirSync, readdirSync, readlinkSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { StackFailure } from './failure.ts';

const PACKAGES = '/usr/lib/postgresql';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

export interface OsAccount {
  readonly uid: number;
  readonly gid: number;
}

export interface PostgresPlace {
  readonly home: string;
  readonly cluster: string;
  readonly passwordFile: string;
  readonly logFile: string;
  /** The account to switch to; undefined if the current one runs the server. */
  readonly account: OsAccount | undefined;
}

/**
 * POSTGRES_BIN chooses a version. Otherwise the folders of the Debian packages come first, newest version first: on PATH, these
 * packages put only a wrapper that manages its own clusters, or nothing.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const chosen = process.env.POSTGRES_BIN;
  const packaged = listVersions(PACKAGES).map((version) => join(PACKAGES, version, 'bin'));
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((entry) => entry !== '');
  for (const folder of chosen === undefined ? [...packaged, ...onPath] : [chosen]) {
    const binaries = { initdb: join(folder, 'initdb'), postgres: join(folder, 'postgres') };
    if (isExecutable(binaries.initdb) && isExecutable(binaries.postgres)) return binaries;
  }
  if (chosen !== undefined) throw new StackFailure(`POSTGRES_BIN: initdb and postgres are not in ${chosen}`);
  throw new StackFailure(
    'PostgreSQL server not found: install it with "apt-get install postgresql" or add the folder of initdb and postgres to PATH',
  );
}

/** The place of a directory that may not exist yet; creates nothing. */
export function locatePlace(directory: string): PostgresPlace {
  return placeAt(readLocation(directory) ?? resolve(directory));
}

/** The place of a directory, created and owned by the account that runs the server. */
export async function preparePlace(directory: string): Promise<PostgresPlace> {
  const account = serverAccount();
  const remembered = readLocation(directory);
  if (remembered !== undefined) {
    makeHome(remembered, account);
    return placeAt(remembered, account);
  }
  const home = resolve(directory);
  makeHome(home, account);
  if (account === undefined || mayWrite(home, account)) return placeAt(home, account);

  // The server's account cannot enter a checkout in a private folder such as /root, no matter who owns the folder itself, so
  // the files are in the temporary folder and the directory records where.
  const elsewhere = join(tmpdir(), `onboarding-${createHash('sha256').update(home).digest('hex').slice(0, 16)}`);
  makeHome(elsewhere, account);
  await symlink(elsewhere, join(home, locationName));
  return placeAt(elsewhere, account);
}

/** Deletes all files of the server, wherever they are. The server must be stopped. */
export async function removePlace(directory: string): Promise<void> {
  const remembered = readLocation(directory);
  if (remembered !== undefined) await rm(remembered, { recursive: true, force: true });
  await rm(directory, { recursive: true, force: true });
}

/** Gives a file to the server's account, if it is another one. */
export function handOver(path: string, account: OsAccount | undefined): void {
  if (account !== undefined) chownSync(path, account.uid, account.gid);
}

const locationName = 'location';

function placeAt(home: string, account?: OsAccount): PostgresPlace {
  return {
    home,
    cluster: join(home, 'cluster'),
    passwordFile: join(home, 'superuser-password'),
    logFile: join(home, 'server.log'),
    account,
  };
}

function makeHome(home: string, account: OsAccount | undefined): void {
  // No mode here: it would also close the parent folders, which the server's account has to pass through.
  mkdirSync(home, { recursive: true });
  const found = lstatSync(home);
  // In the shared temporary folder someone else may have taken the name; root must not adopt their folder.
  if (!found.isDirectory() || (account !== undefined && found.uid !== 0 && found.uid !== account.uid)) {
    throw new StackFailure(`${home} belongs to another user: remove it, or choose another folder`);
  }
  handOver(home, account);
  chmodSync(home, 0o700);
}

/** PostgreSQL refuses to run as root, so root uses the account that the packages create. */
function serverAccount(): OsAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  if (uid?.status !== 0 || gid?.status !== 0) {
    throw new StackFailure(
      'PostgreSQL refuses to run as root and there is no OS user "postgres": install it with "apt-get install postgresql", or run this as another user',
    );
  }
  return { uid: Number(uid.stdout.trim()), gid: Number(gid.stdout.trim()) };
}

function mayWrite(folder: string, account: OsAccount): boolean {
  return spawnSync('test', ['-w', folder], { cwd: '/', ...account }).status === 0;
}

function readLocation(directory: string): string | undefined {
  try {
    return readlinkSync(join(directory, locationName));
  } catch {
    return undefined;
  }
}

function listVersions(installations: string): string[] {
  try {
    return readdirSync(installations)
      .filter((entry) => /^\d+(\.\d+)?$/.test(entry))
      .sort((left, right) => Number(right) - Number(left));
  } catch {
    return [];
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
