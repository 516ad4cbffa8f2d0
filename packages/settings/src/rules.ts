// Rules about combinations of settings, shared by several services.
import type { StorageOptions } from '@onboarding/platform/s3';
import type { GuardOptions } from '@onboarding/platform/safe-http';
import { type ConfigOf, SETTINGS } from './catalogue.ts';
import { type Fault, howToSet, type Reading } from './read.ts';

/** Adds the faults found by rules, except for settings that already have a fault. */
export function judged<C>(reading: Reading<C>, ...found: Fault[][]): Reading<C> {
  const known = new Set(reading.faults.map(({ name }) => name));
  const more = found.flat().filter(({ name }) => !known.has(name));
  return { values: reading.values, faults: [...reading.faults, ...more] };
}

/**
 * Outside development, nothing may leave this machine unencrypted, unless the operator declares that the network encrypts
 * it.
 */
export function plainConnections(values: { ENVIRONMENT?: string; PLAIN_CONNECTIONS?: string[] | undefined }): Fault[] {
  if (values.ENVIRONMENT === undefined || values.ENVIRONMENT === 'development') return [];
  return Object.entries<unknown>(values).flatMap(([name, value]) => {
    const isEncrypted = SETTINGS.get(name)?.isEncrypted;
    if (isEncrypted === undefined || typeof value !== 'string') return [];
    if (values.PLAIN_CONNECTIONS?.includes(name) || isEncrypted(value)) return [];
    const cure =
      'Encrypt it (docs/settings.md, Encrypted connections), or add its name to PLAIN_CONNECTIONS if your network encrypts it.';
    return [{ name, problem: 'is a connection without TLS that leaves this machine', cure }];
  });
}

/** For two settings that are only valid together. */
export function together<C extends object>(
  values: C,
  one: keyof C & string,
  other: keyof C & string,
  why: string,
): Fault[] {
  if ((values[one] === undefined) === (values[other] === undefined)) return [];
  const [missing, set] = values[one] === undefined ? [one, other] : [other, one];
  return [{ name: missing, problem: `must be set together with ${set}`, cure: `${howToSet(missing)} ${why}` }];
}

export const storageKeys = (values: {
  S3_ACCESS_KEY?: string | undefined;
  S3_SECRET_KEY?: string | undefined;
}): Fault[] => together(values, 'S3_ACCESS_KEY', 'S3_SECRET_KEY', "Or remove the other to use the machine's own role.");

type Receivers = Partial<Pick<ConfigOf<'api'>, 'ENVIRONMENT' | 'WEBHOOK_LOOPBACK_RECEIVERS'>>;

/** Outside development, this machine must not be a receiver. */
export function loopbackReceivers({ ENVIRONMENT, WEBHOOK_LOOPBACK_RECEIVERS: receivers }: Receivers): Fault[] {
  if (receivers === undefined || ENVIRONMENT === undefined || ENVIRONMENT === 'development') return [];
  const problem = `sends deliveries to this machine and must not be set when ENVIRONMENT is ${ENVIRONMENT}`;
  return [{ name: 'WEBHOOK_LOOPBACK_RECEIVERS', problem, cure: 'Remove it.' }];
}

type Reviews = Partial<Pick<ConfigOf<'api'>, 'ENVIRONMENT' | 'SIMULATED_REVIEWS'>>;

/** Whether partners control the outcome of reviews. A local sandbox is a development environment with SIMULATED_REVIEWS. */
export function simulatesReviews({ ENVIRONMENT, SIMULATED_REVIEWS }: Reviews): boolean {
  return ENVIRONMENT === 'sandbox' || SIMULATED_REVIEWS === true;
}

/** Allowed only in development, so that nobody can switch off reviews by people in production. */
export function simulatedReviews({ ENVIRONMENT, SIMULATED_REVIEWS }: Reviews): Fault[] {
  if (SIMULATED_REVIEWS !== true || ENVIRONMENT === undefined || ENVIRONMENT === 'development') return [];
  const problem = `is for development and must not be set when ENVIRONMENT is ${ENVIRONMENT}`;
  return [{ name: 'SIMULATED_REVIEWS', problem, cure: 'Remove it.' }];
}

export function guardOptions(
  config: Pick<ConfigOf<'api'>, 'WEBHOOK_PORTS' | 'WEBHOOK_DNS_SERVERS' | 'WEBHOOK_LOOPBACK_RECEIVERS'>,
): GuardOptions {
  return {
    ports: config.WEBHOOK_PORTS,
    dnsServers: config.WEBHOOK_DNS_SERVERS,
    allowed: config.WEBHOOK_LOOPBACK_RECEIVERS ?? new Map(),
  };
}

/** In a rehearsal each process counts for itself, so that its callers take nothing from the limits of the real service. */
export const sharedLimitsAt = ({ REHEARSAL, REDIS_URL }: Pick<ConfigOf<'api'>, 'REHEARSAL' | 'REDIS_URL'>) =>
  REHEARSAL ? undefined : REDIS_URL;

type Storage = Pick<
  ConfigOf<'api'>,
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_BUCKET'
  | 'S3_KEPT_BUCKET'
  | 'S3_QUARANTINE_BUCKET'
  | 'S3_ACCESS_KEY'
  | 'S3_SECRET_KEY'
  | 'REHEARSAL'
> &
  Partial<Pick<ConfigOf<'api'>, 'S3_PUBLIC_ENDPOINT' | 'S3_LINK_ACCESS_KEY' | 'S3_LINK_SECRET_KEY'>>;

export function storageOptions(config: Storage): StorageOptions {
  const { S3_LINK_ACCESS_KEY: accessKey, S3_LINK_SECRET_KEY: secretKey } = config;
  return {
    endpoint: config.S3_ENDPOINT,
    publicEndpoint: config.S3_PUBLIC_ENDPOINT,
    region: config.S3_REGION,
    bucket: config.S3_BUCKET,
    keptBucket: config.S3_KEPT_BUCKET,
    quarantineBucket: config.S3_QUARANTINE_BUCKET,
    accessKey: config.S3_ACCESS_KEY,
    secretKey: config.S3_SECRET_KEY,
    links: accessKey === undefined || secretKey === undefined ? undefined : { accessKey, secretKey },
    readOnly: config.REHEARSAL,
  };
}
