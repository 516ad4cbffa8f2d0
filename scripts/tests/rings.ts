/**
 * The two rings of tests. A file whose name ends in .system.test.ts is a system test: it starts processes, servers, browsers or
 * compilers, kills something, fuzzes for long, or depends on time. All others are the gate: deterministic, with at most
 * PostgreSQL and servers inside the test's own process. tests/contract/house/rings.test.ts enforces this.
 */
import { globSync } from 'node:fs';

export const TESTS = '{apps,packages,database,scripts,tests}/**/*.test.ts';
export const SYSTEM_TESTS = '{apps,packages,database,scripts,tests}/**/*.system.test.ts';

/** Every gate test with a database imports this, directly or indirectly. */
export const DATABASE = 'tests/harness/database.ts';

/** Parallel files, for two cores: many tests wait for PostgreSQL or for processes much of the time. */
export const WORKERS = 4;
export type Ring = 'gate' | 'system';

export const ringOf = (file: string): Ring => (file.endsWith('.system.test.ts') ? 'system' : 'gate');

interface Suite {
  /** The location of its files. A file belongs to the first suite that matches. */
  place: RegExp;
  proves: string;
  needs: string;
  /** Approximately, on two idle cores. */
  takes: string;
}

export const SUITES = {
  models: {
    place: /^tests\/models\/|(fuzz|-model)[^/]*$|\/fuzz\//,
    proves: 'long random histories and bodies, compared with a model or a table',
    needs: 'Ceph',
    takes: '4 min',
  },
  commands: {
    place: /^apps\/ctl\//,
    proves: "the operators' commands, run as processes",
    needs: 'Ceph',
    takes: '1 min',
  },
  identity: {
    place: /^tests\/identity\//,
    proves: 'tokens, keys and limits of the identity service',
    needs: 'Redis',
    takes: '1 min',
  },
  journeys: {
    place: /^tests\/journeys\//,
    proves: 'complete journeys through real processes, and every example in the docs',
    needs: 'Ceph, ClamAV, the languages of docs/examples with the Go and Maven registries, zsh, fish',
    takes: '3 min',
  },
  sdk: {
    place: /^tests\/sdk\//,
    proves:
      'one list of cases, run by each SDK against the real services under faults; the packed SDK in Bun, Deno and workerd',
    needs: 'Ceph, ClamAV, Python',
    takes: '3 min',
  },
  browser: {
    place: /^tests\/browser\//,
    proves: 'the portal, the console, the documentation and the pages of the identity service in a real browser',
    needs: 'Ceph, ClamAV, Chromium',
    takes: '5 min',
  },
  faults: {
    place: /^tests\/faults\//,
    proves: 'nothing is lost or duplicated when processes, databases and networks fail',
    needs: 'Ceph, ClamAV, Redis',
    takes: '3 min',
  },
  attacks: {
    place: /^tests\/attacks\//,
    proves: 'what outsiders, partners and insiders cannot do',
    needs: 'Ceph, ClamAV, Chromium, Poppler',
    takes: '2 min',
  },
  running: {
    place: /^tests\/running\//,
    proves: 'what operators deploy: image, chart, units, proxy, alerts, pooler',
    needs: 'Ceph, ClamAV, Redis, Python, Caddy, systemd, Prometheus, podman, iproute2, the npm registry',
    takes: '4 min',
  },
  parts: {
    place: /^/,
    proves: 'single components that need a real server or a clock',
    needs: 'Ceph, ClamAV, Redis',
    takes: '2 min',
  },
} satisfies Record<string, Suite>;
export type SuiteName = keyof typeof SUITES;

function suiteOf(file: string): SuiteName | undefined {
  if (ringOf(file) === 'gate') return undefined;
  return (Object.keys(SUITES) as SuiteName[]).find((name) => SUITES[name].place.test(file));
}

/** All test files, as paths from the root of the repository. */
export const listTests = (): string[] => globSync(TESTS, { exclude: (path) => path.includes('node_modules') }).sort();

export const filesOf = (suite: SuiteName): string[] => listTests().filter((file) => suiteOf(file) === suite);
