import { z } from 'zod';
import { byDefault, forRoles, inProduction, optional, otherwise, required, setting } from '../setting.ts';
import { base, integer, listed, oneOf, speaks, words } from '../types.ts';

const SCORE = 'must be a number above 0, at most 1';
const NAMES = 'must be names of letters, digits, _ and -, separated by commas';
const SCREENING = ['screening'] as const;
const MAIL = ['mail'] as const;
const HOUSEKEEPING = ['housekeeping'] as const;

export const mailSettings = {
  SMTP_URL: setting({
    type: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }),
    meaning: 'URL of the mail server, `smtp://user:password@host:587` or `smtps://...`',
    readBy: { worker: forRoles(MAIL, required) },
    secret: true,
    example: 'smtp://onboarding:...@mail.internal:587',
  }),
  MAIL_FROM: setting({
    type: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]+$/, { error: 'must be an e-mail address, such as Onboarding <no-reply@example.com>' }),
    meaning: 'the sender of mails',
    readBy: { worker: forRoles(MAIL, required) },
    example: 'Onboarding <no-reply@example.com>',
  }),
};

export const reviewSettings = {
  APPROVAL_NEEDS_OPENED_DOCUMENTS: setting({
    type: oneOf('true', 'false').transform((word) => word === 'true'),
    meaning:
      'whether an analyst who proposes or confirms an approval must have opened every confirmed document of the package since it was queued',
    readBy: { api: byDefault('true') },
  }),
};

export const screeningSettings = {
  SCREENING_PROVIDER: setting({
    type: oneOf('watchman', 'yente', 'builtin'),
    meaning: '`watchman`, `yente` or, except in production, `builtin`, whose list is fictitious',
    readBy: { worker: forRoles(SCREENING, required) },
    example: 'yente',
  }),
  SCREENING_URL: setting({
    type: base,
    meaning: 'URL of the provider, https outside `development`; not needed for `builtin`',
    readBy: { worker: forRoles(SCREENING, inProduction(optional)) },
    example: 'https://yente.internal',
  }),
  SCREENING_MIN_SCORE: setting({
    type: z
      .string()
      .regex(/^\d+(\.\d+)?$/, { error: SCORE })
      .transform(Number)
      .pipe(z.number().gt(0, { error: SCORE }).max(1, { error: SCORE })),
    meaning: 'minimum score of a hit; each provider has its own scale',
    readBy: { worker: forRoles(SCREENING, otherwise('0.6 for watchman, 0.7 for yente')) },
    example: '0.7',
  }),
  SCREENING_DATASET: setting({
    type: listed.pipe(z.array(z.string().regex(/^[A-Za-z0-9_-]+$/, { error: NAMES })).min(1)),
    meaning: 'for watchman, comma-separated lists that must be loaded; for yente, the collection to search',
    readBy: { worker: forRoles(SCREENING, otherwise('`default` for yente')) },
    example: 'default',
  }),
};

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
  }),
  AUDIT_ANCHORS_MINUTES: setting({
    type: integer(1, 30),
    meaning: 'minutes between statements; the command needs the same value',
    readBy: { worker: forRoles(HOUSEKEEPING, byDefault(5)), ctl: byDefault(5) },
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
