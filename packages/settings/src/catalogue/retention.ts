// Retention periods of all growing data. The contract and the law set the minimum; an operator may keep data longer.
import { API_REQUEST_DAYS, EVENT_DAYS, LEGAL_RECORD_DAYS, TOKEN_REQUEST_DAYS } from '@onboarding/contract';
import { z } from 'zod';
import { byDefault, forRoles, otherwise, type Setting } from '../setting.ts';

export interface Family {
  /** Its table. */
  family: string;
  setting: string;
  /** Describes the data. */
  what: string;
  /** Partitions of whole days or months are dropped, or rows are deleted in batches. */
  by: 'partitions' | 'rows';
  /** In days; the database also refuses less. */
  least: number;
  /** The default in days. Without it, everything is kept until an operator sets a period. */
  kept?: number;
}

/** A day more than promised to partners, because partitions are dropped as a whole. */
const DELIVERED_DAYS = EVENT_DAYS + 1;

/** In order of deletion: rows that refer to others come first. */
export const FAMILIES = [
  {
    family: 'idempotency_keys',
    setting: 'RETENTION_IDEMPOTENCY_KEYS_DAYS',
    what: 'stored responses for repeated requests, which contain names and e-mails, so keep the period short',
    by: 'partitions',
    least: 2,
    kept: 2,
  },
  {
    family: 'token_requests',
    setting: 'RETENTION_TOKEN_REQUESTS_DAYS',
    what: 'the log of token requests',
    by: 'partitions',
    least: TOKEN_REQUEST_DAYS,
    kept: TOKEN_REQUEST_DAYS,
  },
  {
    family: 'api_requests',
    setting: 'RETENTION_API_REQUESTS_DAYS',
    what: 'the log of API requests',
    by: 'partitions',
    least: API_REQUEST_DAYS,
    kept: API_REQUEST_DAYS,
  },
  {
    family: 'webhook_attempts',
    setting: 'RETENTION_ATTEMPTS_DAYS',
    what: "delivery attempts with the start of the receiver's response; at most as long as deliveries",
    by: 'partitions',
    least: DELIVERED_DAYS,
    kept: DELIVERED_DAYS,
  },
  {
    family: 'webhook_deliveries',
    setting: 'RETENTION_DELIVERIES_DAYS',
    what: 'deliveries and their statistics; at most as long as events and replays',
    by: 'partitions',
    least: DELIVERED_DAYS,
    kept: DELIVERED_DAYS,
  },
  {
    family: 'events',
    setting: 'RETENTION_EVENTS_DAYS',
    what: 'events',
    by: 'partitions',
    least: DELIVERED_DAYS,
    kept: DELIVERED_DAYS,
  },
  {
    family: 'webhook_replays',
    setting: 'RETENTION_REPLAYS_DAYS',
    what: 'replays, counted from when they were completed or cancelled',
    by: 'rows',
    least: DELIVERED_DAYS,
    kept: 90,
  },
  {
    family: 'webhook_changes',
    setting: 'RETENTION_WEBHOOK_CHANGES_DAYS',
    what: "the log of changes to webhooks, part of the partner's activity log",
    by: 'rows',
    least: 365,
  },
  {
    family: 'list_exports',
    setting: 'RETENTION_LIST_EXPORTS_DAYS',
    what: "the log of lists that users of partners exported, part of the partner's activity log",
    by: 'rows',
    least: 365,
  },
  {
    family: 'analyst_days',
    setting: 'RETENTION_ANALYST_WORK_DAYS',
    what: 'the daily work counts of each analyst',
    by: 'rows',
    least: 366,
  },
  {
    family: 'account_events',
    setting: 'RETENTION_ACCOUNT_EVENTS_DAYS',
    what: 'sign-ins, refusals and changes to accounts, dropped by month',
    by: 'partitions',
    least: 365,
  },
  {
    family: 'operator_actions',
    setting: 'RETENTION_OPERATOR_ACTIONS_DAYS',
    what: "the log of operators' actions",
    by: 'rows',
    least: LEGAL_RECORD_DAYS,
  },
  {
    family: 'screenings',
    setting: 'RETENTION_SCREENINGS_DAYS',
    what: 'screening results, counted from when a newer result replaced them; the latest is always kept',
    by: 'rows',
    least: LEGAL_RECORD_DAYS,
  },
  {
    family: 'staff_reads',
    setting: 'RETENTION_STAFF_READS_DAYS',
    what: 'the record of which customer data our staff read',
    by: 'partitions',
    least: LEGAL_RECORD_DAYS,
  },
  {
    family: 'audit_entries',
    setting: 'RETENTION_AUDIT_DAYS',
    what: 'the audit trail',
    by: 'partitions',
    least: LEGAL_RECORD_DAYS,
  },
] as const satisfies readonly Family[];

export type FamilyName = (typeof FAMILIES)[number]['family'];

/** A hundred years; a larger number is a mistake. */
export const MOST_DAYS = 36_500;

function declared({ what, least, kept }: Family): Setting {
  const number = z
    .string()
    .regex(/^-?\d+$/, { error: 'must be a whole number of days' })
    .transform(Number);
  const period = z
    .number()
    .min(least, { error: `must be at least ${least} days, the minimum period for which it must be kept` })
    .max(MOST_DAYS, { error: `must be at most ${MOST_DAYS} days; remove it to keep everything` });
  return {
    type: number.pipe(period),
    meaning: `days for which to keep ${what}; at least ${least}`,
    readBy: {
      worker: forRoles(['housekeeping'], kept === undefined ? otherwise('everything is kept') : byDefault(kept)),
    },
    example: String(kept ?? least),
  };
}

export const retentionSettings: Record<string, Setting> = Object.fromEntries(
  FAMILIES.map((family) => [family.setting, declared(family)]),
);
