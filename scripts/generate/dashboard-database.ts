// The panels about the database.
import { type Page, quantile, rate } from './dashboard-panels.ts';

export const DATABASE: Page = {
  uid: 'onboarding-database',
  title: 'Onboarding: database',
  rows: {
    Queries: [
      {
        title: 'Statements',
        about: 'Statements per second that each service sends to the database.',
        runbooks: [],
        unit: 'reqps',
        show: { '{{service}}': rate('onboarding_database_statement_seconds_count', 'service') },
      },
      {
        title: 'Slowest statements (p99)',
        about: 'The ten statements whose slowest hundredth takes longest, by name.',
        runbooks: ['DatabaseSlow'],
        unit: 's',
        show: { '{{statement}}': `topk(10, ${quantile(0.99, 'onboarding_database_statement_seconds', 'statement')})` },
        limit: 0.5,
      },
      {
        title: 'Commit time (p99)',
        about: 'How long commits take. With a synchronous standby, each waits for it.',
        runbooks: ['DatabaseSlow', 'ReplicationLag'],
        unit: 's',
        show: {
          '{{service}}': quantile(0.99, 'onboarding_database_statement_seconds', 'service', '{statement="commit"}'),
        },
      },
      {
        title: 'Retried transactions',
        about:
          'Transactions repeated after a transient failure, by code. 40001 and 40P01 are normal; other codes mean that the server is lost or overloaded.',
        runbooks: ['DatabaseFailing'],
        unit: 'reqps',
        show: { '{{service}} {{code}}': rate('onboarding_database_transaction_retries_total', 'service, code') },
      },
      {
        title: 'Commits with unknown outcome',
        about: 'The connection broke during the commit, or no standby confirmed it.',
        runbooks: ['CommitsUnconfirmed'],
        unit: 'short',
        show: {
          '{{reason}}': 'sum by (reason) (increase(onboarding_database_unconfirmed_commits_total[$__rate_interval]))',
        },
      },
    ],
    Connections: [
      {
        title: 'Open connections by pool',
        about: 'Open connections, and the maximum of each pool.',
        runbooks: ['DatabasePoolExhausted'],
        unit: 'short',
        show: {
          '{{service}} {{pool}}': 'sum by (service, pool) (onboarding_database_pool_connections{state="open"})',
          'maximum of {{service}} {{pool}}': 'sum by (service, pool) (onboarding_database_pool_size)',
        },
      },
      {
        title: 'Waiting for a connection',
        about: 'Work that has no connection yet. It should be 0 at most scrapes.',
        runbooks: ['DatabasePoolExhausted'],
        unit: 'short',
        show: {
          '{{service}} {{pool}}': 'sum by (service, pool) (onboarding_database_pool_connections{state="waiting"})',
        },
        limit: 1,
      },
      {
        title: 'Replication lag',
        about: 'How far each standby is behind.',
        runbooks: ['ReplicationLag'],
        unit: 'bytes',
        show: { '{{standby}}': 'max by (standby) (onboarding_database_replication_lag_bytes)' },
        limit: 268_435_456,
      },
    ],
    'Size and retention': [
      {
        title: 'Size by family of tables',
        about: 'Size of the tables with their indexes. Compare it with the disk of the server.',
        runbooks: ['DatabaseGrowsFast'],
        unit: 'bytes',
        show: { '{{family}}': 'max by (family) (onboarding_database_bytes)' },
      },
      {
        title: 'Partitions created ahead',
        about: 'Days for which each table has partitions. Without one, every write of that day fails.',
        runbooks: ['PartitionsMissing'],
        unit: 'd',
        show: { '{{table}}': 'min by (table) (onboarding_partition_days_ahead)' },
      },
      {
        title: 'Kept beyond the retention period',
        about: 'How much longer than its retention period the oldest row was kept; below zero is normal.',
        runbooks: ['RetentionBehind'],
        unit: 's',
        show: {
          '{{family}}':
            'max by (family) (time() - onboarding_retention_oldest_timestamp_seconds - onboarding_retention_period_seconds)',
        },
      },
    ],
  },
};
