// docs/quickstart.md, split into the commands that start a sandbox and the ways through it.
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { sectionsOf } from './page-blocks.ts';

export const QUICKSTART = sectionsOf(readFileSync('docs/quickstart.md', 'utf8'));

export const START = 'Start a sandbox from the sources';
export const WAYS = ['With curl', 'With TypeScript', 'With Python', 'With the command line'] as const;
export type Way = (typeof WAYS)[number];

/** Each is a block, or a line of one. */
interface Start {
  /** Installs packages of the system, as root. */
  system: string;
  /** Installs the project's own. */
  install: string;
  up: string;
  /** Leaves the secret in WEBHOOK_SECRET. */
  register: string;
}

export function readStart(): Start {
  const [system = '', install = '', register = '', ...rest] = QUICKSTART.get(START) ?? [];
  expect(rest).toEqual([]);
  expect(system).toMatch(/^apt-get install /);
  const [packages = '', ...up] = install.split('\n');
  expect(packages).toBe('npm install');
  return { system, install: packages, up: up.join('\n'), register };
}

/** The blocks of a way, with the URL of this sandbox and with their temporary files in this folder. */
export function blocksOfWay(way: Way, api: string, folder: string): string[] {
  const blocks = QUICKSTART.get(way) ?? [];
  expect(blocks.length, way).toBeGreaterThan(0);
  return blocks.map((block) => block.replace(/^API=.*$/m, () => `API=${api}`).replaceAll('/tmp/', () => `${folder}/`));
}
