// Which part may know which. The table is the architecture; an import against it fails here.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';

/** From a part to the parts that it may import. Parts of the domain are its modules. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  platform: [],
  database: [],
  'domain/core': ['contract', 'platform', 'domain/requirements'],
  'domain/partners': ['contract', 'platform', 'database', 'domain/core'],
  'domain/requirements': ['contract', 'platform', 'database', 'domain/core'],
  'domain/events': ['contract', 'platform', 'database', 'domain/core'],
  'domain/audit': ['contract', 'platform', 'database', 'domain/core'],
  'domain/idempotency': ['contract', 'platform', 'database', 'domain/core'],
  'domain/mails': ['contract', 'platform', 'database', 'domain/core'],
  'domain/accounts': ['contract', 'platform', 'database', 'domain/core', 'domain/mails'],
  'domain/credentials': ['contract', 'platform', 'database', 'domain/core', 'domain/accounts', 'domain/mails'],
  'domain/people': ['contract', 'platform', 'database', 'domain/core', 'domain/requirements'],
  'domain/documents': ['contract', 'platform', 'database', 'domain/core'],
  'domain/profiles': [
    'contract',
    'platform',
    'database',
    'domain/core',
    'domain/people',
    'domain/documents',
    'domain/requirements',
    'domain/events',
    'domain/audit',
    'domain/reviews',
  ],
  'domain/reviews': ['contract', 'platform', 'database', 'domain/core', 'domain/events'],
  'domain/uploads': [
    'contract',
    'platform',
    'database',
    'domain/core',
    'domain/partners',
    'domain/documents',
    'domain/profiles',
    'domain/reviews',
    'domain/people',
    'domain/events',
    'domain/audit',
  ],
  // Whatever holds anything of a customer.
  'domain/erasure': [
    'contract',
    'platform',
    'database',
    'domain/core',
    'domain/partners',
    'domain/documents',
    'domain/profiles',
    'domain/reviews',
    'domain/people',
    'domain/events',
    'domain/audit',
    'domain/flags',
    'domain/screening',
    'domain/verification',
    'domain/idempotency',
    'domain/webhooks',
  ],
  'domain/flags': [
    'contract',
    'platform',
    'database',
    'domain/core',
    'domain/documents',
    'domain/partners',
    'domain/people',
    'domain/profiles',
    'domain/reviews',
    'domain/screening',
    'domain/verification',
  ],
  'domain/screening': [
    'contract',
    'platform',
    'database',
    'domain/core',
    'domain/partners',
    'domain/reviews',
    'domain/profiles',
    'domain/people',
    'domain/audit',
  ],
  'domain/verification': [
    'contract',
    'platform',
    'database',
    'domain/core',
    'domain/accounts',
    'domain/partners',
    'domain/reviews',
    'domain/documents',
    'domain/profiles',
    'domain/people',
    'domain/events',
    'domain/audit',
    'domain/staff-reads',
  ],
  // Whoever shows something to our own people records it.
  'domain/staff-reads': ['contract', 'platform', 'database', 'domain/core', 'domain/accounts'],
  'domain/packages': [
    'contract',
    'platform',
    'database',
    'domain/core',
    'domain/accounts',
    'domain/partners',
    'domain/reviews',
    'domain/documents',
    'domain/profiles',
    'domain/people',
    'domain/audit',
    'domain/screening',
    'domain/verification',
    'domain/staff-reads',
  ],
  // Only where ENVIRONMENT is sandbox.
  'domain/sandbox': [
    'contract',
    'platform',
    'database',
    'domain/core',
    'domain/reviews',
    'domain/profiles',
    'domain/people',
    'domain/verification',
  ],
  'domain/webhooks': [
    'contract',
    'platform',
    'database',
    'domain/core',
    'domain/partners',
    'domain/events',
    'domain/accounts',
    'domain/mails',
  ],
  // What partners install knows nothing of ours.
  sdk: [],
  cli: ['sdk'],
  'apps/identity': ['contract', 'platform', 'database', 'domain/*'],
  'apps/api': ['contract', 'platform', 'domain/*'],
  'apps/worker': ['contract', 'platform', 'domain/*'],
};

const SOURCES = globSync('{apps,packages,database}/**/*.ts', {
  exclude: (path) => path.includes('node_modules'),
}).filter((path) => !path.endsWith('.test.ts'));

