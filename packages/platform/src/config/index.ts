import { z } from 'zod';

/** A setting is missing or wrong. The message lists every such setting, one a line. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

/** Reads settings from the environment, once, at the start of a process; all faults are told together. */
export function readConfig<S extends z.ZodType>(
  schema: S,
  environment: Record<string, string | undefined>,
): z.output<S> {
  const result = schema.safeParse(environment);
  if (result.success) return result.data;
  const lines = result.error.issues.map((issue) => {
    const name = issue.path.join('.');
    const missing = issue.path.length > 0 && environment[String(issue.path[0])] === undefined;
    return `  ${name === '' ? '(settings)' : name}: ${missing ? 'is not set' : issue.message}`;
  });
  throw new ConfigError(`The settings cannot be used:\n${lines.join('\n')}`);
}

/** Where a process connects to, or is connected to, with settings of these names; some processes have only some. */
const CONNECTIONS: Record<string, (value: string) => boolean> = {
  HOST: isThisMachine,
  DATABASE_URL: isEncryptedDatabase,
  STAFF_DATABASE_URL: isEncryptedDatabase,
  REDIS_URL: (url) => isEncrypted(url, 'rediss:'),
  OTLP_TRACES_URL: (url) => isEncrypted(url, 'https:'),
  S3_ENDPOINT: (url) => isEncrypted(url, 'https:'),
  CLAMD_HOST: isThisMachine,
};

/** Which of them something else encrypts, such as a service mesh; by their names, so that nobody means it by accident. */
export const plainConnectionsSetting = z
  .string()
  .transform((text) => text.split(',').map((name) => name.trim()))
  .pipe(z.array(z.enum(Object.keys(CONNECTIONS), { error: `must be some of ${Object.keys(CONNECTIONS).join(', ')}` })))
  .default([]);

/** Outside of development nothing leaves this machine unencrypted, unless the operator says that the network sees to it. */
export function refusePlainConnections(config: { ENVIRONMENT: string; PLAIN_CONNECTIONS: string[] }): void {
  if (config.ENVIRONMENT === 'development') return;
  const settings = new Map<string, unknown>(Object.entries(config));
  for (const [name, isSafe] of Object.entries(CONNECTIONS)) {
    const value = settings.get(name);
    if (typeof value !== 'string' || config.PLAIN_CONNECTIONS.includes(name) || isSafe(value)) continue;
    throw new ConfigError(
      `${name} is a connection without TLS beyond this machine. Encrypt it (docs/operations.md, Encrypt every connection), or add its name to PLAIN_CONNECTIONS if your network encrypts it.`,
    );
  }
}

/** With this protocol, or not leaving this machine. */
function isEncrypted(url: string, protocol: string): boolean {
  const found = new URL(url);
  return found.protocol === protocol || isThisMachine(found.hostname);
}

/** Of the modes only this one also checks whose certificate it is. */
function isEncryptedDatabase(url: string): boolean {
  const { hostname, searchParams } = new URL(url);
  const socket = hostname === '' || decodeURIComponent(hostname).startsWith('/');
  return socket || isThisMachine(hostname) || searchParams.get('sslmode') === 'verify-full';
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}

export const integerSetting = (low: number, high: number) => z.coerce.number().int().min(low).max(high);

export const environmentSetting = z.enum(['development', 'sandbox', 'production']);
