// Linters of the OpenAPI documents and generators of clients, installed on first use into .tools/. They are no packages of
// the project: it does not need them to run, and the generator needs another TypeScript.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const SOURCES = resolve(import.meta.dirname, 'openapi-tools');
const PLACE = resolve(import.meta.dirname, '../.tools');
/** For all downloads of one kind together; a machine with nothing else to do needs a tenth of it. */
const INSTALL_MS = 240_000;

/** The folder with the commands of the Node tools. */
export async function nodeTools(): Promise<string> {
  const folder = await installed('node', ['package.json', 'package-lock.json'], async (fresh) => {
    // No scripts: none of the packages needs one, and one of them would report the installation to its makers.
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--fetch-timeout=45000'];
    await run('npm', ['install', ...options], fresh);
  });
  return join(folder, 'node_modules/.bin');
}

/** The Python that has the Python tools. */
export async function pythonTools(): Promise<string> {
  const python = 'venv/bin/python';
  const folder = await installed('python', ['requirements.txt'], async (fresh) => {
    await run('python3', ['-m', 'venv', 'venv'], fresh);
    const options = ['--quiet', '--no-input', '--disable-pip-version-check', '--timeout=45'];
    await run(join(fresh, python), ['-m', 'pip', 'install', ...options, '-r', 'requirements.txt'], fresh);
  });
  return join(folder, python);
}

/** Installs anew when a source has changed or an installation was not finished. */
async function installed(kind: string, files: string[], install: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(PLACE, kind);
  const hash = createHash('sha256');
  for (const file of files) hash.update(await readFile(join(SOURCES, file)));
  const version = hash.digest('hex');
  const stamp = join(folder, 'installed');
  if ((await readFile(stamp, 'utf8').catch(() => '')) === version) return folder;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const file of files) await copyFile(join(SOURCES, file), join(folder, file));
  await install(folder);
  await writeFile(stamp, version);
  return folder;
}

async function run(program: string, parts: string[], cwd: string): Promise<void> {
  try {
    await promisify(execFile)(program, parts, { cwd, timeout: INSTALL_MS, maxBuffer: 1e8 });
  } catch (thrown) {
    const { stdout = '', stderr = '' } = thrown as { stdout?: string; stderr?: string };
    const hint =
      program === 'python3' ? 'on Debian it needs the package python3-venv' : 'it needs the registry: try again';
    throw new Error(`"${program} ${parts.join(' ')}" failed in ${cwd}; ${hint}.\n${stdout}${stderr}`, {
      cause: thrown,
    });
  }
}
