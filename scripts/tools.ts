// Tools that are not dependencies of the project, installed on first use into .tools/ from their own lock file.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const PLACE = resolve(import.meta.dirname, '../.tools');
/** For all downloads of one kind together, with up to three attempts; an idle machine needs a fraction of it. */
const INSTALL_MS = 1_200_000;
export const THRICE = resolve(import.meta.dirname, 'thrice');

/** The folder with the commands of the packages in this package.json and its lock file. */
export async function installedNode(kind: string, sources: string): Promise<string> {
  const folder = await installed(kind, sources, ['package.json', 'package-lock.json'], async (fresh) => {
    // No install scripts: no package needs one, and one of them would report the installation to its vendor.
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-timeout=45000'];
    await run(THRICE, ['npm', 'install', ...options], fresh);
  });
  return join(folder, 'node_modules/.bin');
}

/** Installs again if a source has changed or an installation was interrupted. */
export async function installed(
  kind: string,
  sources: string,
  files: string[],
  install: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(PLACE, kind);
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(join(sources, file)));
  const version = hash.digest('hex');
  const stamp = join(folder, 'installed');
  const isThere = async () => (await readFile(stamp, 'utf8').catch(() => '')) === version;
  if (await isThere()) return folder;
  await mkdir(PLACE, { recursive: true });
  await alone(`${folder}.lock`, async () => {
    if (await isThere()) return;
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    for (const file of files) await copyFile(join(sources, file), join(folder, file));
    await install(folder);
    await writeFile(stamp, version);
  });
  return folder;
}

/** Two test files may need the same tools at once. A lock whose process has died is ignored. */
async function alone(lock: string, work: () => Promise<void>): Promise<void> {
  while (
    !(await writeFile(lock, String(process.pid), { flag: 'wx' }).then(
      () => true,
      () => false,
    ))
  ) {
    const holder = Number(await readFile(lock, 'utf8').catch(() => ''));
    if (holder > 0 && !isAlive(holder)) await rm(lock, { force: true });
    else await delay(200);
  }
  await work().finally(() => rm(lock, { force: true }));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export async function run(program: string, parts: string[], cwd: string): Promise<void> {
  try {
    await promisify(execFile)(program, parts, { cwd, timeout: INSTALL_MS, maxBuffer: 1e8 });
  } catch (thrown) {
    const { stdout = '', stderr = '' } = thrown as { stdout?: string; stderr?: string };
    const hint = program === 'python3' ? 'on Debian it needs the package python3-venv' : 'it needs the registry: retry';
    throw new Error(`"${program} ${parts.join(' ')}" failed in ${cwd}; ${hint}.\n${stdout}${stderr}`, {
      cause: thrown,
    });
  }
}
