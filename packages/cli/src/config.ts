import { existsSync, readFileSync } from 'node:fs';

export type Environment = Record<string, string | undefined>;

/** The only place that reads the environment of the process. */
export const environment = (): Environment => ({ ...process.env });

/** The manifest is beside the built command, and one level above the sources. */
const PLACES = ['./package.json', '../package.json'];

function readVersion(): string {
  const manifest = PLACES.map((place) => new URL(place, import.meta.url)).find((url) => existsSync(url));
  if (manifest === undefined) return 'unknown';
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version;
}

export const VERSION = readVersion();
