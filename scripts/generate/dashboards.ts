// Dashboards for Grafana, as code. tests/running/alerts.system.test.ts parses each expression and compares its metrics with those of
// real processes.
import { LegendDisplayMode, LegendPlacement, VizLegendOptionsBuilder } from '@grafana/grafana-foundation-sdk/common';
import {
  DashboardBuilder,
  DatasourceVariableBuilder,
  RowBuilder,
  ThresholdsMode,
} from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries';

interface Panel {
  title: string;
  unit: 's' | 'bytes' | 'short' | 'reqps' | 'percentunit' | 'd';
  /** Expressions by legend. */
  show: Record<string, string>;
  /** Values above this are red. */
  limit?: number;
}

interface Page {
  uid: string;
  title: string;
  rows: Record<string, readonly Panel[]>;
}

const quantile = (share: number, metric: string, by: string, labels = '') =>
  `histogram_quantile(${share}, sum by (le, ${by}) (rate(${metric}_bucket${labels}[$__rate_interval])))`;
const rate = (metric: string, by: string, labels = '') => `sum by (${by}) (rate(${metric}${labels}[$__rate_interval]))`;

const OBJECTIVES: Page = {
  uid: 'onboarding-objectives',
  title: 'Onboarding: objectives',
  rows: {
    'Error budgets': [
      {
        title: 'Error budget left, last 3 days',
        unit: 'percentunit',
        show: { '{{slo}}': '1 - onboarding_slo:burn_rate:3d' },
      },
      { title: 'Burn rate, 1 hour', unit: 'short', show: { '{{slo}}': 'onboarding_slo:burn_rate:1h' }, limit: 14.4 },
      { title: 'Burn rate, 6 hours', unit: 'short', show: { '{{slo}}': 'onboarding_slo:burn_rate:6h' }, limit: 6 },
    ],
    'Service level indicators': [
      {
        title: 'API: share of 5xx responses',
        unit: 'percentunit',
        show: {
          'of all requests':
            'onboarding_slo:bad:rate5m{slo="api-availability"} / onboarding_slo:total:rate5m{slo="api-availability"}',
        },
        limit: 0.001,
      },
      {
        title: 'API: response time (p99)',
        unit: 's',
        show: {
          api: quantile(
            0.99,
            'onboarding_http_request_seconds',
            'service',
            '{service="api",route=~"/api/.*",method!="PATCH"}',
          ),
        },
        limit: 0.5,
      },
      {
        title: 'Tokens: response time (p99)',
        unit: 's',
        show: { identity: quantile(0.99, 'onboarding_http_request_seconds', 'service', '{route="/oauth2/token"}') },
        limit: 0.25,
      },
      {
        title: 'Events: time until sent (p99)',
        unit: 's',
        show: { '{{class}}': quantile(0.99, 'onboarding_webhook_due_lag_seconds', 'class') },
        limit: 10,
      },
      {
        title: 'Documents: time until confirmed (p99)',
        unit: 's',
        show: { documents: quantile(0.99, 'onboarding_document_confirm_seconds', 'service') },
        limit: 60,
      },
    ],
  },
};

const REQUESTS: Page = {
  uid: 'onboarding-requests',
  title: 'Onboarding: requests and processes',
  rows: {
    Requests: [
      {
        title: 'Requests by service and status',
        unit: 'reqps',
        show: { '{{service}} {{status}}': rate('onboarding_http_request_seconds_count', 'service, status') },
      },
      {
        title: '5xx responses by route',
        unit: 'reqps',
        show: {
          '{{route}} {{status}}': rate('onboarding_http_request_seconds_count', 'route, status', '{status=~"5.."}'),
        },
      },
      {
        title: 'Response time by route (p95)',
        unit: 's',
        show: { '{{route}}': quantile(0.95, 'onboarding_http_request_seconds', 'route', '{route!~"/health/.*"}') },
      },
      {
        title: 'Token requests',
        unit: 'reqps',
        show: { '{{outcome}}': rate('onboarding_token_requests_total', 'outcome') },
      },
      {
        title: 'Requests not limited (Redis unavailable)',
        unit: 'reqps',
        show: { '{{service}} {{limit}}': rate('onboarding_rate_limit_fail_open_total', 'service, limit') },
      },
    ],
    Processes: [
      { title: 'Readiness', unit: 'short', show: { '{{service}} {{instance}}': 'onboarding_service_ready' } },
      {
        title: 'Builds',
        unit: 'short',
        show: { '{{service}} {{version}} {{commit}}': 'count by (service, version, commit) (onboarding_build_info)' },
      },
      {
        title: 'CPU',
        unit: 'percentunit',
        show: { '{{service}} {{instance}}': 'rate(process_cpu_seconds_total[$__rate_interval])' },
      },
      { title: 'Memory', unit: 'bytes', show: { '{{service}} {{instance}}': 'process_resident_memory_bytes' } },
      {
        title: 'Event loop lag (p99)',
        unit: 's',
        show: { '{{service}} {{instance}}': 'nodejs_eventloop_lag_p99_seconds' },
        limit: 0.5,
      },
    ],
  },
};

