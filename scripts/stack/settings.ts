/** What a developer may change about the local stack, and the location of its files. */
import { join, resolve } from 'node:path';
import { StackFailure } from '../servers/failure.ts';
import { isPortFree } from '../servers/ports.ts';

/** In the sandbox, partners control the outcome of reviews; in development, people review, as in production. */
export const ENVIRONMENT_NAMES = ['development', 'sandbox'] as const;
export type EnvironmentName = (typeof ENVIRONMENT_NAMES)[number];

/** The ports of the servers shared by both environments, and of each environment. `word` is the part of the variable's name. */
const PORTS = {
  postgres: { word: 'POSTGRES', shared: 54329 },
  storage: { word: 'STORAGE', shared: 8084 },
  storageMonitor: { word: 'STORAGE_MONITOR', shared: 8085 },
  storageTopics: { word: 'STORAGE_TOPICS', shared: 8087 },
  scanner: { word: 'SCANNER', shared: 8086 },
  mail: { word: 'MAIL', shared: 8083 },
  smtp: { word: 'SMTP', shared: 8025 },
  api: { word: 'API', development: 8080, sandbox: 8090 },
  identity: { word: 'ISSUER', development: 8081, sandbox: 8091 },
  worker: { word: 'WORKER', development: 8082, sandbox: 8092 },
  metrics: { word: 'METRICS', development: 9464, sandbox: 9474 },
  identityMetrics: { word: 'ISSUER_METRICS', development: 9465, sandbox: 9475 },
  workerMetrics: { word: 'WORKER_METRICS', development: 9466, sandbox: 9476 },
  acmeReceiver: { word: 'ACME_RECEIVER', development: 9443, sandbox: 9453 },
  globexReceiver: { word: 'GLOBEX_RECEIVER', development: 9444, sandbox: 9454 },
} as const;

export type PortName = keyof typeof PORTS;
export const PORT_NAMES = Object.keys(PORTS) as PortName[];

export interface StackSettings {
  readonly project: string;
  readonly name: EnvironmentName;
  /** The folder of the whole stack. */
  readonly directory: string;
  /** The folder of this environment. */
  readonly place: string;
  /** Where the API, identity, the storage and the page with the mails listen. In a container, published ports need all addresses. */
  readonly host: string;
  readonly ports: Readonly<Record<PortName, number>>;
  readonly logLevel: string;
  readonly postgresDirectory: string;
  readonly storageDirectory: string;
  readonly scannerDirectory: string;
  readonly keyDirectory: string;
  readonly logDirectory: string;
  readonly secretsFile: string;
  readonly environmentFile: string;
  readonly usedCodesFile: string;
}

export function readSettings(environment: NodeJS.ProcessEnv, name: EnvironmentName = 'development'): StackSettings {
  const project = resolve(import.meta.dirname, '../..');
  const directory = resolve(environment.ONBOARDING_STACK_DIR ?? join(project, '.stack'));
  const place = name === 'development' ? directory : join(directory, name);
  const ports = PORT_NAMES.map((port) => [port, readPort(environment, name, port)]);
  return {
    project,
    name,
    directory,
    place,
    host: environment.ONBOARDING_STACK_HOST ?? '127.0.0.1',
    ports: Object.fromEntries(ports) as Record<PortName, number>,
    logLevel: environment.LOG_LEVEL ?? 'info',
    postgresDirectory: join(directory, 'postgres'),
    storageDirectory: join(directory, 'storage'),
    scannerDirectory: join(directory, 'scanner'),
    keyDirectory: join(directory, 'keys'),
    logDirectory: join(place, 'logs'),
    secretsFile: join(directory, 'secrets.json'),
    environmentFile: join(place, 'env.json'),
    usedCodesFile: join(place, 'used-codes.json'),
  };
}

/** Development first. */
export function everyEnvironment(environment: NodeJS.ProcessEnv): [StackSettings, ...StackSettings[]] {
  const [first, ...others] = ENVIRONMENT_NAMES;
  return [readSettings(environment, first), ...others.map((name) => readSettings(environment, name))];
}

export function portVariable(environment: EnvironmentName, name: PortName): string {
  const part = environment === 'sandbox' && !('shared' in PORTS[name]) ? 'SANDBOX_' : '';
  return `ONBOARDING_${part}${PORTS[name].word}_PORT`;
}

export function localUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/**
 * The URL of the API and of its sites. Browsers store cookies by host and not by port, so the sandbox has another host;
 * otherwise signing in there would sign the user out here.
 */
export function siteOf({ name, ports }: Pick<StackSettings, 'name' | 'ports'>): string {
  return name === 'sandbox' ? `http://localhost:${ports.api}` : localUrl(ports.api);
}

/** A host name, because browsers do not allow passkeys for IP addresses. */
export function issuerOf(settings: StackSettings): string {
  return `http://localhost:${settings.ports.identity}`;
}

function readPort(environment: NodeJS.ProcessEnv, name: EnvironmentName, port: PortName): number {
  const usual = PORTS[port];
  const variable = portVariable(name, port);
  const text = environment[variable];
  if (text === undefined || text === '') return 'shared' in usual ? usual.shared : usual[name];
  const number = Number(text);
  if (!Number.isInteger(number) || number < 1 || number > 65_535) {
    throw new StackFailure(`${variable} must be a port between 1 and 65535, not "${text}"`);
  }
  return number;
}

export async function requireFreePorts(settings: StackSettings, names: readonly PortName[]): Promise<void> {
  for (const name of names) {
    const port = settings.ports[name];
    if (await isPortFree(port)) continue;
    throw new StackFailure(
      `Port ${port} is taken by another program: choose another with ${portVariable(settings.name, name)}`,
    );
  }
}
