// The settings of onboardingctl: each command reads only those it needs.
import { ANCHOR_SETTINGS, type Environment, readForCommand, toAnchorSettings } from '@onboarding/settings';

import { CommandRefused } from './failure.ts';

export type { Environment };

export const environment = (): Environment => process.env;

/** The connections that commands use, and the database role of each. */
export const CONNECTIONS = {
  operations: { setting: 'OPERATIONS_DATABASE_URL', role: 'onboarding_operations' },
  owner: { setting: 'MIGRATION_DATABASE_URL', role: 'onboarding_owner' },
} as const;
export type Connection = keyof typeof CONNECTIONS;

export function readDatabaseUrl(given: Environment, connection: Connection): string {
  const { setting } = CONNECTIONS[connection];
  return readForCommand([setting], given)[setting];
}

export const readKeyRing = (given: Environment) => readForCommand(['KEY_RING'], given).KEY_RING;

export const readBackupDays = (given: Environment): number => readForCommand(['BACKUP_DAYS'], given).BACKUP_DAYS;

/** Refuses a command whose purpose is to change something outside the database. */
export function refuseInRehearsal(given: Environment): void {
  if (!readForCommand(['REHEARSAL'], given).REHEARSAL) return;
  throw new CommandRefused(
    'This is a rehearsal of a restore (REHEARSAL=true), and this command changes something outside the database. Run it for the real service only.',
  );
}

const BOOTSTRAP = [
  'SUPERUSER_DATABASE_URL',
  'DATABASE_NAME',
  'OWNER_PASSWORD',
  'APP_PASSWORD',
  'STAFF_PASSWORD',
  'OPERATIONS_PASSWORD',
  'IDENTITY_PASSWORD',
  'WORKER_PASSWORD',
] as const;

export const readBootstrapConfig = (given: Environment) => readForCommand(BOOTSTRAP, given);

/** For the logins of roles, which belong to the server. */
export const readLoginConfig = (given: Environment) =>
  readForCommand(['SUPERUSER_DATABASE_URL', 'LOGIN_PASSWORD'], given);

export const readSuperuserUrl = (given: Environment): string =>
  readForCommand(['SUPERUSER_DATABASE_URL'], given).SUPERUSER_DATABASE_URL;

/** Mails to users contain links to the pages of the identity service. */
export const readIssuer = (given: Environment): string => readForCommand(['ISSUER'], given).ISSUER;

const STORAGE_SETTINGS = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_KEPT_BUCKET',
  'S3_QUARANTINE_BUCKET',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'REHEARSAL',
] as const;

export const readStorage = (given: Environment) => readForCommand(STORAGE_SETTINGS, given);

/** Where anchors of audit trails are stored; the same settings as those of the worker. */
export function readAnchors(given: Environment) {
  const config = readForCommand([...ANCHOR_SETTINGS, 'AUDIT_ANCHORS_MINUTES'], given);
  return { place: toAnchorSettings(config), everyMs: config.AUDIT_ANCHORS_MINUTES * 60_000 };
}

export function readStoragePreparation(given: Environment) {
  const plan = ['STORAGE_LINK_USER', 'STORAGE_SERVICE_USERS', 'STORAGE_EVENTS_URL', 'STORAGE_TOPICS_ENDPOINT'] as const;
  const config = readForCommand([...STORAGE_SETTINGS, ...plan, ...ANCHOR_SETTINGS], given);
  return { ...config, anchors: toAnchorSettings(config) };
}
