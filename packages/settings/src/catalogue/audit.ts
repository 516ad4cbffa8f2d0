import { z } from 'zod';
import { byDefault, forRoles, inProduction, optional, otherwise, setting } from '../setting.ts';
import { integer, speaks, words } from '../types.ts';

const HOUSEKEEPING = ['housekeeping'] as const;

/** The format of AUDIT_ANCHORS, shared by the setting and its readers. */
export const ANCHOR_PLACE =
  /^(?:s3:\/\/(?<bucket>[a-z0-9.-]{3,63})(?:\/(?<prefix>[\w./-]*))?|(?<kind>file|command):(?<path>\/.+))$/;

/** The format of AUDIT_STREAM. */
export const STREAM_PLACE = /^(?:file:(?<path>\/.+)|https?:\/\/[^\s]+)$/;

export const auditSettings = {
  AUDIT_ANCHORS: setting({
    type: z
      .string()
      .regex(ANCHOR_PLACE, { error: 'must be like s3://bucket/prefix, file:/path or command:/path/to/program' }),
    meaning: 'where to store statements about the audit trail; see [operations](operations.md#verify-audit-trails)',
    readBy: { worker: forRoles(HOUSEKEEPING, inProduction(optional)), ctl: optional },
    example: 's3://onboarding-audit/statements',
    shared: true,
  }),
  AUDIT_ANCHORS_MINUTES: setting({
    type: integer(1, 30),
    meaning: 'minutes between statements',
    readBy: { worker: forRoles(HOUSEKEEPING, byDefault(5)), ctl: byDefault(5) },
    shared: true,
  }),
  AUDIT_ANCHORS_ASK: setting({
    type: z.string().regex(/^\/./, { error: 'must be the path of a program, such as /usr/local/bin/last-statement' }),
    meaning:
      'with `command:`, the program that prints the last stored line; without it, stored statements cannot be read back',
    readBy: { worker: forRoles(HOUSEKEEPING, optional), ctl: optional },
    example: '/usr/local/bin/last-statement',
  }),
  AUDIT_ANCHORS_ACCESS_KEY: setting({
    type: words,
    meaning: 'access key for storing statements, preferably of a user that can do nothing else',
    readBy: { worker: forRoles(HOUSEKEEPING, otherwise('`S3_ACCESS_KEY`')), ctl: otherwise('`S3_ACCESS_KEY`') },
    secret: true,
  }),
  AUDIT_ANCHORS_SECRET_KEY: setting({
    type: words,
    meaning: 'its secret',
    readBy: { worker: forRoles(HOUSEKEEPING, otherwise('`S3_SECRET_KEY`')), ctl: otherwise('`S3_SECRET_KEY`') },
    secret: true,
  }),
  AUDIT_ANCHORS_KEEP_DAYS: setting({
    type: integer(1, 36_500),
    meaning: 'days for which a statement in S3 cannot be deleted',
    readBy: { worker: forRoles(HOUSEKEEPING, byDefault(3_650)), ctl: byDefault(3_650) },
  }),
  AUDIT_STREAM: setting({
    type: z.string().regex(STREAM_PLACE, { error: 'must be like https://collector:4318/v1/logs or file:/path' }),
    meaning:
      'where to send the audit trail, reads of our staff, actions of operators and events of accounts; see [operations](operations.md#send-logs-to-a-security-system)',
    readBy: { worker: forRoles(HOUSEKEEPING, optional) },
    example: 'https://collector.internal:4318/v1/logs',
    isEncrypted: (place) => place.startsWith('file:') || speaks('https:')(place),
  }),
  AUDIT_STREAM_TOKEN: setting({
    type: words,
    meaning: 'bearer token for `AUDIT_STREAM`, if it is a collector that needs one',
    readBy: { worker: forRoles(HOUSEKEEPING, optional) },
    secret: true,
  }),
};
