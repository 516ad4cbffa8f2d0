// The areas of the tests: their files, the programs they need, and how long they take.
import { globSync } from 'node:fs';

export interface Area {
  /** Files whose path starts with one of these. */
  paths: readonly string[];
  /** Patterns of files that belong to another area. */
  without?: readonly string[];
  proves: string;
  needs: string;
  /** Roughly, on two idle cores. */
  takes: string;
}

const COMMANDS = 'apps/*/src/commands/*.test.ts';

export const AREAS = {
  unit: {
    paths: ['apps/', 'packages/', 'database/', 'scripts/'],
    without: [COMMANDS],
    proves: 'what stands beside the code',
    needs: 'Ceph, ClamAV, Redis, Python',
    takes: '1 min',
  },
  commands: {
    paths: globSync(COMMANDS),
    proves: "operators' commands, each noun at least once as a process",
    needs: 'Ceph',
    takes: '1 min',
  },
  contract: {
    paths: ['tests/contract/'],
    proves: 'every answer of every API, the database, the rules of the house',
    needs: 'Ceph, ClamAV',
    takes: '2 min',
  },
  identity: {
    paths: ['tests/identity/'],
    proves: 'tokens, keys and limits of the identity service',
    needs: 'Redis',
    takes: '1 min',
  },
  journeys: {
    paths: ['tests/journeys/'],
    proves: 'whole ways through real processes, and every example of the docs',
    needs: 'Ceph, ClamAV, the languages of docs/examples',
    takes: '2 min',
  },
  sdk: {
    paths: ['tests/sdk/'],
    proves: 'one list of cases, run by each SDK against the real services under faults',
    needs: 'Ceph, ClamAV, Python',
    takes: '3 min',
  },
  browser: {
    paths: ['tests/browser/'],
    proves: 'the portal, the console and the pages of the identity service in a real browser',
    needs: 'Ceph, ClamAV, Chromium',
    takes: '4 min',
  },
  faults: {
    paths: ['tests/faults/'],
    proves: 'nothing is lost or doubled when processes, databases and networks fail',
    needs: 'Ceph, ClamAV, Redis',
    takes: '3 min',
  },
  attacks: {
    paths: ['tests/attacks/'],
    proves: 'what strangers, partners and insiders cannot do; fuzzing',
    needs: 'Ceph, ClamAV, Chromium',
    takes: '2 min',
  },
  running: {
    paths: ['tests/running/'],
    proves: 'what operators run it with: image, chart, units, proxy, alerts, pooler, commands',
    needs: 'Ceph, ClamAV, Redis, Python, Caddy, systemd, Prometheus, podman',
    takes: '2 min',
  },
  specification: {
    paths: ['tests/specification/', 'tests/leaks/'],
    proves: 'each statement of the specification names its tests; the search for leaks finds them',
    needs: 'nothing',
    takes: '5 s',
  },
} satisfies Record<string, Area>;

/** Fast unit and contract tests that need only PostgreSQL. */
export const FAST: Area = {
  paths: [...AREAS.unit.paths, ...AREAS.contract.paths, ...AREAS.specification.paths],
  without: [
    COMMANDS,
    // These need more than PostgreSQL.
    'packages/domain/src/uploads/inspection/{content-rules,inspection}.test.ts',
    'packages/platform/src/{clamd,limits,s3}/*.test.ts',
    'scripts/servers/storage-servers.test.ts',
    'tests/contract/compliance/{compliance-documents,four-eyes,verification-matrix}.test.ts',
    // These are slow.
    'packages/domain/src/credentials/certificate.test.ts',
    'packages/domain/src/webhooks/**/health-model.test.ts',
    'packages/platform/src/safe-http/sender-failures.test.ts',
    'tests/contract/compliance/{every-compliance-route-input,package-plans,queue-plans,verification-model}.test.ts',
    'tests/contract/create/create-fuzz.test.ts',
    'tests/contract/partner/{other-issuer,sandbox-values}.test.ts',
    'tests/contract/update/update-fields.test.ts',
    'tests/contract/webhooks/{webhook-history,webhook-replay}.test.ts',
  ],
  proves: 'unit and contract tests that need PostgreSQL alone and do not take long',
  needs: 'nothing',
  takes: '90 s',
};

/** The files of an area, as paths from the root of the repository. */
export function filesOf({ paths, without = [] }: Area): string[] {
  const files = globSync('{apps,packages,database,scripts,tests}/**/*.test.ts', {
    exclude: (path) => path.includes('node_modules'),
  });
  const left = new Set(without.flatMap((pattern) => globSync(pattern)));
  return files.filter((file) => paths.some((path) => file.startsWith(path)) && !left.has(file));
}
