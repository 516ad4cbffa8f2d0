/**
 * The Node processes of the stack. Each is remembered in a file with its pid, its start time and a fingerprint of how
 * it was started, so that a later command recognises exactly that process and knows whether it is still up to date.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import type { DatabaseUrls } from '../../database/bootstrap.ts';
import { StackFailure } from './failure.ts';
import { requireFreePorts } from './ports.ts';
import { endProcess, isAlive, type ProcessIdentity, startDetached, waitFor } from './processes.ts';
import { type DemoReceiver, receiverEnvironment } from './receivers.ts';
import { issuerOf, localUrl, type PortName, type StackSettings } from './settings.ts';
import { readStateFile, type StackSecrets, writeStateFile } from './state-files.ts';
import { AUDIT_ANCHORS, linkEnvironment, scannerEnvironment, storageEnvironment } from './storage.ts';

export const tokenAudience = 'onboarding-api';

/** The issuer was in earlier stacks what identity is now; it is known only to be stopped. */
export type ServiceName = 'api' | 'identity' | 'worker' | 'mail' | 'issuer';

export interface Service {
  readonly name: ServiceName;
  readonly title: string;
  readonly script: string;
  readonly port: number;
  /** The ports that must be free before it starts. */
  readonly needs: readonly PortName[];
  /** The path that answers 200 once the service can do its work. */
  readonly health: string;
  readonly environment: Readonly<Record<string, string>>;
}

const recordSchema = z.object({
  pid: z.int().positive(),
  startTime: z.string(),
  port: z.int(),
  fingerprint: z.string(),
});

export type ServiceRecord = z.infer<typeof recordSchema>;

const startDeadlineMs = 60_000;
const stopDeadlineMs = 15_000;

export interface ServiceParts {
  readonly settings: StackSettings;
  readonly secrets: StackSecrets;
  readonly urls: DatabaseUrls;
  readonly receivers: readonly DemoReceiver[];
}

/** What all our own processes are told. */
function usualEnvironment({ settings, secrets }: ServiceParts, ports: { own: number; metrics: number }) {
  return {
    ENVIRONMENT: 'development',
    HOST: '127.0.0.1',
    PORT: String(ports.own),
    METRICS_PORT: String(ports.metrics),
    KEY_RING: JSON.stringify(secrets.keyRing),
    LOG_LEVEL: settings.logLevel,
  };
}

/** The sites where people work. Until they have one of their own, the API is both. */
function siteEnvironment({ settings, secrets }: ServiceParts) {
  return {
    PORTAL_URL: localUrl(settings.ports.api),
    PORTAL_CLIENT_SECRET: secrets.portalClientSecret,
    CONSOLE_URL: localUrl(settings.ports.api),
    CONSOLE_CLIENT_SECRET: secrets.consoleClientSecret,
  };
}

export function mailService({ settings }: ServiceParts): Service {
  const { ports } = settings;
  return {
    name: 'mail',
    title: 'Mail server',
    script: join(settings.project, 'scripts/stack/mail-server.ts'),
    port: ports.mail,
    needs: ['mail', 'smtp'],
    health: '/health/live',
    environment: { SMTP_PORT: String(ports.smtp), PORT: String(ports.mail) },
  };
}

export function identityService(parts: ServiceParts): Service {
  const { settings, urls } = parts;
  const { ports } = settings;
  return {
    name: 'identity',
    title: 'Identity',
    script: join(settings.project, 'apps/identity/src/main.ts'),
    port: ports.identity,
    needs: ['identity', 'identityMetrics'],
    health: '/health/ready',
    environment: {
      ...usualEnvironment(parts, { own: ports.identity, metrics: ports.identityMetrics }),
      ...siteEnvironment(parts),
      DATABASE_URL: urls.identityUrl,
      ISSUER: issuerOf(settings),
      TOKEN_AUDIENCE: tokenAudience,
    },
  };
}

export function workerService(parts: ServiceParts): Service {
  const { settings, urls } = parts;
  const { ports } = settings;
  return {
    name: 'worker',
    title: 'Worker',
    script: join(settings.project, 'apps/worker/src/main.ts'),
    port: ports.worker,
    needs: ['worker', 'workerMetrics'],
    health: '/health/ready',
    environment: {
      ...usualEnvironment(parts, { own: ports.worker, metrics: ports.workerMetrics }),
      DATABASE_URL: urls.workerUrl,
      SMTP_URL: `smtp://127.0.0.1:${ports.smtp}`,
      MAIL_FROM: 'Onboarding (local stack) <no-reply@localhost>',
      PORTAL_URL: localUrl(ports.api),
      ...storageEnvironment(parts),
      ...scannerEnvironment(parts),
      AUDIT_ANCHORS,
      // Nobody wants a folder on their own machine that cannot be deleted for ten years.
      AUDIT_ANCHORS_KEEP_DAYS: '1',
      SCREENING_PROVIDER: 'builtin',
      ...receiverEnvironment(parts.receivers),
    },
  };
}

