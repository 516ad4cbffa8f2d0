// Which part may import which. The table is the architecture; an import that violates it fails here.
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, test } from 'vitest';
import { architecturePage } from '../../../scripts/generate/pages.ts';
import { importsOf, readAll } from '../../../scripts/house/sources.ts';

/** From a module of the domain to exactly the other modules that it imports. */
const MODULES: Record<string, readonly string[]> = {
  core: ['requirements'],
  partners: [],
  waking: [],
  requirements: [],
  events: ['waking'],
  audit: [],
  idempotency: [],
  'signing-keys': [],
  mails: [],
  accounts: ['mails'],
  credentials: ['accounts', 'mails'],
  'api-requests': [],
  metadata: [],
  people: ['requirements'],
  documents: [],
  'review-state': ['events', 'waking'],
  'review-mails': ['accounts', 'mails'],
  'analyst-notices': ['accounts', 'mails', 'profiles', 'review-state', 'staff-reads'],
  profiles: [
    'audit',
    'documents',
    'events',
    'metadata',
    'people',
    'requirements',
    'review-mails',
    'review-state',
    'waking',
  ],
  uploads: ['documents', 'events', 'partners', 'people', 'profiles', 'review-state'],
  screening: ['partners', 'people', 'profiles', 'review-state', 'waking'],
  flags: ['documents', 'partners', 'people', 'profiles', 'requirements', 'review-state', 'screening', 'waking'],
  // Reads by our staff are recorded here.
  'staff-reads': ['accounts'],
  anchors: ['audit', 'staff-reads'],
  'audit-stream': ['accounts', 'audit', 'operations', 'staff-reads'],
  'review-work': [
    'accounts',
    'audit',
    'documents',
    'events',
    'flags',
    'partners',
    'people',
    'profiles',
    'requirements',
    'review-mails',
    'review-state',
    'screening',
    'staff-reads',
  ],
  // Only where ENVIRONMENT is sandbox.
  sandbox: ['documents', 'people', 'profiles', 'review-state', 'review-work'],
  overview: ['accounts', 'credentials', 'profiles', 'webhooks'],
  'list-exports': [],
  activity: ['accounts', 'credentials', 'list-exports', 'webhooks'],
  webhooks: ['accounts', 'audit', 'events', 'mails', 'waking'],
  operations: ['accounts', 'credentials', 'partners', 'requirements', 'webhooks'],
  // Every module that stores customer data.
  erasure: [
    'audit',
    'documents',
    'events',
    'flags',
    'idempotency',
    'metadata',
    'partners',
    'people',
    'profiles',
    'review-state',
    'review-work',
    'screening',
    'webhooks',
  ],
};

/** Every module of the domain may import these. */
const GROUND = ['contract', 'platform', 'database', 'domain/core'];

/** From a part to the parts that it may import. Parts of the domain are its modules. */
const MAY_IMPORT: Record<string, readonly string[]> = {
  contract: [],
  platform: [],
  database: [],
  ...Object.fromEntries(
    Object.entries(MODULES).map(([module, others]) => [
      `domain/${module}`,
      [...GROUND, ...others.map((other) => `domain/${other}`)],
    ]),
  ),
  // Installed by partners: depend on none of our internal packages.
  sdk: [],
  command: [],
  'key-pair': [],
  cli: ['sdk', 'command', 'key-pair'],
  // The sites know only the contract of the API, not its implementation.
  ui: ['contract'],
  'apps/console': ['contract', 'ui'],
  'apps/portal': ['contract', 'key-pair', 'ui'],
  // Contains only pages.
  'apps/docs': [],
  // Settings of the processes; the domain gets them from its callers.
  settings: ['contract', 'platform'],
  'apps/identity': ['contract', 'platform', 'settings', 'database', 'domain/*'],
  'apps/api': ['contract', 'platform', 'settings', 'domain/*'],
  'apps/worker': ['contract', 'platform', 'settings', 'domain/*'],
  'apps/ctl': ['command', 'contract', 'platform', 'settings', 'database', 'domain/*'],
};

