// Identifies the running build: its version and the commit it was built from.
import { existsSync, readFileSync } from 'node:fs';

export interface Build {
  version: string;
  /** `unknown` when running from source. */
  commit: string;
}

const fileOf = (name: string) => new URL(`../../../../${name}`, import.meta.url);

/** `npm run build:image` writes build.json next to its output. */
export const BUILD: Build = existsSync(fileOf('build.json'))
  ? JSON.parse(readFileSync(fileOf('build.json'), 'utf8'))
  : { version: JSON.parse(readFileSync(fileOf('package.json'), 'utf8')).version, commit: 'unknown' };
