// The settings of the external store for anchors of the audit trail.
import type { AnchorSettings } from '@onboarding/platform/anchors';
import { ANCHOR_PLACE } from './catalogue/audit.ts';
import type { RoleConfigOf } from './catalogue.ts';
import type { Fault } from './read.ts';
import { together } from './rules.ts';

/** Read by both the worker and the operators' command. */
export const ANCHOR_SETTINGS = [
  'AUDIT_ANCHORS',
  'AUDIT_ANCHORS_ASK',
  'AUDIT_ANCHORS_ACCESS_KEY',
  'AUDIT_ANCHORS_SECRET_KEY',
  'AUDIT_ANCHORS_KEEP_DAYS',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
] as const;

type Anchors = Pick<RoleConfigOf<'housekeeping'>, (typeof ANCHOR_SETTINGS)[number]>;

export const anchorKeys = (values: Partial<Anchors>): Fault[] =>
  together(values, 'AUDIT_ANCHORS_ACCESS_KEY', 'AUDIT_ANCHORS_SECRET_KEY', 'Or remove the other.');

/** In the database alone, its owner could truncate the audit trail undetected and, with the key ring, rewrite it. */
export function anchorPlace({ ENVIRONMENT, AUDIT_ANCHORS }: Partial<Anchors> & { ENVIRONMENT?: string }): Fault[] {
  if (ENVIRONMENT !== 'production' || AUDIT_ANCHORS !== undefined) return [];
  const problem = 'must be set for the role housekeeping when ENVIRONMENT is production';
  return [{ name: 'AUDIT_ANCHORS', problem, cure: 'Set it to a place that the owner of the database cannot change.' }];
}

export function toAnchorSettings(values: Anchors): AnchorSettings | undefined {
  const { bucket, prefix = '', kind, path = '' } = ANCHOR_PLACE.exec(values.AUDIT_ANCHORS ?? '')?.groups ?? {};
  if (kind === 'file') return { kind, path };
  if (kind === 'command') return { kind, path, ask: values.AUDIT_ANCHORS_ASK };
  if (bucket === undefined) return undefined;
  return {
    kind: 's3',
    bucket,
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    keepDays: values.AUDIT_ANCHORS_KEEP_DAYS,
    endpoint: values.S3_ENDPOINT,
    region: values.S3_REGION,
    accessKey: values.AUDIT_ANCHORS_ACCESS_KEY ?? values.S3_ACCESS_KEY,
    secretKey: values.AUDIT_ANCHORS_SECRET_KEY ?? values.S3_SECRET_KEY,
  };
}
