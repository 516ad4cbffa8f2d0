// Which build runs: the version, and the commit of the sources that it was built from.
import { existsSync, readFileSync } from 'node:fs';

export interface Build {
  version: string;
  /** `unknown` where the sources run as they are. */
  commit: string;
}

const fileOf = (name: string) => new URL(`../../../../${name}`, import.meta.url);

/** `npm run build:image` writes build.json beside what it builds. */
export const BUILD: Build = existsSync(fileOf('build.json'))
  ? JSON.parse(readFileSync(fileOf('build.json'), 'utf8'))
  : { version: JSON.parse(readFileSync(fileOf('package.json'), 'utf8')).version, commit: 'unknown' };
