// Every block of code on the pages of the documentation: which test runs it, or why none does.

export interface Blocks {
  page: string;
  /** The language after the opening fence, without the name of a tab. */
  language: string;
  count: number;
  /** The file that reads the page and runs its blocks. */
  ranBy?: string;
  /**
   * Blocks that it does not run, by a text that only this block contains, with the reason. Their shell is parsed, and their
   * commands exist.
   */
  notRun?: Readonly<Record<string, string>>;
}

const CLUSTER = 'needs a Kubernetes cluster';
const REGISTRY =
  'pulls base images from a registry of containers, which the tests cannot reach; they build with stand-ins';
const PUBLISHED = 'needs an image that was published and signed';
const MACHINE = 'changes the systemd of the machine, as root; tests check the same units with systemd-analyze';

export const CODE_BLOCKS: readonly Blocks[] = [
  { page: 'quickstart', language: 'sh', count: 11, ranBy: 'tests/journeys/quickstart.system.test.ts' },
  { page: 'quickstart', language: 'shell', count: 6, ranBy: 'tests/running/sandbox-container.system.test.ts' },
  { page: 'quickstart', language: 'ts', count: 2, ranBy: 'tests/journeys/quickstart.system.test.ts' },
  { page: 'quickstart', language: 'python', count: 2, ranBy: 'tests/journeys/quickstart.system.test.ts' },
  { page: 'tokens', language: 'sh', count: 8, ranBy: 'tests/identity/recipe.system.test.ts' },
  { page: 'retries', language: 'sh', count: 6, ranBy: 'tests/journeys/guides.system.test.ts' },
  { page: 'documents', language: 'sh', count: 7, ranBy: 'tests/journeys/documents-page.system.test.ts' },
  { page: 'sandbox', language: 'sh', count: 2, ranBy: 'tests/journeys/guides.system.test.ts' },
  { page: 'sdks', language: 'ts', count: 4, ranBy: 'tests/journeys/guides.system.test.ts' },
  { page: 'sdks', language: 'python', count: 4, ranBy: 'tests/journeys/guides.system.test.ts' },
  { page: 'sdk-typescript', language: 'sh', count: 2, ranBy: 'tests/journeys/packages.system.test.ts' },
  { page: 'sdk-typescript', language: 'ts', count: 5, ranBy: 'tests/journeys/sdk-pages.system.test.ts' },
  { page: 'sdk-python', language: 'sh', count: 1, ranBy: 'tests/journeys/sdk-pages.system.test.ts' },
  { page: 'sdk-python', language: 'python', count: 5, ranBy: 'tests/journeys/sdk-pages.system.test.ts' },
  { page: 'cli', language: 'sh', count: 1, ranBy: 'tests/journeys/packages.system.test.ts' },
  { page: 'verification', language: 'sh', count: 2, ranBy: 'tests/journeys/guides.system.test.ts' },
  { page: 'verification', language: 'ts', count: 1, ranBy: 'tests/journeys/guides.system.test.ts' },
  { page: 'verification', language: 'python', count: 1, ranBy: 'tests/journeys/guides.system.test.ts' },
  { page: 'receiving', language: 'js', count: 2, ranBy: 'tests/journeys/guides.system.test.ts' },
  { page: 'versions', language: 'http', count: 1, ranBy: 'tests/contract/partner/deprecation.test.ts' },
  { page: 'webhooks', language: 'js', count: 1, ranBy: 'tests/journeys/webhook-page.system.test.ts' },
  { page: 'webhooks', language: 'sh', count: 1, ranBy: 'tests/journeys/listen.system.test.ts' },
  { page: 'production', language: 'sh', count: 16, ranBy: 'tests/running/production-guide.system.test.ts' },
  { page: 'releases', language: 'sh', count: 4, ranBy: 'tests/running/release.system.test.ts' },
  { page: 'pooler', language: 'ini', count: 1, ranBy: 'tests/harness/servers/pgbouncer.ts' },
  { page: 'clients', language: 'sh', count: 3, ranBy: 'tests/journeys/guides.system.test.ts' },
  { page: 'languages', language: 'sh', count: 6, ranBy: 'tests/journeys/language-examples.system.test.ts' },
  { page: 'languages', language: 'go', count: 1, ranBy: 'tests/journeys/language-examples.system.test.ts' },
  { page: 'languages', language: 'java', count: 1, ranBy: 'tests/journeys/language-examples.system.test.ts' },
  { page: 'languages', language: 'csharp', count: 1, ranBy: 'tests/journeys/language-examples.system.test.ts' },
  { page: 'languages', language: 'php', count: 1, ranBy: 'tests/journeys/language-examples.system.test.ts' },
  { page: 'languages', language: 'ruby', count: 1, ranBy: 'tests/journeys/language-examples.system.test.ts' },
  { page: 'collection/README', language: 'sh', count: 1, ranBy: 'tests/journeys/guides.system.test.ts' },
  { page: 'keys', language: 'sh', count: 3, ranBy: 'tests/running/operators-pages.system.test.ts' },
  { page: 'operations', language: 'sh', count: 16, ranBy: 'tests/running/operators-pages.system.test.ts' },
  { page: 'operations', language: 'sql', count: 1, ranBy: 'tests/contract/house/pages.test.ts' },
  { page: 'settings', language: 'sh', count: 1, ranBy: 'tests/running/doctor.system.test.ts' },
  {
    page: 'production',
    language: 'ini',
    count: 1,
    notRun: { 'repo1-cipher-pass': "is the configuration of pgBackRest on the database's own machine" },
  },
  {
    page: 'image',
    language: 'sh',
    count: 8,
    ranBy: 'tests/running/image.system.test.ts',
    notRun: {
      'docker build': REGISTRY,
      'trivy image': PUBLISHED,
      'cosign verify ': PUBLISHED,
      'up --build': REGISTRY,
      'demo token acme': REGISTRY,
    },
  },
  {
    page: 'kubernetes',
    language: 'yaml',
    count: 1,
    notRun: { externalRules: "is the configuration of the cluster's own Prometheus adapter" },
  },
  {
    page: 'kubernetes',
    language: 'sh',
    count: 7,
    ranBy: 'tests/running/image.system.test.ts',
    notRun: {
      'kubectl create namespace': CLUSTER,
      'helm install': CLUSTER,
      'run countries': CLUSTER,
      'helm upgrade': CLUSTER,
      'helm rollback': CLUSTER,
      'ctl --help': CLUSTER,
    },
  },
  {
    page: 'systemd',
    language: 'sh',
    count: 7,
    ranBy: 'tests/running/systemd-page.system.test.ts',
    notRun: { 'systemctl daemon-reload': MACHINE, 'systemctl restart': MACHINE },
  },
  { page: 'systemd', language: 'ini', count: 1, ranBy: 'tests/running/systemd.system.test.ts' },
];
