// The settings of the worker, which depend on its roles.
import type { AnchorSettings } from '@onboarding/platform/anchors';
import type { ScreeningSettings } from '@onboarding/platform/screening';
import { anchorKeys, toAnchorSettings } from './anchors.ts';
import type { ConfigOf, RoleConfigOf } from './catalogue.ts';
import { type Environment, type Fault, howToSet, type Reading, readFor, whole } from './read.ts';
import { type Retention, retentionFaults, toRetention } from './retention.ts';
import {
  judged,
  loopbackReceivers,
  plainConnections,
  simulatedReviews,
  simulatesReviews,
  storageKeys,
} from './rules.ts';
import { screeningFaults, toScreeningSettings } from './screening.ts';
import type { WorkerRole } from './setting.ts';

type Base = ConfigOf<'worker'>;
type Everything = Base &
  RoleConfigOf<'mail'> &
  RoleConfigOf<'documents'> &
  RoleConfigOf<'screening'> &
  RoleConfigOf<'housekeeping'>;

export type DocumentSettings = RoleConfigOf<'documents'>;

export interface WorkerConfig extends Base {
  mail: { url: string; from: string; requireTls: boolean } | undefined;
  documents: DocumentSettings | undefined;
  sandbox: { staffUrl: string } | undefined;
  screening: ScreeningSettings | undefined;
  anchors: AnchorSettings | undefined;
  anchorMinutes: number;
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
    retention: toRetention(values),
  };
}

export function inspectWorker(environment: Environment): Reading<Everything> {
  const { values: chosen } = readFor<Base>('worker', environment, (name) => name === 'WORKER_ROLES');
  const roles: readonly WorkerRole[] = chosen.WORKER_ROLES ?? [];
  const reading = readFor<Everything>('worker', environment, (_, need) => {
    return need.roles === undefined || need.roles.some((role) => roles.includes(role));
  });
  const { values } = reading;
  return judged(
    reading,
    roles.includes('screening') ? screeningFaults(values) : [],
    roles.includes('reviews') ? staffConnection(values) : [],
    storageKeys(values),
    anchorKeys(values),
    retentionFaults(values),
    plainConnections(values),
    loopbackReceivers(values),
    simulatedReviews(values),
  );
}

function staffConnection(values: Partial<Base>): Fault[] {
  if (!simulatesReviews(values) || values.STAFF_DATABASE_URL !== undefined) return [];
  const problem = 'must be set for the role reviews when ENVIRONMENT is sandbox';
  return [{ name: 'STAFF_DATABASE_URL', problem, cure: howToSet('STAFF_DATABASE_URL') }];
}