export function apiService(parts: ServiceParts): Service {
  const { settings, urls } = parts;
  const { ports } = settings;
  return {
    name: 'api',
    title: 'API',
    script: join(settings.project, 'apps/api/src/main.ts'),
    port: ports.api,
    needs: ['api', 'metrics'],
    health: '/health/ready',
    environment: {
      ...usualEnvironment(parts, { own: ports.api, metrics: ports.metrics }),
      ...siteEnvironment(parts),
      DATABASE_URL: urls.appUrl,
      STAFF_DATABASE_URL: urls.staffUrl,
      TOKEN_ISSUER: issuerOf(settings),
      TOKEN_AUDIENCE: tokenAudience,
      TOKEN_JWKS_URL: `${localUrl(ports.identity)}/oauth2/jwks`,
      ...storageEnvironment(parts),
      ...linkEnvironment(parts),
      ...scannerEnvironment(parts),
      STORAGE_EVENTS_SECRET: parts.secrets.storageEventsSecret,
      ...receiverEnvironment(parts.receivers),
    },
  };
}

/** The running process of a service, or undefined. */
export async function findService(settings: StackSettings, name: ServiceName): Promise<ServiceRecord | undefined> {
  const record = await readStateFile(recordFile(settings, name), recordSchema);
  return record !== undefined && isAlive(record) ? record : undefined;
}

/** Starts the service unless it runs as wanted; tells which of the two it was. */
export async function ensureService(settings: StackSettings, service: Service): Promise<'started' | 'kept'> {
  const running = await findService(settings, service.name);
  // One that runs but does not recover by itself is started anew rather than reported.
  if (running?.fingerprint === fingerprintOf(service) && (await becomesHealthy(service, running, 10_000)))
    return 'kept';
  await stopService(settings, service.name);
  await requireFreePorts(settings, service.needs);
  const identity = await startDetached({
    program: process.execPath,
    parameters: [service.script],
    folder: settings.project,
    environment: { ...process.env, ...service.environment },
    logFile: await beginLog(settings, service.name),
  });
  await recordService(settings, service, identity);
  if (!(await becomesHealthy(service, identity, startDeadlineMs))) return giveUp(settings, service, identity);
  return 'started';
}

/** Ends the service if it runs; tells whether it did. */
export async function stopService(settings: StackSettings, name: ServiceName): Promise<boolean> {
  const running = await findService(settings, name);
  if (running !== undefined) await endProcess(running, stopDeadlineMs);
  await rm(recordFile(settings, name), { force: true });
  return running !== undefined;
}

export async function recordService(
  settings: StackSettings,
  service: Service,
  { pid, startTime }: ProcessIdentity,
): Promise<void> {
  const record: ServiceRecord = { pid, startTime, port: service.port, fingerprint: fingerprintOf(service) };
  await writeStateFile(recordFile(settings, service.name), record);
}

export async function isHealthy(port: number, path: string): Promise<boolean> {
  try {
    const answer = await fetch(localUrl(port) + path, { signal: AbortSignal.timeout(2_000) });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/** A line in the stack's own log, for what would be too much on the terminal. */
export async function journal(settings: StackSettings, lines: readonly string[]): Promise<void> {
  await mkdir(settings.logDirectory, { recursive: true });
  const now = new Date().toISOString();
  await appendFile(join(settings.logDirectory, 'stack.log'), lines.map((line) => `${now} ${line}\n`).join(''));
}

async function becomesHealthy(service: Service, identity: ProcessIdentity, milliseconds: number): Promise<boolean> {
  let healthy = false;
  await waitFor(async () => {
    healthy = await isHealthy(service.port, service.health);
    return healthy || !isAlive(identity);
  }, milliseconds);
  return healthy && isAlive(identity);
}

async function giveUp(settings: StackSettings, service: Service, identity: ProcessIdentity): Promise<never> {
  const what = isAlive(identity) ? `did not answer ${service.health} with 200` : 'ended while starting';
  // What does not become healthy would be in the way of the next attempt.
  await stopService(settings, service.name);
  const log = logFile(settings, service.name);
  const lines = (await readFile(log, 'utf8')).trim().split('\n');
  // Node ends its report of a crash with its own version, which is the one line that does not help.
  const reason = lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? '';
  throw new StackFailure(
    `${service.title} ${what}: read ${relative(process.cwd(), log)} (${reason.trim().slice(0, 300)})`,
  );
}

/** A new log for each start, so that it never shows an earlier run's failure; the one before is kept. */
async function beginLog(settings: StackSettings, name: ServiceName): Promise<string> {
  await mkdir(settings.logDirectory, { recursive: true });
  const log = logFile(settings, name);
  if (existsSync(log)) await rename(log, join(settings.logDirectory, `${name}.previous.log`));
  return log;
}

function fingerprintOf(service: Service): string {
  // Hashed, because the environment holds secrets that have no business in another file.
  const parts = [process.execPath, service.script, service.environment];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

function recordFile(settings: StackSettings, name: ServiceName): string {
  return join(settings.directory, `${name}.pid.json`);
}

function logFile(settings: StackSettings, name: ServiceName): string {
  return join(settings.logDirectory, `${name}.log`);
}