const DATABASE: Page = {
  uid: 'onboarding-database',
  title: 'Onboarding: database',
  rows: {
    Queries: [
      {
        title: 'Statements',
        unit: 'reqps',
        show: { '{{service}}': rate('onboarding_database_statement_seconds_count', 'service') },
      },
      {
        title: 'Slowest statements (p99)',
        unit: 's',
        show: { '{{statement}}': `topk(10, ${quantile(0.99, 'onboarding_database_statement_seconds', 'statement')})` },
        limit: 0.5,
      },
      {
        title: 'Commit time (p99)',
        unit: 's',
        show: {
          '{{service}}': quantile(0.99, 'onboarding_database_statement_seconds', 'service', '{statement="commit"}'),
        },
      },
      {
        title: 'Retried transactions',
        unit: 'reqps',
        show: { '{{service}} {{code}}': rate('onboarding_database_transaction_retries_total', 'service, code') },
      },
      {
        title: 'Commits with unknown outcome',
        unit: 'short',
        show: {
          '{{reason}}': 'sum by (reason) (increase(onboarding_database_unconfirmed_commits_total[$__rate_interval]))',
        },
      },
    ],
    Connections: [
      {
        title: 'Open connections by pool',
        unit: 'short',
        show: {
          '{{service}} {{pool}}': 'sum by (service, pool) (onboarding_database_pool_connections{state="open"})',
          'maximum of {{service}} {{pool}}': 'sum by (service, pool) (onboarding_database_pool_size)',
        },
      },
      {
        title: 'Waiting for a connection',
        unit: 'short',
        show: {
          '{{service}} {{pool}}': 'sum by (service, pool) (onboarding_database_pool_connections{state="waiting"})',
        },
        limit: 1,
      },
      {
        title: 'Replication lag',
        unit: 'bytes',
        show: { '{{standby}}': 'max by (standby) (onboarding_database_replication_lag_bytes)' },
        limit: 268_435_456,
      },
    ],
    'Size and retention': [
      {
        title: 'Size by family of tables',
        unit: 'bytes',
        show: { '{{family}}': 'max by (family) (onboarding_database_bytes)' },
      },
      {
        title: 'Partitions created ahead',
        unit: 'd',
        show: { '{{table}}': 'min by (table) (onboarding_partition_days_ahead)' },
      },
      {
        title: 'Kept beyond the retention period',
        unit: 's',
        show: {
          '{{family}}':
            'max by (family) (time() - onboarding_retention_oldest_timestamp_seconds - onboarding_retention_period_seconds)',
        },
      },
    ],
  },
};

