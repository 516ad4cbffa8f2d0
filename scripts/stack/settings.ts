/** What a developer may change about the local stack, and where its files are. */
import { join, resolve } from 'node:path';
import { StackFailure } from './failure.ts';

const portVariables = {
  api: 'ONBOARDING_API_PORT',
  issuer: 'ONBOARDING_ISSUER_PORT',
  postgres: 'ONBOARDING_POSTGRES_PORT',
  metrics: 'ONBOARDING_METRICS_PORT',
} as const;

export type PortName = keyof typeof portVariables;

export interface StackSettings {
  readonly project: string;
  readonly directory: string;
  readonly ports: Readonly<Record<PortName, number>>;
  readonly logLevel: string;
  readonly postgresDirectory: string;
  readonly issuerDirectory: string;
  readonly logDirectory: string;
  readonly secretsFile: string;
  readonly environmentFile: string;
}

export function readSettings(environment: NodeJS.ProcessEnv): StackSettings {
  const project = resolve(import.meta.dirname, '../..');
  const directory = resolve(environment.ONBOARDING_STACK_DIR ?? join(project, '.stack'));
  return {
    project,
    directory,
    ports: {
      api: readPort(environment, 'api', 8080),
      issuer: readPort(environment, 'issuer', 8081),
      postgres: readPort(environment, 'postgres', 54329),
      metrics: readPort(environment, 'metrics', 9464),
    },
    logLevel: environment.LOG_LEVEL ?? 'info',
    postgresDirectory: join(directory, 'postgres'),
    issuerDirectory: join(directory, 'issuer'),
    logDirectory: join(directory, 'logs'),
    secretsFile: join(directory, 'secrets.json'),
    environmentFile: join(directory, 'env.json'),
  };
}

export function portVariable(name: PortName): string {
  return portVariables[name];
}

export function localUrl(port: number): string {
  return `http://127.0.0.1:${port}`;
}

function readPort(environment: NodeJS.ProcessEnv, name: PortName, usual: number): number {
  const text = environment[portVariables[name]];
  if (text === undefined || text === '') return usual;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new StackFailure(`${portVariables[name]} must be a port between 1 and 65535, not "${text}"`);
  }
  return port;
}
