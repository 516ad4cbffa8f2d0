// Identifies the running build: its version and the commit it was built from.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export interface Build {
  version: string;
  /** `unknown` outside a checkout. */
  commit: string;
}

const fileOf = (name: string) => new URL(`../../../../${name}`, import.meta.url);

/** The image and a release contain build.json; programs that run from source ask git. */
export const BUILD: Build = existsSync(fileOf('build.json'))
  ? JSON.parse(readFileSync(fileOf('build.json'), 'utf8'))
  : { version: JSON.parse(readFileSync(fileOf('package.json'), 'utf8')).version, commit: findCommit() };

/** As `--version` prints it. */
export const BUILD_NAME = `${BUILD.version} (${BUILD.commit})`;

function findCommit(): string {
  // Without this, git would search the folders above.
  if (!existsSync(fileOf('.git'))) return 'unknown';
  try {
    const folder = fileURLToPath(fileOf('.'));
    const words = ['-C', folder, 'rev-parse', 'HEAD'];
    return execFileSync('git', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return 'unknown';
  }
}
