// Every block of code on the pages of the documentation: which test runs it, or why none does.

export interface Blocks {
  page: string;
  /** As after the three signs that begin a block, without the name of a tab. */
  language: string;
  count: number;
  /** The file that reads the page and runs its blocks. */
  ranBy?: string;
  /** Why nobody runs them. Their shell is parsed all the same, and their commands of operators exist. */
  notRun?: string;
}

const FOR_A_CLUSTER = 'changes servers, clusters or machines that only an operator has';
const BY_COMMANDS = 'for a production database; the tests of each command run it with another';

export const CODE_BLOCKS: readonly Blocks[] = [
  { page: 'quickstart', language: 'sh', count: 11, ranBy: 'tests/journeys/quickstart.system.test.ts' },
  { page: 'quickstart', language: 'ts', count: 2, ranBy: 'tests/journeys/quickstart.system.test.ts' },
  { page: 'quickstart', language: 'python', count: 2, ranBy: 'tests/journeys/quickstart.system.test.ts' },
  { page: 'tokens', language: 'sh', count: 8, ranBy: 'tests/identity/recipe.system.test.ts' },
  { page: 'retries', language: 'sh', count: 6, ranBy: 'tests/journeys/guides.system.test.ts' },
  { page: 'documents', language: 'sh', count: 7, ranBy: 'tests/journeys/documents-page.system.test.ts' },
  { page: 'sandbox', language: 'sh', count: 1, ranBy: 'tests/journeys/guides.system.test.ts' },
  { page: 'sdks', language: 'ts', count: 4, ranBy: 'tests/journeys/guides.system.test.ts' },
  { page: 'sdks', language: 'python', count: 4, ranBy: 'tests/journeys/guides.system.test.ts' },
  { page: 'cli', language: 'sh', count: 1, ranBy: 'tests/journeys/packages.system.test.ts' },
  { page: 'receiving', language: 'js', count: 1, ranBy: 'tests/journeys/guides.system.test.ts' },
  { page: 'webhooks', language: 'js', count: 1, ranBy: 'tests/contract/webhooks/webhook-page.system.test.ts' },
  { page: 'webhooks', language: 'sh', count: 1, notRun: 'waits for events; the tests of the command run it' },
  { page: 'production', language: 'sh', count: 15, ranBy: 'tests/running/production-guide.system.test.ts' },
  { page: 'pooler', language: 'ini', count: 1, ranBy: 'tests/harness/servers/pgbouncer.ts' },
  {
    page: 'clients',
    language: 'sh',
    count: 3,
    notRun: 'tests generate the same clients, with tools that are installed already',
  },
  {
    page: 'collection/README',
    language: 'sh',
    count: 1,
    notRun: 'a test runs the collection, with a runner that is installed already',
  },
  { page: 'production', language: 'ini', count: 1, notRun: FOR_A_CLUSTER },
  { page: 'image', language: 'sh', count: 8, notRun: FOR_A_CLUSTER },
  { page: 'kubernetes', language: 'sh', count: 6, notRun: FOR_A_CLUSTER },
  { page: 'systemd', language: 'sh', count: 2, notRun: FOR_A_CLUSTER },
  { page: 'systemd', language: 'ini', count: 1, notRun: FOR_A_CLUSTER },
  { page: 'keys', language: 'sh', count: 3, notRun: BY_COMMANDS },
  { page: 'operations', language: 'sh', count: 16, notRun: BY_COMMANDS },
  { page: 'operations', language: 'sql', count: 1, ranBy: 'tests/contract/house/pages.test.ts' },
  { page: 'settings', language: 'sh', count: 1, notRun: BY_COMMANDS },
];
