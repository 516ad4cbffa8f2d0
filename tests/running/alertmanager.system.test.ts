// The example for Alertmanager: who gets which alert, and which alerts a real Alertmanager mutes while another one fires.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../scripts/free-port.ts';
import { until } from '../harness/patience.ts';
import { alertsOf, readRules } from './prometheus.ts';

const CONFIG = 'deploy/prometheus/alertmanager.yml';
const run = promisify(execFile);
const known = new Map(alertsOf(readRules()).map(({ alert, labels }) => [alert, labels.severity ?? '']));

let close: () => Promise<void>;
let url: string;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'alertmanager-'));
  url = `http://127.0.0.1:${await freePort()}`;
  const child = spawn(
    'prometheus-alertmanager',
    [
      `--config.file=${CONFIG}`,
      `--storage.path=${folder}`,
      `--web.listen-address=${new URL(url).host}`,
      '--cluster.listen-address=',
    ],
    { stdio: 'ignore' },
  );
  let failure: Error | undefined;
  child.on('error', (error) => {
    failure = new Error('prometheus-alertmanager could not be started; install it to run this test', { cause: error });
  });
  close = async () => {
    child.kill('SIGTERM');
    if (failure === undefined && child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  await until(async () => {
    if (failure !== undefined) throw failure;
    return fetch(`${url}/-/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
  }, 'Alertmanager is ready');
});
afterAll(() => close());

const labelled = (alertname: string, labels: Record<string, string> = {}) => ({
  alertname,
  severity: known.get(alertname) ?? '',
  environment: 'production',
  ...labels,
});

interface Shown {
  labels: Record<string, string>;
  status: { inhibitedBy: string[] };
}

async function post(alerts: { labels: Record<string, string> }[]): Promise<void> {
  const answer = await fetch(`${url}/api/v2/alerts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(alerts),
  });
  expect(answer.status).toBe(200);
}

/** Lets these alerts fire, and returns the names of those that are not muted. */
async function heard(...alerts: Record<string, string>[]): Promise<string[]> {
  // The alerts of earlier calls are still firing, and must not mute these.
  const environment = `production-${crypto.randomUUID()}`;
  const posted = alerts.map((labels) => ({
    labels: labels.environment === 'production' ? { ...labels, environment } : labels,
  }));
  await post(posted);
  // Alertmanager looks for causes later than it shows an alert, but in the order of arrival: a pair of its own shows that it has done so.
  const last = `last-${crypto.randomUUID()}`;
  await post(['page', 'ticket'].map((severity) => ({ labels: { alertname: 'Last', severity, environment: last } })));
  let found: Shown[] = [];
  await until(async () => {
    found = (await (await fetch(`${url}/api/v2/alerts`)).json()) as Shown[];
    return found.some(({ labels, status }) => labels.environment === last && status.inhibitedBy.length > 0);
  }, 'Alertmanager has looked for causes');
  return found
    .filter(({ labels, status }) => labels.environment === environment && status.inhibitedBy.length === 0)
    .map(({ labels }) => `${labels.alertname} ${labels.severity}`)
    .sort();
}

test('the example is valid, and names only alerts that exist', async () => {
  expect((await run('amtool', ['check-config', CONFIG])).stdout).toContain('SUCCESS');
  const names = JSON.stringify(parse(readFileSync(CONFIG, 'utf8')))
    .matchAll(/alertname=~?\\"([^"\\]+)\\"/g)
    .flatMap(([, alternatives = '']) => alternatives.split('|'));
  const used = [...new Set(names)];
  expect(used.length).toBeGreaterThan(25);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});

test.each([
  ['on-call', 'ServiceMissing', 'page'],
  ['tickets', 'BuildsDiffer', 'ticket'],
  ['dead-mans-switch', 'OnboardingWatchdog', 'none'],
])('%s gets %s', async (receiver, alertname, severity) => {
  expect(known.get(alertname)).toBe(severity);
  const labels = [`alertname=${alertname}`, `severity=${severity}`, 'environment=production'];
  const { stdout } = await run('amtool', ['config', 'routes', 'test', `--config.file=${CONFIG}`, ...labels]);
  expect(stdout.trim()).toBe(receiver);
});

test('a database that is unavailable mutes what needs it, and nothing else', async () => {
  expect(
    await heard(
      labelled('DatabaseFailing', { service: 'api' }),
      labelled('ServiceNotReady', { service: 'api' }),
      labelled('ProcessNotReady', { service: 'worker', instance: 'a' }),
      labelled('ApiErrorBudgetBurn', { severity: 'page', slo: 'api-availability' }),
      labelled('OutboxStuck'),
      labelled('AuditTrailDiffers'),
      labelled('CommitsUnconfirmed', { reason: 'connection' }),
    ),
  ).toEqual(['AuditTrailDiffers page', 'CommitsUnconfirmed ticket', 'DatabaseFailing page']);
});

test('a missing worker is one page', async () => {
  expect(
    await heard(
      labelled('ServiceMissing', { service: 'worker' }),
      labelled('ProcessDown', { instance: 'a', job: 'onboarding' }),
      labelled('OutboxStuck'),
      labelled('DocumentsWaiting'),
      labelled('AuditStatementsLate'),
      labelled('JobsUncounted'),
    ),
  ).toEqual(['ServiceMissing page']);
});

test('workers that are not ready mute nothing about their work, because they may still do it', async () => {
  expect(
    await heard(
      labelled('ServiceNotReady', { service: 'worker' }),
      labelled('ProcessNotReady', { service: 'worker', instance: 'a' }),
      labelled('WorkerMissing', { role: 'webhooks' }),
    ),
  ).toEqual(['ServiceNotReady page', 'WorkerMissing page']);
});

test('a missing role mutes only the alerts about its own work', async () => {
  expect(
    await heard(
      labelled('WorkerMissing', { role: 'webhooks' }),
      labelled('OutboxStuck'),
      labelled('QueueNotPolled', { role: 'webhooks', queue: 'event_outbox' }),
      labelled('QueueNotPolled', { role: 'mail', queue: 'mail.send' }),
      labelled('DocumentsWaiting'),
    ),
  ).toEqual(['DocumentsWaiting page', 'QueueNotPolled page', 'WorkerMissing page']);
});

test('requests that fail mute those that are slow, each service its own', async () => {
  expect(
    await heard(
      labelled('ApiErrorBudgetBurn', { severity: 'page', slo: 'api-availability' }),
      labelled('ApiLatencyBudgetBurn', { severity: 'page', slo: 'api-latency' }),
      labelled('TokenLatencyBudgetBurn', { severity: 'page', slo: 'token-latency' }),
    ),
  ).toEqual(['ApiErrorBudgetBurn page', 'TokenLatencyBudgetBurn page']);
});

test('a page mutes the ticket of the same name, and no alert mutes those of another environment', async () => {
  expect(
    await heard(
      labelled('TokenErrorBudgetBurn', { severity: 'page', slo: 'token-availability' }),
      labelled('TokenErrorBudgetBurn', { severity: 'ticket', slo: 'token-availability' }),
      labelled('ServiceNotReady', { service: 'worker' }),
      labelled('DatabaseFailing', { environment: 'sandbox' }),
    ),
  ).toEqual(['ServiceNotReady page', 'TokenErrorBudgetBurn page']);
});
