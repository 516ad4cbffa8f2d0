// Metrics about the whole service from the database. Every worker reports them regardless of its roles, so that one worker is
// enough; dashboards and alerts take the maximum.
import type { Context } from '@onboarding/domain';
import { countExpiring } from '@onboarding/domain/credentials';
import { measureOutbox, timeOfEvent } from '@onboarding/domain/events';
import { readStatistics } from '@onboarding/domain/review-work';
import { type Registry, readGauges } from '@onboarding/platform/metrics';
import { settled, type Tx } from '@onboarding/platform/postgres';
import { measurePartitions, measureReplication, measureTables } from './housekeeping-store.ts';

/** Groups tables by content, for planning disk space. */
const FAMILIES: Record<string, RegExp> = {
  accounts: /^(accounts?|list_exports|oidc|operator|recovery|saved_filters|second|sessions?|sign)(_|$)/,
  audit: /^audit_/,
  businesses: /^(business_(fingerprints|name_blocks)|customer|people|identities)/,
  documents: /^(documents|upload_quotas)$/,
  events: /^events?(_|$)/,
  idempotency: /^idempotency_/,
  jobs: /^pgboss\./,
  reviews: /^(analyst_|document_pages_|hit_|identity_comparisons|package_|reviews?(_|$)|screening|staff_reads)/,
  requests: /^api_requests/,
  tokens: /^(api_certificates|signing_keys|token_|used_)/,
  webhooks: /^webhook_/,
};

/** A partition belongs to the family of its parent, because its name starts with that of the parent. */
export function familyOf(schema: string, table: string): string {
  const name = schema === 'onboarding' ? table : `${schema}.${table}`;
  return Object.entries(FAMILIES).find(([, pattern]) => pattern.test(name))?.[0] ?? 'other';
}

type UpkeepContext = Pick<Context, 'clock' | 'db' | 'logger'>;

const CERTIFICATE_DAYS = [1, 7, 30];
/** The statistics of the queue are counted every minute; older ones are stale. */
const STATISTICS_GOOD_FOR_MS = 300_000;
/** Sizes change slowly, and adding them up reads the directory of each table. */
const SIZES_GOOD_FOR_MS = 300_000;

export function upkeepMetrics(registry: Registry, context: UpkeepContext): void {
  const { logger } = context;
  const read = <T>(work: (tx: Tx) => Promise<T>) => context.db.transaction(work, { readOnly: true });
  readGauges({
    registry,
    gauges: {
      onboarding_event_outbox_waiting: { help: 'Events that no dispatcher has picked up yet, counted up to 100000' },
      onboarding_event_outbox_oldest_seconds: { help: 'Age of the oldest event in the outbox' },
      onboarding_partner_certificates_expiring: {
        help: 'Partners whose last certificate expires within this number of days',
        label: 'within_days',
      },
      onboarding_partition_days_ahead: {
        help: 'Days after today for which a partitioned table has partitions',
        label: 'table',
      },
    },
    read: () => read((tx) => readUpkeep(tx, context)),
    onFailure: (error) => logger.warn({ err: error }, 'state of the database could not be read'),
  });
  readGauges({
    registry,
    gauges: {
      onboarding_review_queue_packages: { help: "Packages in the analysts' queue, by state", label: 'state' },
      onboarding_review_queue_oldest_seconds: { help: 'How long the oldest package has been waiting for an analyst' },
    },
    read: () => read((tx) => readQueue(tx, context)),
    onFailure: (error) => logger.warn({ err: error }, 'review queue could not be read'),
  });
  readGauges({
    registry,
    gauges: {
      onboarding_database_bytes: { help: 'Size of the tables and their indexes, by family', label: 'family' },
      onboarding_database_replication_lag_bytes: {
        help: 'Bytes that each standby has not applied yet; missing unless the database role may read them',
        label: 'standby',
      },
    },
    goodForMs: SIZES_GOOD_FOR_MS,
    read: () => read(readSizes),
    onFailure: (error) => logger.warn({ err: error }, 'size of the database could not be read'),
  });
}

async function readUpkeep(tx: Tx, { clock }: UpkeepContext) {
  const now = clock.now();
  const [outbox, expiring, partitions] = await settled([
    measureOutbox(tx),
    countExpiring(tx, now, CERTIFICATE_DAYS),
    measurePartitions(tx, now),
  ]);
  const age = outbox.oldest === null ? 0 : now.getTime() - timeOfEvent(outbox.oldest).getTime();
  return {
    onboarding_event_outbox_waiting: outbox.waiting,
    onboarding_event_outbox_oldest_seconds: Math.max(0, age / 1000),
    onboarding_partner_certificates_expiring: expiring,
    onboarding_partition_days_ahead: Object.fromEntries(partitions.map(({ table, daysAhead }) => [table, daysAhead])),
  };
}

async function readQueue(tx: Tx, { clock }: UpkeepContext) {
  const { takenAt, figures } = await readStatistics(tx);
  const now = clock.now().getTime();
  if (takenAt === null || figures === null || now - Date.parse(takenAt) > STATISTICS_GOOD_FOR_MS)
    return { onboarding_review_queue_packages: undefined, onboarding_review_queue_oldest_seconds: undefined };
  const { waiting, claimed, proposals: proposed, oldestQueuedAt } = figures;
  return {
    onboarding_review_queue_packages: { waiting, claimed, proposed },
    onboarding_review_queue_oldest_seconds:
      oldestQueuedAt === null ? 0 : Math.max(0, (now - Date.parse(oldestQueuedAt)) / 1000),
  };
}

async function readSizes(tx: Tx) {
  const [tables, standbys] = await settled([measureTables(tx), measureReplication(tx)]);
  const bytes: Record<string, number> = {};
  for (const { schema, table, size } of tables) {
    const family = familyOf(schema, table);
    bytes[family] = (bytes[family] ?? 0) + size;
  }
  return {
    onboarding_database_bytes: bytes,
    onboarding_database_replication_lag_bytes: Object.fromEntries(standbys.map(({ standby, lag }) => [standby, lag])),
  };
}