const SOURCES = globSync('{apps,packages,database}/**/*.{ts,tsx}', {
  exclude: (path) => path.includes('node_modules'),
}).filter((path) => !path.endsWith('.test.ts'));

function partOf(path: string): string {
  const [top = '', name = '', , module = ''] = path.split('/');
  if (top === 'database') return 'database';
  if (top === 'apps') return `apps/${name}`;
  if (name !== 'domain') return name;
  return module.endsWith('.ts') ? 'domain/core' : `domain/${module}`;
}

/** The part that an import refers to; undefined for external packages. */
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
  [...readFileSync(file, 'utf8').matchAll(/(?:from\s+|import[\s(]+)'([^']+)'/g)].map(([, specifier = '']) => ({
    file,
    from: partOf(file),
    to: target(file, specifier),
    specifier,
  })),
);

const covers = (grant: string, part: string) =>
  grant === part || (grant.endsWith('/*') && part.startsWith(grant.slice(0, -1)));

const allowed = ({ from, to }: Import) =>
  to === undefined || to === from || MAY_IMPORT[from]?.some((grant) => covers(grant, to));

describe('imports', () => {
  test('use every permission in the table, so that it lists no unnecessary ones', () => {
    const unused = Object.entries(MAY_IMPORT).flatMap(([from, parts]) =>
      parts
        .filter((part) => !(from.startsWith('domain/') && GROUND.includes(part)))
        .filter((part) => !IMPORTS.some((one) => one.from === from && one.to !== undefined && covers(part, one.to)))
        .map((part) => `${from} -> ${part}`),
    );
    expect(unused).toEqual([]);
  });

  test('have a row in the table for every part', () => {
    expect([...new Set(SOURCES.map(partOf))].sort()).toEqual(Object.keys(MAY_IMPORT).sort());
  });

  test('follow the table', () => {
    expect(IMPORTS.length).toBeGreaterThan(150);
    expect(IMPORTS.filter((one) => !allowed(one)).map(({ file, specifier }) => `${file} -> ${specifier}`)).toEqual([]);
  });

  test('match docs/architecture.md', () => {
    const [path, page] = architecturePage();
    expect(readFileSync(path, 'utf8'), 'npm run generate').toBe(page);
  });

  test('never go from http of the API to its other folders: they use http, not the other way round', () => {
    const others = IMPORTS.filter(
      ({ file, specifier }) => file.startsWith('apps/api/src/http/') && specifier.startsWith('../'),
    );
    expect(others.map(({ file, specifier }) => `${file} -> ${specifier}`)).toEqual([]);
  });

  test('go from one module of the domain to another only through its index.ts', () => {
    const deepImports = IMPORTS.filter(
      ({ from, to, specifier }) =>
        to !== from &&
        to?.startsWith('domain/') &&
        to !== 'domain/core' &&
        specifier.startsWith('.') &&
        !specifier.endsWith('/index.ts'),
    );
    expect(deepImports.map(({ file, specifier }) => `${file} -> ${specifier}`)).toEqual([]);
  });

  test('lead from no test of the domain to an app, not even through a helper', () => {
    const graph = importsOf('.', readAll('.'));
    const tests = [...graph.keys()].filter((file) => /^packages\/domain\/.*\.test\.ts$/.test(file));
    expect(tests.length).toBeGreaterThan(30);
    const found = tests.flatMap((file) => {
      const reached = new Set([file]);
      // A set that grows is also walked to its new end.
      for (const one of reached) for (const next of graph.get(one) ?? []) reached.add(next);
      const app = [...reached].find((one) => one.startsWith('apps/'));
      return app === undefined ? [] : [`${file} -> ${app}`];
    });
    expect(found).toEqual([]);
  });

  test('bring no web framework and no job queue into the domain', () => {
    const foreign = IMPORTS.filter(
      ({ from, specifier }) =>
        from.startsWith('domain/') && /^(fastify|oidc-provider|pg|pg-boss|react)/.test(specifier),
    );
    expect(foreign).toEqual([]);
  });
});

