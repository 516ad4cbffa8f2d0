import { type AnchorSettings, readAnchorSettings } from '@onboarding/platform/anchors';
import { scannerSettings } from '@onboarding/platform/clamd';
import { ConfigError, integerSetting, readConfig, refusePlainConnections } from '@onboarding/platform/config';
import { storageSettings } from '@onboarding/platform/s3';
import { refuseLoopbackReceivers, webhookUrlSettings } from '@onboarding/platform/safe-http';
import { readScreeningSettings, type ScreeningSettings } from '@onboarding/platform/screening';
import { serviceSettings } from '@onboarding/platform/service';
import { z } from 'zod';

/** What a worker process can do; one may do all of it, or each gets processes of its own. */
export const ROLES = ['mail', 'housekeeping', 'webhooks', 'documents', 'reviews', 'screening'] as const;
export type Role = (typeof ROLES)[number];

const roles = z
  .string()
  .transform((text) => text.split(',').map((role) => role.trim()))
  .pipe(z.array(z.enum(ROLES, { error: `must be some of ${ROLES.join(', ')}, separated by commas` })).min(1));

/** What an operator's command needs. */
const commandSettings = z.object({ DATABASE_URL: serviceSettings.DATABASE_URL });

export function readCommandConfig(environment: Record<string, string | undefined> = process.env) {
  return readConfig(commandSettings, environment);
}

const storageUser = z.string().regex(/^arn:[^,\s]+$/, {
  error: 'must be the ARN of a user, such as arn:aws:iam:::user/onboarding',
});

const storageCommandSettings = z.object({
  ...storageSettings,
  STORAGE_LINK_USER: storageUser,
  STORAGE_SERVICE_USERS: z
    .string()
    .transform((text) => text.split(',').map((user) => user.trim()))
    .pipe(z.array(storageUser).min(1)),
  STORAGE_EVENTS_URL: z
    .url({ protocol: /^https?$/, error: "must be the http(s) address of the API's intake, with its token" })
    .optional(),
});

export function readStorageCommandConfig(environment: Record<string, string | undefined> = process.env) {
  return { ...readConfig(storageCommandSettings, environment), anchors: readAnchorSettings(environment) };
}

/** What is done to rows that no running process may touch so is done as their owner. */
const ownerSettings = { MIGRATION_DATABASE_URL: serviceSettings.DATABASE_URL };
const ownerCommandSettings = z.object(ownerSettings);
const auditSettings = z.object({ ...ownerSettings, KEY_RING: serviceSettings.KEY_RING });
const erasureSettings = z.object({ ...ownerSettings, KEY_RING: serviceSettings.KEY_RING, ...storageSettings });

export function readOwnerCommandConfig(environment: Record<string, string | undefined> = process.env) {
  return readConfig(ownerCommandSettings, environment);
}

export function readAuditConfig(environment: Record<string, string | undefined> = process.env) {
  return { ...readConfig(auditSettings, environment), anchors: readAnchorSettings(environment) };
}

export function readErasureConfig(environment: Record<string, string | undefined> = process.env) {
  return readConfig(erasureSettings, environment);
}

const settings = z
  .object({
    ...serviceSettings,
    /** Health only. */
    PORT: integerSetting(0, 65535).default(8082),
    WORKER_ROLES: roles.default([...ROLES]),
    SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional(),
    /** Who mails come from, for example: Onboarding <no-reply@example.com> */
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]+$/, { error: 'must be an e-mail address, such as Onboarding <no-reply@example.com>' })
      .optional(),
    /** Where partners' staff work; mails lead there. */
    PORTAL_URL: z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, '')),
    /** How often to look for new jobs. */
    JOBS_POLL_SECONDS: z.coerce.number().min(0.5).max(60).default(1),
    /** How often to look for jobs whose worker died. */
    JOBS_SUPERVISE_SECONDS: integerSetting(1, 600).default(15),
    /** Not ready when a kind of work was not looked for, with success, for this long. */
    JOBS_STALLED_AFTER_SECONDS: integerSetting(5, 600).default(60),
    /** Only in a sandbox: the role onboarding_staff, by which outcomes that magic values ask for come about. */
    STAFF_DATABASE_URL: serviceSettings.DATABASE_URL.optional(),
    ...webhookUrlSettings,
  })
  .readonly();

type Settings = z.infer<typeof settings>;

/** Only for those who check documents. */
const documentSettings = z
  .object({
    ...storageSettings,
    ...scannerSettings,
  })
  .readonly();

export type DocumentSettings = z.infer<typeof documentSettings>;

export interface WorkerConfig extends Settings {
  mail: { url: string; from: string; requireTls: boolean } | undefined;
  documents: DocumentSettings | undefined;
  sandbox: { staffUrl: string } | undefined;
  screening: ScreeningSettings | undefined;
  anchors: AnchorSettings | undefined;
}

export function readWorkerConfig(environment: Record<string, string | undefined> = process.env): WorkerConfig {
  const config = readConfig(settings, environment);
  refuseLoopbackReceivers(config);
  const { WORKER_ROLES: chosen } = config;
  const documents = chosen.includes('documents') ? readConfig(documentSettings, environment) : undefined;
  refusePlainConnections({ ...config, ...documents });
  return {
    ...config,
    mail: chosen.includes('mail') ? mailSettings(config) : undefined,
    documents,
    sandbox: chosen.includes('reviews') && config.ENVIRONMENT === 'sandbox' ? sandboxSettings(config) : undefined,
    screening: chosen.includes('screening') ? screeningSettings(environment, config) : undefined,
    anchors: chosen.includes('housekeeping') ? readAnchorSettings(environment) : undefined,
  };
}

/** Nobody is screened by accident with what a default would be. */
function screeningSettings(environment: Record<string, string | undefined>, { ENVIRONMENT }: Settings) {
  if (environment.SCREENING_PROVIDER === undefined) {
    throw new ConfigError('SCREENING_PROVIDER must be set for the role screening (or leave it out of WORKER_ROLES)');
  }
  return readScreeningSettings(environment, ENVIRONMENT);
}

function mailSettings({ SMTP_URL, MAIL_FROM, ENVIRONMENT }: Settings): WorkerConfig['mail'] {
  if (SMTP_URL === undefined || MAIL_FROM === undefined) {
    throw new ConfigError('SMTP_URL and MAIL_FROM must be set for the role mail (or leave it out of WORKER_ROLES)');
  }
  return { url: SMTP_URL, from: MAIL_FROM, requireTls: ENVIRONMENT !== 'development' };
}

function sandboxSettings({ STAFF_DATABASE_URL: staffUrl }: Settings): WorkerConfig['sandbox'] {
  if (staffUrl === undefined) {
    throw new ConfigError('STAFF_DATABASE_URL must be set for the role reviews when ENVIRONMENT is sandbox');
  }
  return { staffUrl };
}