const WORK: Page = {
  uid: 'onboarding-work',
  title: 'Onboarding: webhooks, documents and reviews',
  rows: {
    Jobs: [
      { title: 'Jobs waiting', unit: 'short', show: { '{{queue}}': 'max by (queue) (onboarding_jobs_waiting)' } },
      {
        title: 'Job attempts',
        unit: 'reqps',
        show: { '{{queue}} {{outcome}}': rate('onboarding_jobs_total', 'queue, outcome') },
      },
      {
        title: 'Time since the last poll',
        unit: 's',
        show: { '{{queue}}': 'time() - max by (queue) (onboarding_queue_last_poll_timestamp_seconds)' },
        limit: 600,
      },
    ],
    Webhooks: [
      { title: 'Events in the outbox', unit: 'short', show: { events: 'max(onboarding_event_outbox_waiting)' } },
      {
        title: 'Oldest event in the outbox',
        unit: 's',
        show: { oldest: 'max(onboarding_event_outbox_oldest_seconds)' },
        limit: 60,
      },
      {
        title: 'Delivery attempts',
        unit: 'reqps',
        show: { '{{outcome}} {{error_kind}}': rate('onboarding_webhook_attempts_total', 'outcome, error_kind') },
      },
      {
        title: 'Response time of receivers (p95)',
        unit: 's',
        show: { '{{outcome}}': quantile(0.95, 'onboarding_webhook_send_seconds', 'outcome') },
      },
      {
        title: 'Pending deliveries',
        unit: 'short',
        show: { deliveries: 'max(onboarding_webhook_waiting)', 'being sent': 'sum(onboarding_webhook_in_flight)' },
      },
      {
        title: 'Oldest pending delivery',
        unit: 's',
        show: { oldest: 'max(onboarding_webhook_waiting_oldest_seconds)' },
      },
    ],
    Documents: [
      {
        title: 'Documents checked',
        unit: 'reqps',
        show: { '{{outcome}}': rate('onboarding_documents_checked_total', 'outcome') },
      },
      { title: 'Documents waiting', unit: 'short', show: { documents: 'max(onboarding_documents_waiting)' } },
      {
        title: 'Oldest waiting document',
        unit: 's',
        show: { oldest: 'max(onboarding_documents_waiting_oldest_seconds)' },
        limit: 600,
      },
      {
        title: 'Storage: requests',
        unit: 'reqps',
        show: { '{{operation}} {{outcome}}': rate('onboarding_storage_request_seconds_count', 'operation, outcome') },
      },
      {
        title: 'Storage: response time (p95)',
        unit: 's',
        show: { '{{operation}}': quantile(0.95, 'onboarding_storage_request_seconds', 'operation') },
        limit: 2,
      },
      {
        title: 'Age of the virus signatures',
        unit: 's',
        show: { age: 'time() - max(onboarding_clamd_signatures_timestamp_seconds)' },
        limit: 172_800,
      },
    ],
    Reviews: [
      {
        title: 'Packages in the queue',
        unit: 'short',
        show: { '{{state}}': 'max by (state) (onboarding_review_queue_packages)' },
      },
      {
        title: 'Longest wait for an analyst',
        unit: 's',
        show: { oldest: 'max(onboarding_review_queue_oldest_seconds)' },
        limit: 172_800,
      },
      {
        title: 'Flags and screenings due',
        unit: 'short',
        show: { flags: 'max(onboarding_review_flags_due)', screenings: 'max(onboarding_screening_due)' },
      },
      {
        title: 'Screening: failures',
        unit: 'reqps',
        show: { '{{provider}} {{kind}}': rate('onboarding_screening_failures_total', 'provider, kind') },
      },
    ],
    'Certificates, keys and the audit trail': [
      {
        title: 'Partners whose last certificate expires soon',
        unit: 'short',
        show: { 'within {{within_days}} days': 'max by (within_days) (onboarding_partner_certificates_expiring)' },
      },
      {
        title: 'Age of the signing key',
        unit: 's',
        show: { age: 'time() - max(onboarding_signing_key_active_timestamp_seconds)' },
        limit: 15_552_000,
      },
      {
        title: 'Time since the last audit statement',
        unit: 's',
        show: { '{{what}}': 'time() - max by (what) (onboarding_audit_anchor_last_timestamp_seconds)' },
        limit: 600,
      },
    ],
  },
};

const LEGEND = new VizLegendOptionsBuilder()
  .showLegend(true)
  .displayMode(LegendDisplayMode.List)
  .placement(LegendPlacement.Bottom);
const SOURCE = { type: 'prometheus', uid: '$source' };

function toPanel({ title, unit, show, limit }: Panel) {
  const panel = new PanelBuilder().title(title).unit(unit).datasource(SOURCE).span(8).height(7).legend(LEGEND);
  for (const [legend, expression] of Object.entries(show))
    panel.withTarget(new DataqueryBuilder().expr(expression).legendFormat(legend).refId(legend));
  if (limit !== undefined)
    panel.thresholds({
      build: () => ({
        mode: ThresholdsMode.Absolute,
        steps: [
          { value: null, color: 'green' },
          { value: limit, color: 'red' },
        ],
      }),
    });
  return panel;
}

export function dashboardFiles(): [path: string, text: string][] {
  return [OBJECTIVES, REQUESTS, DATABASE, WORK].map(({ uid, title, rows }) => {
    const dashboard = new DashboardBuilder(title)
      .uid(uid)
      .tags(['onboarding'])
      .refresh('30s')
      .time({ from: 'now-6h', to: 'now' })
      .timezone('utc')
      .withVariable(new DatasourceVariableBuilder('source').label('Data source').type('prometheus'));
    for (const [name, panels] of Object.entries(rows)) {
      dashboard.withRow(new RowBuilder(name));
      for (const panel of panels) dashboard.withPanel(toPanel(panel));
    }
    return [`deploy/grafana/${uid.replace('onboarding-', '')}.json`, `${JSON.stringify(dashboard.build(), null, 2)}\n`];
  });
}
