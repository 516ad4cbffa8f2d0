import { z } from 'zod';
import { integerSetting, readConfig } from '../config/index.ts';
import { storageSettings } from '../s3/settings.ts';
import { type LockedStorage, lockedTarget } from './object-lock.ts';
import { type AnchorTarget, commandTarget, fileTarget } from './target.ts';

const PLACE = /^(?:s3:\/\/(?<bucket>[a-z0-9.-]{3,63})(?:\/(?<prefix>[\w./-]*))?|(?<kind>file|command):(?<path>\/.+))$/;

export const anchorSetting = {
  /** Where statements about the audit trail are kept. */
  AUDIT_ANCHORS: z
    .string()
    .regex(PLACE, { error: 'must be like s3://bucket/prefix, file:/path or command:/path/to/program' })
    .optional(),
};

/** Its own user, if there is one: the keys need no more than to put and to read statements. */
const lockSettings = z.object({
  S3_ENDPOINT: storageSettings.S3_ENDPOINT,
  S3_REGION: storageSettings.S3_REGION,
  S3_ACCESS_KEY: storageSettings.S3_ACCESS_KEY,
  S3_SECRET_KEY: storageSettings.S3_SECRET_KEY,
  AUDIT_ANCHORS_ACCESS_KEY: storageSettings.S3_ACCESS_KEY.optional(),
  AUDIT_ANCHORS_SECRET_KEY: storageSettings.S3_SECRET_KEY.optional(),
  /** For how long nobody can delete a statement; ten years. */
  AUDIT_ANCHORS_KEEP_DAYS: integerSetting(1, 36_500).default(3_650),
});

export type AnchorSettings = { kind: 'file' | 'command'; path: string } | ({ kind: 's3' } & LockedStorage);

export function readAnchorSettings(environment: Record<string, string | undefined>): AnchorSettings | undefined {
  const { AUDIT_ANCHORS: place } = readConfig(z.object(anchorSetting), environment);
  const { bucket, prefix = '', kind, path = '' } = PLACE.exec(place ?? '')?.groups ?? {};
  if (kind === 'file' || kind === 'command') return { kind, path };
  if (bucket === undefined) return undefined;
  const config = readConfig(lockSettings, environment);
  return {
    kind: 's3',
    bucket,
    prefix: prefix === '' || prefix.endsWith('/') ? prefix : `${prefix}/`,
    keepDays: config.AUDIT_ANCHORS_KEEP_DAYS,
    endpoint: config.S3_ENDPOINT,
    region: config.S3_REGION,
    accessKey: config.AUDIT_ANCHORS_ACCESS_KEY ?? config.S3_ACCESS_KEY,
    secretKey: config.AUDIT_ANCHORS_SECRET_KEY ?? config.S3_SECRET_KEY,
  };
}

export function openAnchors(settings: AnchorSettings): AnchorTarget {
  if (settings.kind === 's3') return lockedTarget(settings);
  return settings.kind === 'file' ? fileTarget(settings.path) : commandTarget(settings.path);
}
