// Draws random faults; the same seed and sources give the same faults.

import { globSync } from 'node:fs';
import type { SuiteName } from '../tests/rings.ts';
import { codeFaults } from './code-faults.ts';
import { databaseFaults } from './database-faults.ts';
import type { Fault } from './fault.ts';

export interface Draw {
  area: AreaName;
  /** In the order drawn: the first that compiles is planted, because nobody could merge the others. */
  candidates: Fault[];
}

const CANDIDATES = 12;

/** Draws `count` times in total, split among the areas by their shares. */
export async function draw(commands: string, { seed, count }: { seed: number; count: number }): Promise<Draw[]> {
  const random = createRandom(seed);
  const whole = Object.values(AREAS).reduce((sum, { share }) => sum + share, 0);
  const drawn: Draw[] = [];
  for (const area of Object.keys(AREAS) as AreaName[]) {
    const faults = area === 'database' ? databaseFaults() : await codeFaults(commands, sourcesOf(area));
    const wanted = Math.max(1, Math.round((count * AREAS[area].share) / whole));
    // By kind first: there are thousands of possible grants but only dozens of policies.
    const kinds = area === 'database' ? [...Map.groupBy(faults, ({ kind }) => kind).values()] : [faults];
    for (let index = 0; index < wanted; index++) {
      drawn.push({ area, candidates: Array.from({ length: CANDIDATES }, () => pick(pick(kinds, random), random)) });
    }
  }
  return drawn;
}

function pick<T>(all: readonly T[], random: () => number): T {
  const picked = all[Math.floor(random() * all.length)];
  if (picked === undefined) throw new Error('There is nothing to draw from');
  return picked;
}

/** The mulberry32 generator. */
function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

// The areas from which faults are drawn, each with the suites to ask about faults that the gate misses.

interface Area {
  /** Out of forty faults. */
  share: number;
  sources: string[];
  suites: SuiteName[];
}

export const AREAS = {
  domain: {
    share: 11,
    sources: ['packages/domain/src'],
    suites: ['parts', 'journeys', 'attacks', 'faults', 'browser'],
  },
  platform: {
    share: 4,
    sources: ['packages/platform/src', 'packages/settings/src'],
    suites: ['parts', 'faults', 'attacks', 'running'],
  },
  api: {
    share: 6,
    sources: ['apps/api/src', 'packages/contract/src'],
    suites: ['parts', 'journeys', 'attacks', 'browser'],
  },
  identity: { share: 4, sources: ['apps/identity/src'], suites: ['identity', 'attacks', 'browser'] },
  database: { share: 4, sources: [], suites: ['parts', 'attacks'] },
  worker: { share: 4, sources: ['apps/worker/src'], suites: ['parts', 'faults', 'journeys', 'running'] },
  clients: {
    share: 3,
    sources: ['packages/sdk/src', 'packages/cli/src', 'packages/command/src', 'packages/key-pair/src'],
    suites: ['sdk', 'journeys', 'parts'],
  },
  sites: {
    share: 3,
    sources: ['apps/portal/src', 'apps/console/src', 'packages/ui/src'],
    suites: ['browser', 'attacks'],
  },
  command: { share: 1, sources: ['apps/ctl/src'], suites: ['commands', 'parts'] },
} satisfies Record<string, Area>;
type AreaName = keyof typeof AREAS;

const sourcesOf = (area: AreaName): string[] =>
  AREAS[area].sources
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))
    .filter((path) => !/\.(test|gen)\.tsx?$|\.d\.ts$|example/.test(path))
    .sort();
