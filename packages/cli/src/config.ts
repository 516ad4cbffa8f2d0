import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export type Environment = Record<string, string | undefined>;

/** The only place that reads the environment of the process. */
export const environment = (): Environment => ({ ...process.env });

interface Manifest {
  version: string;
  /** Only in the manifest of the built command. */
  gitHead?: string;
}

/** The manifest is beside the built command, and one level above the sources. */
const PLACES = ['./package.json', '../package.json'];

function readManifest(): Manifest {
  const manifest = PLACES.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url));
  if (manifest === undefined) return { version: 'unknown' };
  return JSON.parse(readFileSync(manifest, 'utf8'));
}

/** The commit of the checkout that contains the sources. */
function findCommit(): string {
  try {
    const words = ['-C', fileURLToPath(new URL('.', import.meta.url)), 'rev-parse', 'HEAD'];
    return execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'unknown';
  }
}

const { version, gitHead } = readManifest();

export const VERSION = version;
/** As `--version` prints it. The built command reads its commit from the manifest; only the sources ask git. */
export const BUILD_NAME = `${version} (${gitHead ?? findCommit()})`;
