// The settings of the worker, which depend on its roles.
import type { AnchorSettings } from '@onboarding/platform/anchors';
import type { LogStreamSettings } from '@onboarding/platform/log-stream';
import type { ScreeningSettings } from '@onboarding/platform/screening';
import { anchorKeys, anchorPlace, toAnchorSettings } from './anchors.ts';
import { STREAM_PLACE } from './catalogue/audit.ts';
import { FAMILIES, type FamilyName, MOST_DAYS } from './catalogue/retention.ts';
import type { ConfigOf, RoleConfigOf } from './catalogue.ts';
import { type Environment, type Fault, howToSet, type Reading, readFor, whole } from './read.ts';
import {
  judged,
  loopbackReceivers,
  plainConnections,
  simulatedReviews,
  simulatesReviews,
  storageKeys,
} from './rules.ts';
import { REHEARSED_ROLES, type WorkerRole } from './setting.ts';

type Base = ConfigOf<'worker'>;
type Everything = Base &
  RoleConfigOf<'mail'> &
  RoleConfigOf<'documents'> &
  RoleConfigOf<'screening'> &
  RoleConfigOf<'housekeeping'>;

export type DocumentSettings = RoleConfigOf<'documents'> & Pick<Base, 'REHEARSAL'>;

export interface WorkerConfig extends Base {
  mail: { url: string; from: string; requireTls: boolean } | undefined;
  documents: DocumentSettings | undefined;
  sandbox: { staffUrl: string } | undefined;
  screening: ScreeningSettings | undefined;
  anchors: AnchorSettings | undefined;
  anchorMinutes: number;
  auditStream: LogStreamSettings | undefined;
  retention: Retention;
}

export function readWorker(environment: Environment): WorkerConfig {
  const values = whole(inspectWorker(environment));
  const has = (role: WorkerRole) => values.WORKER_ROLES.includes(role);
  const { SMTP_URL: url, MAIL_FROM: from, STAFF_DATABASE_URL: staffUrl, ENVIRONMENT } = values;
  const asksForSandbox = has('reviews') && simulatesReviews(values) && staffUrl !== undefined;
  return {
    ...values,
    mail: has('mail') ? { url, from, requireTls: ENVIRONMENT !== 'development' } : undefined,
    documents: has('documents') ? values : undefined,
    sandbox: asksForSandbox ? { staffUrl } : undefined,
    screening: has('screening') ? toScreeningSettings(values) : undefined,
    anchors: has('housekeeping') ? toAnchorSettings(values) : undefined,
    anchorMinutes: values.AUDIT_ANCHORS_MINUTES,
    auditStream: has('housekeeping') ? toStreamSettings(values) : undefined,
    retention: toRetention(values),
  };
}

export function inspectWorker(environment: Environment): Reading<Everything> {
  const roles = rolesIn(environment);
  const reading = readFor<Everything>('worker', environment, (_, need) => {
    return need.roles === undefined || need.roles.some((role) => roles.includes(role));
  });
  if (reading.values.WORKER_ROLES !== undefined) reading.values = { ...reading.values, WORKER_ROLES: roles };
  const { values } = reading;
  return judged(
    reading,
    roles.includes('screening') ? screeningFaults(values) : [],
    roles.includes('reviews') ? staffConnection(values) : [],
    storageKeys(values),
    anchorKeys(values),
    roles.includes('housekeeping') ? anchorPlace(values) : [],
    retentionFaults(values),
    plainConnections(values),
    loopbackReceivers(values),
    simulatedReviews(values),
  );
}

/** In a rehearsal, the settings of the other roles are not even read: the process does not know the mail server. */
function rolesIn(environment: Environment): WorkerRole[] {
  const { values } = readFor<Base>('worker', environment, (name) => ['WORKER_ROLES', 'REHEARSAL'].includes(name));
  const { WORKER_ROLES: roles = [], REHEARSAL } = values;
  return REHEARSAL === true ? roles.filter((role) => REHEARSED_ROLES.includes(role)) : roles;
}

function staffConnection(values: Partial<Base>): Fault[] {
  if (!simulatesReviews(values) || values.STAFF_DATABASE_URL !== undefined) return [];
  const problem = 'must be set for the role reviews when ENVIRONMENT is sandbox';
  return [{ name: 'STAFF_DATABASE_URL', problem, cure: howToSet('STAFF_DATABASE_URL') }];
}

