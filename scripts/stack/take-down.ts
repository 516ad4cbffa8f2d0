/** The commands that end, show and remove a stack. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { findCeph, stopCeph } from '../ceph-server.ts';
import { findClamd } from '../clamd-server.ts';
import { findPostgres, removePostgres } from '../postgres-server.ts';
import { StackFailure } from './failure.ts';
import { findService, isHealthy, type ServiceName, stopService } from './services.ts';
import type { StackSettings } from './settings.ts';
import { step } from './step.ts';

/** Each with the path that answers 200 when it can work; in the order of starting. */
const SERVICES: readonly { name: ServiceName; title: string; health: string }[] = [
  { name: 'mail', title: 'Mail server', health: '/health/live' },
  { name: 'identity', title: 'Identity', health: '/health/ready' },
  { name: 'worker', title: 'Worker', health: '/health/ready' },
  { name: 'api', title: 'API', health: '/health/ready' },
];

/** Ends each part before what it depends on. */
export async function takeDown(settings: StackSettings): Promise<void> {
  for (const { name, title } of SERVICES.toReversed()) {
    await step(title, async () => ((await stopService(settings, name)) ? 'stopped' : 'was not running'));
  }
  await stopService(settings, 'issuer');
  await step('Virus scanner', async () => {
    const scanner = await findClamd(settings.scannerDirectory);
    await scanner?.stop();
    return scanner === undefined ? 'was not running' : 'stopped';
  });
  await step('Object storage', async () => {
    const running = await findCeph(settings.storageDirectory);
    // Also what is left of one that has lost a part.
    await stopCeph(settings.storageDirectory);
    return running === undefined ? 'was not running' : 'stopped';
  });
  await step('PostgreSQL', async () => {
    const server = findPostgres(settings.postgresDirectory);
    await server?.stop();
    return server === undefined ? 'was not running' : 'stopped';
  });
}

/** Ends the stack and deletes everything it kept. */
export async function reset(settings: StackSettings): Promise<void> {
  if (!existsSync(settings.directory)) {
    console.log('There is nothing to reset. "npm run stack -- up" makes a new stack.');
    return;
  }
  // The folder may be any that ONBOARDING_STACK_DIR names; only one that a stack has made is deleted.
  if (!existsSync(settings.secretsFile)) {
    throw new StackFailure(`${settings.directory} is not a stack folder: delete it by hand if it is not needed`);
  }
  await takeDown(settings);
  await removePostgres(settings.postgresDirectory);
  await rm(settings.directory, { recursive: true, force: true });
  console.log(`\nDeleted ${settings.directory}. "npm run stack -- up" makes a new one.`);
}

/** Shows each part; true when all of them run and answer. */
export async function showStatus(settings: StackSettings): Promise<boolean> {
  const server = findPostgres(settings.postgresDirectory);
  const storage = await findCeph(settings.storageDirectory);
  const scanner = await findClamd(settings.scannerDirectory);
  const parts = [
    { title: 'PostgreSQL', state: server === undefined ? 'stopped' : 'running', at: server },
    { title: 'Object storage', state: storage === undefined ? 'stopped' : 'running', at: storage },
    { title: 'Virus scanner', state: scanner === undefined ? 'stopped' : 'running', at: scanner },
    ...(await Promise.all(SERVICES.map(({ name, title, health }) => statusOf(settings, name, title, health)))),
  ];
  for (const { title, state, at } of parts) {
    const place = at === undefined ? '' : `pid ${String(at.pid).padEnd(8)} port ${at.port}`;
    console.log(`  ${title.padEnd(20)}${state.padEnd(14)}${place}`.trimEnd());
  }
  return parts.every((part) => part.state === 'running');
}

async function statusOf(settings: StackSettings, name: ServiceName, title: string, health: string) {
  const at = await findService(settings, name);
  if (at === undefined) return { title, state: 'stopped', at };
  return { title, state: (await isHealthy(at.port, health)) ? 'running' : 'not ready', at };
}
