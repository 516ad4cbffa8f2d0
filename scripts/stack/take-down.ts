/** The commands that stop, show and remove a stack. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { findCeph, stopCeph } from '../servers/ceph-server.ts';
import { findClamd } from '../servers/clamd-server.ts';
import { StackFailure } from '../servers/failure.ts';
import { findPostgres, removePostgres } from '../servers/postgres-server.ts';
import { findService, isHealthy, type ServiceName, stopService } from './services.ts';
import type { StackSettings } from './settings.ts';
import { step } from './step.ts';

interface Listed {
  readonly name: ServiceName;
  readonly title: string;
  /** The path that answers 200 when it is ready. */
  readonly health: string;
}

const MAIL: Listed = { name: 'mail', title: 'Mail server', health: '/health/live' };

/** The services of each environment, in starting order. */
const SERVICES: readonly Listed[] = [
  { name: 'identity', title: 'Identity', health: '/health/ready' },
  { name: 'worker', title: 'Worker', health: '/health/ready' },
  { name: 'api', title: 'API', health: '/health/ready' },
];

/** An environment that was never started is neither shown nor stopped. */
const wasStarted = ({ environmentFile }: StackSettings) => existsSync(environmentFile);
const titled = (settings: StackSettings, title: string) => (settings.name === 'sandbox' ? `Sandbox: ${title}` : title);

/** Stops the processes of one environment, each before its dependencies. */
export async function takeDownEnvironment(settings: StackSettings): Promise<void> {
  for (const { name, title } of SERVICES.toReversed()) await stopStep(settings, name, titled(settings, title));
}

/** Stops each part before its dependencies. */
export async function takeDown(environments: readonly [StackSettings, ...StackSettings[]]): Promise<void> {
  const [settings] = environments;
  for (const one of environments.toReversed()) {
    if (wasStarted(one) || one === settings) await takeDownEnvironment(one);
  }
  await stopStep(settings, MAIL.name, MAIL.title);
  await stopService(settings, 'issuer');
  await step('Virus scanner', async () => {
    const scanner = await findClamd(settings.scannerDirectory);
    await scanner?.stop();
    return scanner === undefined ? 'was not running' : 'stopped';
  });
  await step('Object storage', async () => {
    const running = await findCeph(settings.storageDirectory);
    // Also cleans up after one that lost a part.
    await stopCeph(settings.storageDirectory);
    return running === undefined ? 'was not running' : 'stopped';
  });
  await step('PostgreSQL', async () => {
    const server = findPostgres(settings.postgresDirectory);
    await server?.stop();
    return server === undefined ? 'was not running' : 'stopped';
  });
}

async function stopStep(settings: StackSettings, name: ServiceName, title: string): Promise<void> {
  await step(title, async () => ((await stopService(settings, name)) ? 'stopped' : 'was not running'));
}

/** Stops the stack and deletes all its data. */
export async function reset(environments: readonly [StackSettings, ...StackSettings[]]): Promise<void> {
  const [settings] = environments;
  if (!existsSync(settings.directory)) {
    console.log('There is nothing to reset. "npm run stack -- up" creates a new stack.');
    return;
  }
  // ONBOARDING_STACK_DIR may name any folder; only one created by a stack is deleted.
  if (!existsSync(settings.secretsFile)) {
    throw new StackFailure(`${settings.directory} is not a stack folder: delete it by hand if it is not needed`);
  }
  await takeDown(environments);
  await removePostgres(settings.postgresDirectory);
  await rm(settings.directory, { recursive: true, force: true });
  console.log(`\nDeleted ${settings.directory}. "npm run stack -- up" creates a new one.`);
}

interface Part {
  readonly title: string;
  readonly state: 'running' | 'not ready' | 'stopped';
  readonly at: { pid: number; port: number } | undefined;
}

/** Shows each part; true if all run and respond. */
export async function showStatus(environments: readonly [StackSettings, ...StackSettings[]]): Promise<boolean> {
  const parts = await listParts(environments);
  for (const { title, state, at } of parts) {
    const place = at === undefined ? '' : `pid ${String(at.pid).padEnd(8)} port ${at.port}`;
    console.log(`  ${title.padEnd(20)}${state.padEnd(14)}${place}`.trimEnd());
  }
  return parts.every((part) => part.state === 'running');
}

export async function listParts(environments: readonly [StackSettings, ...StackSettings[]]): Promise<Part[]> {
  const [settings] = environments;
  const server = findPostgres(settings.postgresDirectory);
  const storage = await findCeph(settings.storageDirectory);
  const scanner = await findClamd(settings.scannerDirectory);
  const started = environments.filter(wasStarted);
  const services = (started.length === 0 ? [settings] : started).flatMap((one) =>
    SERVICES.map((service) => statusOf(one, { ...service, title: titled(one, service.title) })),
  );
  return [
    { title: 'PostgreSQL', state: server === undefined ? 'stopped' : 'running', at: server },
    { title: 'Object storage', state: storage === undefined ? 'stopped' : 'running', at: storage },
    { title: 'Virus scanner', state: scanner === undefined ? 'stopped' : 'running', at: scanner },
    ...(await Promise.all([statusOf(settings, MAIL), ...services])),
  ];
}

async function statusOf(settings: StackSettings, { name, title, health }: Listed): Promise<Part> {
  const at = await findService(settings, name);
  if (at === undefined) return { title, state: 'stopped', at };
  return { title, state: (await isHealthy(at.port, health)) ? 'running' : 'not ready', at };
}
