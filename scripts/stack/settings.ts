/** What a developer may change about the local stack, and where its files are. */
import { join, resolve } from 'node:path';
import { StackFailure } from './failure.ts';

const portVariables = {
  api: 'ONBOARDING_API_PORT',
  identity: 'ONBOARDING_ISSUER_PORT',
  worker: 'ONBOARDING_WORKER_PORT',
  mail: 'ONBOARDING_MAIL_PORT',
  smtp: 'ONBOARDING_SMTP_PORT',
  postgres: 'ONBOARDING_POSTGRES_PORT',
  storage: 'ONBOARDING_STORAGE_PORT',
  storageMonitor: 'ONBOARDING_STORAGE_MONITOR_PORT',
  scanner: 'ONBOARDING_SCANNER_PORT',
  metrics: 'ONBOARDING_METRICS_PORT',
  identityMetrics: 'ONBOARDING_ISSUER_METRICS_PORT',
  workerMetrics: 'ONBOARDING_WORKER_METRICS_PORT',
  acmeReceiver: 'ONBOARDING_ACME_RECEIVER_PORT',
  globexReceiver: 'ONBOARDING_GLOBEX_RECEIVER_PORT',
} as const;

export type PortName = keyof typeof portVariables;

const usualPorts: Record<PortName, number> = {
  api: 8080,
  identity: 8081,
  worker: 8082,
  mail: 8083,
  smtp: 8025,
  postgres: 54329,
  storage: 8084,
  storageMonitor: 8085,
  scanner: 8086,
  metrics: 9464,
  identityMetrics: 9465,
  workerMetrics: 9466,
  acmeReceiver: 9443,
  globexReceiver: 9444,
};

export interface StackSettings {
  readonly project: string;
  readonly directory: string;
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

export function readSettings(environment: NodeJS.ProcessEnv): StackSettings {
  const project = resolve(import.meta.dirname, '../..');
  const directory = resolve(environment.ONBOARDING_STACK_DIR ?? join(project, '.stack'));
  return {
    project,
    directory,
    ports: {
      api: readPort(environment, 'api'),
      identity: readPort(environment, 'identity'),
      worker: readPort(environment, 'worker'),
      mail: readPort(environment, 'mail'),
      smtp: readPort(environment, 'smtp'),
      postgres: readPort(environment, 'postgres'),
      storage: readPort(environment, 'storage'),
      storageMonitor: readPort(environment, 'storageMonitor'),
      scanner: readPort(environment, 'scanner'),
      metrics: readPort(environment, 'metrics'),
      identityMetrics: readPort(environment, 'identityMetrics'),
      workerMetrics: readPort(environment, 'workerMetrics'),
      acmeReceiver: readPort(environment, 'acmeReceiver'),
      globexReceiver: readPort(environment, 'globexReceiver'),
    },
    logLevel: environment.LOG_LEVEL ?? 'info',
    postgresDirectory: join(directory, 'postgres'),
    storageDirectory: join(directory, 'storage'),
    scannerDirectory: join(directory, 'scanner'),
    keyDirectory: join(directory, 'keys'),
    logDirectory: join(directory, 'logs'),
    secretsFile: join(directory, 'secrets.json'),
    environmentFile: join(directory, 'env.json'),
    usedCodesFile: join(directory, 'used-codes.json'),
  };
}

export function portVariable(name: PortName): string {
  return portVariables[name];
}

export function localUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}

/** With a host name, because browsers allow passkeys for names only. */
export function issuerOf(settings: StackSettings): string {
  return `http://localhost:${settings.ports.identity}`;
}

function readPort(environment: NodeJS.ProcessEnv, name: PortName): number {
  const text = environment[portVariables[name]];
  if (text === undefined || text === '') return usualPorts[name];
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new StackFailure(`${portVariables[name]} must be a port between 1 and 65535, not "${text}"`);
  }
  return port;
}
