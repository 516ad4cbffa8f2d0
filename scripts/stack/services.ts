/**
 * The Node processes of the stack. A file records each with its pid, start time and a fingerprint of its settings, so
 * that a later command recognises exactly that process and knows whether it is up to date.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import type { DatabaseUrls } from '../../database/bootstrap.ts';
import { StackFailure } from '../servers/failure.ts';
import { endProcess, isAlive, type ProcessIdentity, startDetached, waitFor } from '../servers/processes.ts';
import { readStateFile, writeStateFile } from '../servers/state-file.ts';
import { type DemoReceiver, receiverEnvironment } from './receivers.ts';
import { issuerOf, localUrl, type PortName, requireFreePorts, type StackSettings, siteOf } from './settings.ts';
import type { StackSecrets } from './state-files.ts';
import { anchorsOf, linkEnvironment, scannerEnvironment, storageEnvironment } from './storage.ts';

const tokenAudience = 'onboarding-api';

/** The issuer was the predecessor of identity; it is listed only so that it can be stopped. */
export type ServiceName = 'api' | 'identity' | 'worker' | 'mail' | 'issuer';

export interface Service {
  readonly name: ServiceName;
  readonly title: string;
  readonly script: string;
  readonly port: number;
  /** The ports that must be free before it starts. */
  readonly needs: readonly PortName[];
  /** The path that answers 200 once the service is ready. */
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

/** A busy machine needs minutes; a process that exits is noticed at once. */
const startDeadlineMs = 240_000;
const stopDeadlineMs = 15_000;

export interface ServiceParts {
  readonly settings: StackSettings;
  readonly secrets: StackSecrets;
  readonly urls: DatabaseUrls;
  readonly receivers: readonly DemoReceiver[];
}

/** The environment of all our own processes. */
function usualEnvironment({ settings, secrets }: ServiceParts, ports: { own: number; metrics: number }) {
  return {
    ENVIRONMENT: 'development',
    HOST: settings.host,
    PORT: String(ports.own),
    METRICS_PORT: String(ports.metrics),
    KEY_RING: JSON.stringify(secrets.keyRing),
    LOG_LEVEL: settings.logLevel,
  };
}

/** A sandbox on this machine is a development environment in which partners control the outcome of reviews. */
function reviewEnvironment({ settings, urls }: ServiceParts): Record<string, string> {
  return settings.name === 'sandbox' ? { SIMULATED_REVIEWS: 'true', STAFF_DATABASE_URL: urls.staffUrl } : {};
}

/** The users' sites. The API serves both, on one origin here. */
function siteEnvironment({ settings, secrets }: ServiceParts) {
  return {
    PORTAL_URL: siteOf(settings),
    PORTAL_CLIENT_SECRET: secrets.portalClientSecret,
    CONSOLE_URL: siteOf(settings),
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
    environment: { HOST: settings.host, SMTP_PORT: String(ports.smtp), PORT: String(ports.mail) },
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
      MAIL_FROM: `Onboarding (local ${settings.name === 'sandbox' ? 'sandbox' : 'stack'}) <no-reply@localhost>`,
      PORTAL_URL: siteOf(settings),
      CONSOLE_URL: siteOf(settings),
      ...storageEnvironment(parts),
      ...scannerEnvironment(parts),
      AUDIT_ANCHORS: anchorsOf(settings),
      // A local folder should not be locked against deletion for ten years.
      AUDIT_ANCHORS_KEEP_DAYS: '1',
      SCREENING_PROVIDER: 'builtin',
      ...reviewEnvironment(parts),
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
      OPERATIONS_DATABASE_URL: urls.operationsUrl,
      ...reviewEnvironment(parts),
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

/** Starts the service unless it already runs with these settings; returns which. */
export async function ensureService(settings: StackSettings, service: Service): Promise<'started' | 'kept'> {
  const running = await findService(settings, service.name);
  // One that runs but stays unhealthy is restarted, not reported.
  if (running?.fingerprint === fingerprintOf(service) && (await becomesHealthy(service, running, 120_000)))
    return 'kept';
  await stopService(settings, service.name);
  await requireFreePorts(settings, service.needs);
  const identity = await startDetached({
    program: process.execPath,
    parameters: [service.script],
    folder: settings.project,
    // The second start of the same code, even in the other environment, takes half the time.
    environment: { NODE_COMPILE_CACHE: join(settings.directory, 'compiled'), ...process.env, ...service.environment },
    logFile: await beginLog(settings, service.name),
  });
  await recordService(settings, service, identity);
  if (!(await becomesHealthy(service, identity, startDeadlineMs))) return giveUp(settings, service, identity);
  return 'started';
}

/** Stops the service if it runs; returns whether it did. */
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
    const answer = await fetch(localUrl(port) + path, { signal: AbortSignal.timeout(30_000) });
    await answer.body?.cancel();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/** Writes lines to the stack's own log that would be too much for the terminal. */
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
  const what = isAlive(identity) ? `did not answer ${service.health} with 200` : 'exited while starting';
  // An unhealthy process would obstruct the next attempt.
  await stopService(settings, service.name);
  const log = logFile(settings, service.name);
  const lines = (await readFile(log, 'utf8')).trim().split('\n');
  // Node ends a crash report with its own version, the one line that does not help.
  const reason = lines.findLast((line) => /error/i.test(line)) ?? lines.at(-1) ?? '';
  throw new StackFailure(
    `${service.title} ${what}: read ${relative(process.cwd(), log)} (${reason.trim().slice(0, 300)})`,
  );
}

/** A new log for each start, so that it never contains an earlier failure; the previous one is kept. */
async function beginLog(settings: StackSettings, name: ServiceName): Promise<string> {
  await mkdir(settings.logDirectory, { recursive: true });
  const log = logFile(settings, name);
  if (existsSync(log)) await rename(log, join(settings.logDirectory, `${name}.previous.log`));
  return log;
}

function fingerprintOf(service: Service): string {
  // Hashed, because the environment contains secrets that do not belong in another file.
  const parts = [process.execPath, service.script, service.environment];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}

/** Both environments share one mail server. */
function recordFile(settings: StackSettings, name: ServiceName): string {
  return join(name === 'mail' ? settings.directory : settings.place, `${name}.pid.json`);
}

function logFile(settings: StackSettings, name: ServiceName): string {
  return join(settings.logDirectory, `${name}.log`);
}
