import { byDefault, optional, optionalUnless, otherwise, required, setting } from '../setting.ts';
import { integer, isEncryptedDatabase, postgresUrl, words } from '../types.ts';

const url = (role: string) => `postgres://${role}:...@db.internal:5432/onboarding?sslmode=verify-full`;

const password = (role: string) =>
  setting({
    type: words,
    meaning: `password that \`database bootstrap\` gives to \`${role}\``,
    readBy: { ctl: required },
    secret: true,
  });

export const databaseSettings = {
  DATABASE_URL: setting({
    type: postgresUrl,
    meaning:
      "`postgres://` URL of the primary, with the process's own role: `onboarding_app`, `onboarding_identity` or `onboarding_worker`",
    readBy: { api: required, identity: required, worker: required },
    secret: true,
    example: url('onboarding_app'),
    isEncrypted: isEncryptedDatabase,
  }),
  DATABASE_DIRECT_URL: setting({
    type: postgresUrl,
    meaning:
      'URL of the server itself, if `DATABASE_URL` points to a [pooler](pooler.md), which does not forward notifications',
    readBy: { worker: otherwise('`DATABASE_URL`') },
    secret: true,
    example: url('onboarding_worker'),
    isEncrypted: isEncryptedDatabase,
  }),
  DATABASE_POOL_SIZE: setting({
    type: integer(1, 100),
    meaning:
      'maximum number of connections of this process, 1 to 100; the API opens up to the same number for `STAFF_DATABASE_URL`',
    readBy: { api: byDefault(10), identity: byDefault(10), worker: byDefault(10) },
  }),
  DATABASE_CONNECT_SECONDS: setting({
    type: integer(1, 60),
    meaning: 'how long a request waits for a connection before it gets a 503, 1 to 60',
    readBy: { api: byDefault(2), identity: byDefault(2), worker: byDefault(2) },
  }),
  STAFF_DATABASE_URL: setting({
    type: postgresUrl,
    meaning: 'URL with the role `onboarding_staff`, for analysts and for simulated reviews',
    readBy: {
      api: optionalUnless('with `CONSOLE_URL`, and in a sandbox'),
      worker: optionalUnless('in a sandbox, for the role `reviews`'),
    },
    secret: true,
    example: url('onboarding_staff'),
    isEncrypted: isEncryptedDatabase,
  }),
  OPERATIONS_DATABASE_URL: setting({
    type: postgresUrl,
    meaning: 'URL with the role `onboarding_operations`, for operators in the console (2 connections) and for commands',
    readBy: { api: optional, ctl: required },
    secret: true,
    example: url('onboarding_operations'),
    isEncrypted: isEncryptedDatabase,
  }),
  MIGRATION_DATABASE_URL: setting({
    type: postgresUrl,
    meaning: 'URL with the role `onboarding_owner`, for migrations and for changes that no service may make',
    readBy: { ctl: required },
    secret: true,
    example: url('onboarding_owner'),
  }),
  SUPERUSER_DATABASE_URL: setting({
    type: postgresUrl,
    meaning: 'URL of the server with a role that may create roles and databases; only for `database bootstrap`',
    readBy: { ctl: required },
    secret: true,
    example: 'postgres://postgres:...@db.internal:5432/postgres',
  }),
  DATABASE_NAME: setting({
    type: words,
    meaning: 'name of the database that `database bootstrap` creates',
    readBy: { ctl: byDefault('onboarding') },
  }),
  BACKUP_DAYS: setting({
    type: integer(1, 36_500),
    meaning:
      'days for which you keep backups of the database: for so long, a backup may need a root key that nothing else needs',
    readBy: { ctl: byDefault(35) },
  }),
  LOGIN_PASSWORD: setting({
    type: words,
    meaning: 'new password, for `database open-login`; see [keys](keys.md#database-passwords)',
    readBy: { ctl: required },
    secret: true,
  }),
  OWNER_PASSWORD: password('onboarding_owner'),
  APP_PASSWORD: password('onboarding_app'),
  STAFF_PASSWORD: password('onboarding_staff'),
  OPERATIONS_PASSWORD: password('onboarding_operations'),
  IDENTITY_PASSWORD: password('onboarding_identity'),
  WORKER_PASSWORD: password('onboarding_worker'),
};
