import { z } from 'zod';
import { byDefault, inProduction, optional, required, setting, WORKER_ROLES } from '../setting.ts';
import { address, decimal, integer, isThisMachine, keyRing, listed, oneOf, someOf, speaks } from '../types.ts';

/** Filled by the catalogue, which contains every connection. */
export const CONNECTIONS = new Set<string>();

const connections = listed.pipe(
  z.array(
    z.string().refine((name) => CONNECTIONS.has(name), {
      error: () => `must be some of ${[...CONNECTIONS].join(', ')}, separated by commas`,
    }),
  ),
);

const everyService = <const N>(need: N) => ({ api: need, identity: need, worker: need });

export const processSettings = {
  ENVIRONMENT: setting({
    type: oneOf('development', 'sandbox', 'production'),
    meaning: '`development`, `sandbox` or `production`',
    readBy: { ...everyService(required) },
    example: 'production',
    shared: true,
  }),
  SIMULATED_REVIEWS: setting({
    type: oneOf('true', 'false').transform((word) => word === 'true'),
    meaning: 'only in `development`: whether partners choose the outcome of reviews, as they always do in a sandbox',
    readBy: { api: byDefault('false'), worker: byDefault('false') },
    shared: true,
  }),
  REHEARSAL: setting({
    type: oneOf('true', 'false').transform((word) => word === 'true'),
    meaning:
      'whether this is a copy with which you [rehearse a restore](operations.md#rehearse-a-restore): it sends no mails and webhooks, and only reads the storage',
    readBy: { ...everyService(byDefault('false')), ctl: byDefault('false') },
    shared: true,
  }),
  HOST: setting({
    type: z.string(),
    meaning: 'address to listen on, also for metrics',
    readBy: { ...everyService(byDefault('127.0.0.1')) },
    isEncrypted: isThisMachine,
  }),
  PORT: setting({
    type: integer(0, 65_535),
    meaning: "port for requests; the worker's serves only health checks, so do not publish it",
    readBy: { api: byDefault(8080), identity: byDefault(8081), worker: byDefault(8082) },
  }),
  METRICS_PORT: setting({
    type: integer(0, 65_535),
    meaning: 'port for metrics; do not publish it',
    readBy: { ...everyService(byDefault(9464)) },
  }),
  METRICS_OLD_NAMES: setting({
    type: oneOf('true', 'false').transform((word) => word === 'true'),
    meaning:
      'whether each metric is also reported under its old name, without `onboarding_`; the next release removes this setting',
    readBy: { ...everyService(byDefault('true')) },
  }),
  PLAIN_CONNECTIONS: setting({
    type: connections,
    meaning:
      'comma-separated names of settings whose connections your network encrypts; see [below](#encrypted-connections)',
    readBy: { ...everyService(optional) },
    example: 'HOST,CLAMD_HOST',
  }),
  TRUSTED_PROXIES: setting({
    type: integer(0, 5),
    meaning: 'number of your own proxies that append to `X-Forwarded-For`, 0 to 5',
    readBy: { api: inProduction(byDefault(0)), identity: inProduction(byDefault(0)) },
    example: '1',
  }),
  KEY_RING: setting({
    type: keyRing,
    meaning:
      'root keys, `{"current":"k1","keys":{"k1":"<32 bytes in base64>"}}`; generate each with `openssl rand -base64 32`',
    readBy: { ...everyService(required), ctl: required },
    secret: true,
    shared: true,
  }),
  LOG_LEVEL: setting({
    type: oneOf('trace', 'debug', 'info', 'warn', 'error'),
    meaning: '`trace`, `debug`, `info`, `warn` or `error`',
    readBy: { ...everyService(byDefault('info')) },
  }),
  OTLP_TRACES_URL: setting({
    type: address,
    meaning: 'OpenTelemetry collector that receives traces; without it, no traces are created',
    readBy: { ...everyService(optional) },
    example: 'https://collector.internal:4318/v1/traces',
    isEncrypted: speaks('https:'),
  }),
  TRACES_SAMPLE_RATIO: setting({
    type: decimal(0, 1),
    meaning: 'share of traces to send, 0 to 1; the same in every process',
    readBy: { ...everyService(byDefault(1)) },
    shared: true,
  }),
  DRAIN_SECONDS: setting({
    type: integer(0, 300),
    meaning: 'how long to keep serving after SIGTERM, so that load balancers can react; 0 to 300',
    readBy: { ...everyService(byDefault(0)) },
  }),
  WORKER_ROLES: setting({
    type: someOf(WORKER_ROLES),
    meaning:
      'comma-separated roles of this worker; one process can have all of them, or each role can have its own processes',
    readBy: { worker: byDefault(WORKER_ROLES.join(',')) },
  }),
  JOBS_POLL_SECONDS: setting({
    type: decimal(0.5, 60),
    meaning: 'how often to poll for new jobs, 0.5 to 60',
    readBy: { worker: byDefault(1) },
  }),
  JOBS_SUPERVISE_SECONDS: setting({
    type: integer(1, 600),
    meaning: 'how often to check for jobs whose worker died, and to count waiting jobs; 1 to 600',
    readBy: { worker: byDefault(15) },
  }),
  JOBS_STALLED_AFTER_SECONDS: setting({
    type: integer(5, 600),
    meaning: 'how long after its last successful poll the process stops being ready, 5 to 600',
    readBy: { worker: byDefault(60) },
  }),
};