function toStreamSettings(values: Partial<RoleConfigOf<'housekeeping'>>): LogStreamSettings | undefined {
  const { AUDIT_STREAM: place, AUDIT_STREAM_TOKEN: token } = values;
  if (place === undefined) return undefined;
  const path = STREAM_PLACE.exec(place)?.groups?.path;
  return path === undefined ? { kind: 'otlp', url: place, token } : { kind: 'file', path };
}

// Retention periods by family of data.

/** In days; undefined means kept until an operator sets a period. */
export type Retention = Record<FamilyName, number | undefined>;

/** A row is kept no longer than the row it refers to. */
const AT_MOST: readonly [shorter: FamilyName, longer: FamilyName][] = [
  ['webhook_attempts', 'webhook_deliveries'],
  ['webhook_deliveries', 'events'],
  ['webhook_deliveries', 'webhook_replays'],
];

/** Converts values by setting name. */
export function toRetention(values: Readonly<Record<string, unknown>>): Retention {
  const periods = FAMILIES.map(({ family, setting }) => [family, values[setting]]);
  return Object.fromEntries(periods) as Retention;
}

export function retentionFaults(values: Readonly<Record<string, unknown>>): Fault[] {
  const retention = toRetention(values);
  return AT_MOST.filter(([shorter, longer]) => (retention[shorter] ?? 0) > (retention[longer] ?? MOST_DAYS)).map(
    ([shorter, longer]) => ({
      name: settingOf(shorter),
      problem: `must be at most ${settingOf(longer)}, which is ${retention[longer]}`,
      cure: 'Increase the latter, or reduce the former.',
    }),
  );
}

function settingOf(name: FamilyName): string {
  return FAMILIES.find(({ family }) => family === name)?.setting ?? name;
}

export const DEFAULT_RETENTION: Retention = toRetention(
  Object.fromEntries(FAMILIES.map((one) => [one.setting, 'kept' in one ? one.kept : undefined])),
);

// The settings of a screening provider.

type Screening = RoleConfigOf<'screening'>;

// Watchman scores an entry with the same name but no birth date below 0.8; yente's own threshold is 0.7.
const MIN_SCORES = { watchman: 0.6, yente: 0.7 } as const;

export function screeningFaults(
  values: Partial<Screening> & Partial<Pick<ConfigOf<'worker'>, 'ENVIRONMENT'>>,
): Fault[] {
  const { SCREENING_PROVIDER: provider, SCREENING_URL: url, SCREENING_DATASET: names, ENVIRONMENT } = values;
  if (provider === undefined) return [];
  if (provider === 'builtin') {
    if (ENVIRONMENT !== 'production') return [];
    const cure = howToSet('SCREENING_PROVIDER');
    return [{ name: 'SCREENING_PROVIDER', problem: 'must not be builtin in production: its list is fictitious', cure }];
  }
  const faults: Fault[] = [];
  if (url === undefined) {
    const problem = `must be set to the address of ${provider}`;
    faults.push({ name: 'SCREENING_URL', problem, cure: howToSet('SCREENING_URL') });
  } else if (ENVIRONMENT !== 'development' && new URL(url).protocol !== 'https:') {
    const problem = 'must be https outside development: names and birth dates are sent there';
    faults.push({ name: 'SCREENING_URL', problem, cure: `Put a TLS proxy in front of ${provider}.` });
  }
  if (provider === 'yente' && names !== undefined && names.length > 1) {
    faults.push({
      name: 'SCREENING_DATASET',
      problem: 'must be a single collection for yente',
      cure: 'Choose one of them.',
    });
  }
  return faults;
}

/** Requires settings without faults. */
export function toScreeningSettings(
  values: Partial<Screening> & Pick<Screening, 'SCREENING_PROVIDER'>,
): ScreeningSettings {
  const { SCREENING_PROVIDER: provider, SCREENING_URL: url = '', SCREENING_DATASET: names = [] } = values;
  if (provider === 'builtin') return { provider };
  const minScore = values.SCREENING_MIN_SCORE ?? MIN_SCORES[provider];
  if (provider === 'watchman') return { provider, url, minScore, lists: names };
  return { provider, url, minScore, dataset: names[0] ?? 'default' };
}