describe('files of the domain', () => {
  const files = SOURCES.filter((file) => file.startsWith('packages/domain/src/'));

  test('have unique names', () => {
    const names = files.map((file) => basename(file)).filter((name) => name !== 'index.ts');
    expect([...new Set(names.filter((name, at) => names.indexOf(name) !== at))]).toEqual([]);
  });

  test('are never an index.ts in a subfolder of a module: only the module has one', () => {
    expect(globSync('packages/domain/src/*/*/**/index.ts')).toEqual([]);
  });
});

/** Columns of a table that belong to a module other than its owner, which alone may write them: the review row holds due times. */
const LENT_COLUMNS: Record<string, Record<string, readonly string[]>> = {
  reviews: {
    flags: ['flags', 'flag_codes', 'flags_due_at', 'decided_flags', 'priority'],
    screening: ['screening_due_at', 'screening_tries', 'screening_since', 'screen_again_at'],
  },
};

describe("a module with columns in another module's table", () => {
  const lent = Object.entries(LENT_COLUMNS).flatMap(([table, modules]) =>
    Object.entries(modules).map(([module, columns]) => ({ table, module, columns })),
  );

  test.each(lent)('$module writes only its own columns of $table', ({ table, module, columns }) => {
    const files = SOURCES.filter((file) => file.startsWith(`packages/domain/src/${module}/`));
    const text = files.map((file) => readFileSync(file, 'utf8')).join('\n');
    const updates = new RegExp(`\\bupdate ${table}\\b(?: \\w)? set(.*?)\\b(?:from|where|returning)\\b`, 'gs');
    const written = [...text.matchAll(updates)].flatMap(([, list = '']) =>
      [...list.matchAll(/(?:^|,)\s*(\w+)\s*=/g)].map(([, column = '']) => column),
    );
    expect([...new Set(written)].sort()).toEqual([...columns].sort());
    expect(text).not.toMatch(new RegExp(`\\b(insert into|delete from) ${table}\\b`));
  });
});

test("only the store of a table's module names it in SQL", () => {
  const owners: Record<string, string> = {
    customers: 'profiles',
    customer_terms: 'profiles',
    customer_counts: 'profiles',
    customer_metadata: 'metadata',
    people: 'people',
    identities: 'people',
    documents: 'documents',
    events: 'events',
    event_outbox: 'events',
    audit_entries: 'audit',
    idempotency_keys: 'idempotency',
    requirement_sets: 'requirements',
    countries: 'requirements',
    country_lists: 'requirements',
    country_looks: 'requirements',
    business_types: 'requirements',
    api_certificates: 'credentials',
    token_requests: 'credentials',
    api_requests: 'api-requests',
    list_exports: 'list-exports',
    saved_filters: 'accounts',
    used_assertions: 'credentials',
    accounts: 'accounts',
    second_factors: 'accounts',
    recovery_codes: 'accounts',
    account_links: 'accounts',
    account_events: 'accounts',
    account_attempts: 'accounts',
    sessions: 'accounts',
    sign_ins: 'accounts',
    reviews: 'review-state',
    review_decisions: 'review-state',
    review_reasons: 'review-state',
    review_notes: 'review-work',
    review_verdicts: 'review-work',
    review_statistics: 'review-work',
    analyst_days: 'review-work',
    analyst_notices: 'analyst-notices',
    package_snapshots: 'review-work',
    hit_findings: 'review-work',
    identity_comparisons: 'review-work',
    document_pages_seen: 'review-work',
    screenings: 'screening',
    staff_reads: 'staff-reads',
    review_notices: 'review-mails',
    review_mail_rounds: 'review-mails',
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
    operator_actions: 'operations',
    audit_streams: 'audit-stream',
    signing_keys: 'signing-keys',
  };
  const ownersOf = (table: string) => [owners[table], ...Object.keys(LENT_COLUMNS[table] ?? {})];
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
          !(ownersOf(table).some((owner) => file.includes(`/domain/src/${owner}/`)) && file.endsWith('-store.ts')),
      )
      .map((table) => `${file} names ${table}`),
  );
  expect(strays).toEqual([]);
});
