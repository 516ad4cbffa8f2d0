// The areas from which faults are drawn, each with the suites to ask about faults that the gate misses.
import { globSync } from 'node:fs';
import type { SuiteName } from '../tests/rings.ts';

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
export type AreaName = keyof typeof AREAS;

export const sourcesOf = (area: AreaName): string[] =>
  AREAS[area].sources
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))
    .filter((path) => !/\.(test|gen)\.tsx?$|\.d\.ts$|example/.test(path))
    .sort();
