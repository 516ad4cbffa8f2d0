// All settings. To add one, declare it in a file of catalogue/: there is no other list of settings.

import { auditSettings } from './catalogue/audit.ts';
import { databaseSettings } from './catalogue/database.ts';
import { limitSettings } from './catalogue/limits.ts';
import { mailSettings } from './catalogue/mail.ts';
import { CONNECTIONS, processSettings } from './catalogue/process.ts';
import { retentionSettings } from './catalogue/retention.ts';
import { reviewSettings } from './catalogue/reviews.ts';
import { screeningSettings } from './catalogue/screening.ts';
import { storageSettings } from './catalogue/storage.ts';
import { tokenSettings } from './catalogue/tokens.ts';
import { userSettings } from './catalogue/users.ts';
import { webhookSettings } from './catalogue/webhooks.ts';
import type { Reader, ReadForRole, ReadFrom, Setting, WorkerRole } from './setting.ts';

/** In the order of the reference page. */
export const GROUPS: readonly (readonly [title: string, settings: Record<string, Setting>])[] = [
  ['The process', processSettings],
  ['Database', databaseSettings],
  ['Tokens', tokenSettings],
  ['Sites and users', userSettings],
  ['Limits', limitSettings],
  ['Documents', storageSettings],
  ['Webhooks', webhookSettings],
  ['Mail', mailSettings],
  ['Reviews', reviewSettings],
  ['Screening', screeningSettings],
  ['Statements about the audit trail', auditSettings],
  ['Retention', retentionSettings],
];

export const SETTINGS: ReadonlyMap<string, Setting> = new Map(
  GROUPS.flatMap(([, settings]) => Object.entries(settings)),
);
for (const [name, { isEncrypted }] of SETTINGS) if (isEncrypted !== undefined) CONNECTIONS.add(name);

/** Without the retention settings, which are read as a table. */
type Catalogue = typeof processSettings &
  typeof databaseSettings &
  typeof tokenSettings &
  typeof userSettings &
  typeof limitSettings &
  typeof storageSettings &
  typeof webhookSettings &
  typeof mailSettings &
  typeof reviewSettings &
  typeof screeningSettings &
  typeof auditSettings;

export type ConfigOf<R extends Reader> = ReadFrom<Catalogue, R>;
export type RoleConfigOf<Role extends WorkerRole> = ReadForRole<Catalogue, Role>;