function partOf(path: string): string {
  const [top = '', name = '', , module = ''] = path.split('/');
  if (top === 'database') return 'database';
  if (top === 'apps') return `apps/${name}`;
  if (name !== 'domain') return name;
  return module.endsWith('.ts') ? 'domain/core' : `domain/${module}`;
}

/** The part that an import leads to; undefined for packages from outside. */
function target(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return partOf(normalize(join(dirname(from), specifier)));
  const [, name, module] = /^@onboarding\/([\w-]+)(?:\/([\w-]+))?/.exec(specifier) ?? [];
  if (name === undefined) return undefined;
  if (name === 'domain') return module === undefined ? 'domain/core' : `domain/${module}`;
  return name;
}

interface Import {
  file: string;
  from: string;
  to: string | undefined;
  specifier: string;
}

const IMPORTS: Import[] = SOURCES.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import)\s+'([^']+)'/g)].map(([, specifier = '']) => ({
    file,
    from: partOf(file),
    to: target(file, specifier),
    specifier,
  })),
);

const allowed = ({ from, to }: Import) =>
  to === undefined ||
  to === from ||
  MAY_IMPORT[from]?.some((part) => part === to || (part.endsWith('/*') && to.startsWith(part.slice(0, -1))));

describe('imports', () => {
  test('every part has its line in the table', () => {
    expect([...new Set(SOURCES.map(partOf))].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  test('follow the table', () => {
    expect(IMPORTS.length).toBeGreaterThan(150);
    expect(IMPORTS.filter((one) => !allowed(one)).map(({ file, specifier }) => `${file} -> ${specifier}`)).toEqual([]);
  });

  test('go from one module of the domain into another only by its door', () => {
    const backDoors = IMPORTS.filter(
      ({ from, to, specifier }) =>
        to !== from &&
        to?.startsWith('domain/') &&
        to !== 'domain/core' &&
        specifier.startsWith('.') &&
        !specifier.endsWith('/index.ts'),
    );
    expect(backDoors.map(({ file, specifier }) => `${file} -> ${specifier}`)).toEqual([]);
  });

  test('bring no web framework and no job queue into the domain', () => {
    const foreign = IMPORTS.filter(
      ({ from, specifier }) =>
        from.startsWith('domain/') && /^(fastify|oidc-provider|pg|pg-boss|react)/.test(specifier),
    );
    expect(foreign).toEqual([]);
  });
});

test("a table is named only by its module's store", () => {
  const owners: Record<string, string> = {
    customers: 'profiles',
    people: 'people',
    identities: 'people',
    documents: 'documents',
    events: 'events',
    event_outbox: 'events',
    audit_entries: 'audit',
    idempotency_keys: 'idempotency',
    requirement_sets: 'requirements',
    countries: 'requirements',
    business_types: 'requirements',
    api_certificates: 'credentials',
    token_requests: 'credentials',
    used_assertions: 'credentials',
    accounts: 'accounts',
    second_factors: 'accounts',
    recovery_codes: 'accounts',
    account_links: 'accounts',
    account_events: 'accounts',
    account_attempts: 'accounts',
    sessions: 'accounts',
    sign_ins: 'accounts',
    reviews: 'reviews',
    review_decisions: 'reviews',
    review_reasons: 'reviews',
    review_notes: 'verification',
    review_verdicts: 'verification',
    review_statistics: 'verification',
    screenings: 'screening',
    staff_reads: 'staff-reads',
    business_fingerprints: 'flags',
    business_name_blocks: 'flags',
    webhook_endpoints: 'webhooks',
    webhook_lanes: 'webhooks',
    webhook_deliveries: 'webhooks',
    webhook_attempts: 'webhooks',
    webhook_replays: 'webhooks',
    webhook_replay_batches: 'webhooks',
    webhook_changes: 'webhooks',
    webhook_dispatchers: 'webhooks',
  };
  const withSql = SOURCES.filter(
    (file) => /\bstatement[<(]/.test(readFileSync(file, 'utf8')) && !file.includes('/platform/'),
  );
  expect(withSql.length).toBeGreaterThanOrEqual(5);
  const strays = withSql.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\b(?:from|into|update|join)\s+([a-z_]+)\b/g)]
      .map(([, table = '']) => table)
      .filter(
        (table) =>
          owners[table] !== undefined &&
          !(file.includes(`/domain/src/${owners[table]}/`) && file.endsWith('-store.ts')),
      )
      .map((table) => `${file} names ${table}`),
  );
  expect(strays).toEqual([]);
});
