// What the dashboards have in common, and the panels about objectives, requests and processes.
export interface Panel {
  title: string;
  /** What it shows, and what is normal. */
  about: string;
  /** Of the alerts about it. */
  runbooks: readonly string[];
  unit: 's' | 'bytes' | 'short' | 'reqps' | 'percentunit' | 'd';
  /** Expressions by legend. */
  show: Record<string, string>;
  /** Values above this are red. */
  limit?: number;
}

export interface Page {
  uid: string;
  title: string;
  rows: Record<string, readonly Panel[]>;
}

export const quantile = (share: number, metric: string, by: string, labels = '') =>
  `histogram_quantile(${share}, sum by (le, ${by}) (rate(${metric}_bucket${labels}[$__rate_interval])))`;
export const rate = (metric: string, by: string, labels = '') =>
  `sum by (${by}) (rate(${metric}${labels}[$__rate_interval]))`;

export const OBJECTIVES: Page = {
  uid: 'onboarding-objectives',
  title: 'Onboarding: objectives',
  rows: {
    'Error budgets': [
      {
        title: 'Error budget left, last 3 days',
        about:
          '1: no failures. 0: the share of these three days is spent. Below 0, the budget of 30 days will not last.',
        runbooks: ['ApiErrorBudgetBurn', 'TokenErrorBudgetBurn', 'DeliveryLatencyBudgetBurn'],
        unit: 'percentunit',
        show: { '{{slo}}': '1 - onboarding_slo:burn_rate:3d' },
      },
      {
        title: 'Burn rate, 1 hour',
        about: 'How many times faster than allowed the budget was spent in the last hour. Above 14.4, an alert pages.',
        runbooks: ['ApiErrorBudgetBurn', 'ApiLatencyBudgetBurn', 'TokenErrorBudgetBurn', 'TokenLatencyBudgetBurn'],
        unit: 'short',
        show: { '{{slo}}': 'onboarding_slo:burn_rate:1h' },
        limit: 14.4,
      },
      {
        title: 'Burn rate, 6 hours',
        about: 'The same over six hours. Above 6, an alert pages.',
        runbooks: ['DeliveryLatencyBudgetBurn', 'DocumentConfirmationBudgetBurn'],
        unit: 'short',
        show: { '{{slo}}': 'onboarding_slo:burn_rate:6h' },
        limit: 6,
      },
    ],
    'Service level indicators': [
      {
        title: 'API: share of 5xx responses',
        about: 'Requests that the API answered with 5xx, without health checks. The objective is 0.1%.',
        runbooks: ['ApiErrorBudgetBurn'],
        unit: 'percentunit',
        show: {
          'of all requests':
            'onboarding_slo:bad:rate5m{slo="api-availability"} / onboarding_slo:total:rate5m{slo="api-availability"}',
        },
        limit: 0.001,
      },
      {
        title: 'API: response time (p99)',
        about:
          '99% of requests below /api are answered within this time. PATCH is excluded, because it may wait for a file to be checked.',
        runbooks: ['ApiLatencyBudgetBurn'],
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
        about: '99% of token requests are answered within this time.',
        runbooks: ['TokenLatencyBudgetBurn'],
        unit: 's',
        show: { identity: quantile(0.99, 'onboarding_http_request_seconds', 'service', '{route="/oauth2/token"}') },
        limit: 0.25,
      },
      {
        title: 'Events: time until sent (p99)',
        about: 'From when a delivery was due until it was sent, by class: first attempts, retries and replays.',
        runbooks: ['DeliveryLatencyBudgetBurn'],
        unit: 's',
        show: { '{{class}}': quantile(0.99, 'onboarding_webhook_due_lag_seconds', 'class') },
        limit: 10,
      },
      {
        title: 'Documents: time until confirmed (p99)',
        about: 'From the arrival of a file until a worker confirmed it.',
        runbooks: ['DocumentConfirmationBudgetBurn'],
        unit: 's',
        show: { documents: quantile(0.99, 'onboarding_document_confirm_seconds', 'service') },
        limit: 60,
      },
    ],
  },
};

export const REQUESTS: Page = {
  uid: 'onboarding-requests',
  title: 'Onboarding: requests and processes',
  rows: {
    Requests: [
      {
        title: 'Requests by service and status',
        about: 'Requests per second, health checks included.',
        runbooks: [],
        unit: 'reqps',
        show: { '{{service}} {{status}}': rate('onboarding_http_request_seconds_count', 'service, status') },
      },
      {
        title: '5xx responses by route',
        about: 'Responses that count against the error budget.',
        runbooks: ['ApiErrorBudgetBurn', 'TokenErrorBudgetBurn'],
        unit: 'reqps',
        show: {
          '{{route}} {{status}}': rate('onboarding_http_request_seconds_count', 'route, status', '{status=~"5.."}'),
        },
      },
      {
        title: 'Response time by route (p95)',
        about: '95% of the requests of a route are answered within this time.',
        runbooks: ['ApiLatencyBudgetBurn'],
        unit: 's',
        show: { '{{route}}': quantile(0.95, 'onboarding_http_request_seconds', 'route', '{route!~"/health/.*"}') },
      },
      {
        title: 'Token requests',
        about: 'Requests for tokens by outcome: issued, refused, limited or failed.',
        runbooks: ['TokenErrorBudgetBurn'],
        unit: 'reqps',
        show: { '{{outcome}}': rate('onboarding_token_requests_total', 'outcome') },
      },
      {
        title: 'Requests not limited (Redis unavailable)',
        about: 'Requests that were let through uncounted, because Redis did not answer.',
        runbooks: ['RateLimitsOpen'],
        unit: 'reqps',
        show: { '{{service}} {{limit}}': rate('onboarding_rate_limit_fail_open_total', 'service, limit') },
      },
    ],
    Processes: [
      {
        title: 'Readiness',
        about: '1 while the process is ready. A service needs at least one process at 1.',
        runbooks: ['ServiceMissing', 'ServiceNotReady', 'ProcessNotReady'],
        unit: 'short',
        show: { '{{service}} {{instance}}': 'onboarding_service_ready' },
      },
      {
        title: 'Builds',
        about: 'Number of processes by build. More than one build is normal only during a release.',
        runbooks: ['BuildsDiffer'],
        unit: 'short',
        show: { '{{service}} {{version}} {{commit}}': 'count by (service, version, commit) (onboarding_build_info)' },
      },
      {
        title: 'CPU',
        about: 'Share of one core that each process uses.',
        runbooks: ['EventLoopBlocked'],
        unit: 'percentunit',
        show: { '{{service}} {{instance}}': 'rate(process_cpu_seconds_total[$__rate_interval])' },
      },
      {
        title: 'Memory',
        about: 'Resident memory of each process, without its child processes.',
        runbooks: ['ProcessDown'],
        unit: 'bytes',
        show: { '{{service}} {{instance}}': 'process_resident_memory_bytes' },
      },
      {
        title: 'Event loop lag (p99)',
        about: 'How long one event in a hundred waits for the CPU.',
        runbooks: ['EventLoopBlocked'],
        unit: 's',
        show: { '{{service}} {{instance}}': 'nodejs_eventloop_lag_p99_seconds' },
        limit: 0.5,
      },
    ],
  },
};
