/** Starts the stack in visible steps; every step may be repeated. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bootstrapDatabase } from '../../database/bootstrap.ts';
import { serveEveryCountry } from '../../database/for-trying.ts';
import { migrate } from '../../database/migrate.ts';
import { buildStaleSites, isBuilt } from '../build-sites.ts';
import { seedDemo } from '../seed.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../servers/postgres-server.ts';
import type { SiteName } from '../site-sources.ts';
import { ensureReceivers } from './receivers.ts';
import {
  apiService,
  ensureService,
  identityService,
  journal,
  mailService,
  type Service,
  stopService,
  workerService,
} from './services.ts';
import { everyEnvironment, localUrl, requireFreePorts, type StackSettings, siteOf } from './settings.ts';
import { loadSecrets, type StackSecrets, writeEnvironment } from './state-files.ts';
import { step } from './step.ts';
import { ensureScanner, ensureStorage, prepareBuckets, storageAccess } from './storage.ts';

/** How to stop a part that this run started, as opposed to one that was already running. */
export interface StartedPart {
  readonly title: string;
  stop(): Promise<unknown>;
}

export async function bringUp(settings: StackSettings, { docs }: { docs: boolean }): Promise<void> {
  const api = await bringUpFoundations(settings, []);
  if (docs) {
    const outcome = await step('Documentation', () => builtOf(['docs', 'handbook']));
    // Except in development, the API reads its pages only when it starts.
    if (outcome === 'built') await stopService(settings, 'api');
  }
  await step('API', async () => {
    return outcomeOn(api.port, await ensureService(settings, api));
  });
}

/** Everything below the API. Adds each part to `started` as soon as it runs, and returns how to start the API. */
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
      database: settings.name === 'sandbox' ? 'onboarding_sandbox' : 'onboarding',
      ...secrets,
    }),
  );
  await step('Migrations', async () => {
    const lines: string[] = [];
    const { applied } = await migrate(urls.ownerUrl, (line) => lines.push(line));
    await serveEveryCountry(urls.ownerUrl);
    await journal(settings, lines);
    return applied.length === 0 ? 'nothing new' : `${applied.length} applied`;
  });
  const { receivers, changed } = await ensureReceivers(settings);
  await step('Demo partners', async () => {
    const demo = await seedDemo(urls.ownerUrl, { keyDirectory: settings.keyDirectory, keyRing: secrets.keyRing });
    const storage = storageAccess({ settings, secrets });
    await writeEnvironment(settings, urls.appUrl, { ...demo, storage, receivers });
    return demo.partners.map((partner) => partner.name).join(', ');
  });
  await bringUpStorage(settings, secrets, started);
  // A stack of an earlier version may still run it; it occupies the port, and its key is no longer used.
  await stopService(settings, 'issuer');
  await rm(join(settings.directory, 'issuer'), { recursive: true, force: true });
  // A process reads certificate authorities once, at its start. The other environment is started again by its own "up".
  if (changed) {
    for (const one of everyEnvironment(process.env))
      for (const name of ['api', 'worker'] as const) await stopService(one, name);
  }
  const parts = { settings, secrets, urls, receivers };
  for (const service of [mailService(parts), identityService(parts), workerService(parts)]) {
    await step(service.title, async () => {
      const outcome = await ensureService(settings, service);
      if (outcome === 'started')
        started.push({ title: service.title, stop: () => stopService(settings, service.name) });
      return outcomeOn(service.port, outcome);
    });
  }
  await step('Sites', () => builtOf(['portal', 'console']));
  return apiService(parts);
}

async function builtOf(sites: readonly SiteName[]): Promise<string> {
  return (await buildStaleSites(sites)).length === 0 ? 'already built' : 'built';
}

async function bringUpStorage(settings: StackSettings, secrets: StackSecrets, started: StartedPart[]): Promise<void> {
  const servers = [
    { title: 'Object storage', ensure: () => ensureStorage({ settings, secrets }) },
    { title: 'Virus scanner', ensure: () => ensureScanner(settings) },
  ];
  for (const { title, ensure } of servers) {
    await step(title, async () => {
      const server = await ensure();
      if (server.started) started.push({ title, stop: server.stop });
      return outcomeOn(server.port, server.started ? 'started' : 'kept');
    });
  }
  await step('Buckets', () => prepareBuckets({ settings, secrets }));
}

export function nextSteps(settings: StackSettings): string {
  const api = siteOf(settings);
  const [title, flag] = settings.name === 'sandbox' ? ['The sandbox', ' --env sandbox'] : ['The stack', ''];
  return [
    '',
    `${title} is up.`,
    `  API      ${api}`,
    `  Portal   ${api}/portal/`,
    `  Docs     ${isBuilt('docs') ? `${api}/docs` : `npm run stack -- up --docs${flag} builds them`}`,
    `  Mails    ${localUrl(settings.ports.mail)}`,
    `  Token    npm run --silent stack -- token acme${flag}`,
    `  Sign in  npm run --silent stack -- code admin@acme.example${flag}`,
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
