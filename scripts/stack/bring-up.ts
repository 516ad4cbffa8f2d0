/** Brings the stack up, one visible step after the other; every step may be repeated. */
import { bootstrapDatabase } from '../../database/bootstrap.ts';
import { migrate } from '../../database/migrate.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../postgres-server.ts';
import { seedDemoPartners } from '../seed.ts';
import { describeFailure, StackFailure } from './failure.ts';
import {
  apiService,
  ensureService,
  issuerService,
  journal,
  requireFreePorts,
  type Service,
  stopService,
} from './services.ts';
import { localUrl, type StackSettings } from './settings.ts';
import { loadSecrets, writeEnvironment } from './state-files.ts';

/** How to end a part again that this run started, as opposed to one that it found running. */
export interface StartedPart {
  readonly title: string;
  stop(): Promise<unknown>;
}

export async function bringUp(settings: StackSettings): Promise<void> {
  const api = await bringUpFoundations(settings, []);
  await step('API', async () => {
    return outcomeOn(api.port, await ensureService(settings, api));
  });
  console.log(nextSteps(settings));
}

/** Everything below the API. Adds each part to `started` as soon as it runs, and answers how to start the API. */
export async function bringUpFoundations(settings: StackSettings, started: StartedPart[]): Promise<Service> {
  const secrets = await loadSecrets(settings);
  const found = findPostgres(settings.postgresDirectory);
  const server = await step(
    'PostgreSQL',
    () => ensurePostgres(settings, found, started),
    ({ pid, port }) => outcomeOn(port, pid === found?.pid ? 'kept' : 'started'),
  );
  const urls = await step('Roles and database', async () =>
    bootstrapDatabase(server.superuserUrl, {
      database: 'onboarding',
      ...secrets,
    }),
  );
  await step('Migrations', async () => {
    const lines: string[] = [];
    const { applied } = await migrate(urls.ownerUrl, (line) => lines.push(line));
    await journal(settings, lines);
    return applied.length === 0 ? 'nothing new' : `${applied.length} applied`;
  });
  await step('Demo partners', async () => {
    const partners = await seedDemoPartners(urls.ownerUrl);
    await writeEnvironment(settings, urls.appUrl, partners);
    return partners.map((partner) => partner.name).join(', ');
  });
  await step('Token issuer', async () => {
    const outcome = await ensureService(settings, issuerService(settings));
    if (outcome === 'started') started.push({ title: 'Token issuer', stop: () => stopService(settings, 'issuer') });
    return outcomeOn(settings.ports.issuer, outcome);
  });
  return apiService(settings, secrets, urls.appUrl);
}

/** Shows what is being done, then how it ended and how long it took, on one line. */
export async function step<T>(title: string, work: () => Promise<T>, describe?: (result: T) => string): Promise<T> {
  process.stdout.write(`  ${title.padEnd(20)}`);
  const begun = performance.now();
  try {
    const result = await work();
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const outcome = describe?.(result) ?? (typeof result === 'string' ? result : 'ready');
    process.stdout.write(`${outcome.padEnd(34)} ${seconds} s\n`);
    return result;
  } catch (thrown) {
    process.stdout.write('failed\n');
    if (thrown instanceof StackFailure) throw thrown;
    throw new StackFailure(`${title}: ${describeFailure(thrown)}`, { cause: thrown });
  }
}

export function nextSteps(settings: StackSettings): string {
  const api = localUrl(settings.ports.api);
  return [
    '',
    'The stack is up.',
    `  API      ${api}`,
    `  Docs     ${api}/docs`,
    '  Token    npm run --silent stack -- token acme',
    `  Logs     ${settings.logDirectory}`,
    '  Stop     npm run stack -- down',
  ].join('\n');
}

async function ensurePostgres(
  settings: StackSettings,
  found: PostgresServer | undefined,
  started: StartedPart[],
): Promise<PostgresServer> {
  if (found?.port !== settings.ports.postgres) await requireFreePorts(settings, ['postgres']);
  const lines: string[] = [];
  const server = await startPostgres({
    directory: settings.postgresDirectory,
    port: settings.ports.postgres,
    durable: true,
    log: (line) => lines.push(line),
  });
  if (found === undefined) started.push({ title: 'PostgreSQL', stop: () => server.stop() });
  await journal(settings, lines);
  return server;
}

function outcomeOn(port: number, outcome: 'started' | 'kept'): string {
  return `${outcome === 'started' ? 'started' : 'already running'} on port ${port}`;
}
