// The committed rules and dashboards, and a real Prometheus that runs the rules against real processes.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parse, stringify } from 'yaml';
import { freePort } from '../../scripts/free-port.ts';
import { keep } from '../harness/artefacts.ts';
import { until } from '../harness/patience.ts';

export const RULES = 'deploy/prometheus/rules.yml';

interface Rule {
  expr: string;
  alert?: string;
  record?: string;
  for?: string;
  keep_firing_for?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
}

export interface RuleGroup {
  name: string;
  interval?: string;
  rules: Rule[];
}

interface Rules {
  groups: RuleGroup[];
}

export interface Alert {
  alert: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

export function readRules(): Rules {
  return parse(readFileSync(RULES, 'utf8')) as Rules;
}

export function alertsOf({ groups }: Rules): Alert[] {
  return groups.flatMap(({ rules }) =>
    rules.flatMap(({ alert, labels = {}, annotations = {} }) =>
      alert === undefined ? [] : [{ alert, labels, annotations }],
    ),
  );
}

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function shortened(duration: string, factor: number, leastMs = 1): string {
  const [, count = '0', unit = 's'] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  return `${Math.max(leastMs, Math.round((Number(count) * (UNITS[unit] ?? 0)) / factor))}ms`;
}

/** Divisors of the windows in expressions, and of the time for which a condition must hold. */
const WINDOWS = 30;
const FOR = 300;
/** A rate needs two samples. */
const SHORTEST_WINDOW_MS = 6_000;

/** The committed rules, accelerated: minutes become seconds. Thresholds are unchanged. */
function hurried(rules: Rules): Rules {
  return {
    groups: rules.groups.map((group) => ({
      ...group,
      interval: '1s',
      rules: group.rules.map((rule) => ({
        ...rule,
        expr: rule.expr
          .replaceAll(/\[(\d+[smhd])\]/g, (_, window: string) => `[${shortened(window, WINDOWS, SHORTEST_WINDOW_MS)}]`)
          .replaceAll(/offset (\d+[smhd])/g, (_, window: string) => `offset ${shortened(window, WINDOWS)}`),
        ...(rule.for === undefined ? {} : { for: shortened(rule.for, FOR) }),
        ...(rule.keep_firing_for === undefined ? {} : { keep_firing_for: shortened(rule.keep_firing_for, FOR) }),
      })),
    })),
  };
}

interface FiringAlert {
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

export interface TestPrometheus {
  /** The alerts that fire now. */
  firing(): Promise<FiringAlert[]>;
  close(): Promise<void>;
}

/** Scrapes these addresses, and what the other configurations name, every two seconds. */
export async function startPrometheus(
  metricsUrls: readonly string[],
  others: readonly object[] = [],
): Promise<TestPrometheus> {
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'));
  const port = await freePort();
  writeFileSync(join(folder, 'rules.yml'), stringify(hurried(readRules())));
  writeFileSync(
    join(folder, 'prometheus.yml'),
    stringify({
      global: { scrape_interval: '2s', scrape_timeout: '2s', evaluation_interval: '1s' },
      rule_files: ['rules.yml'],
      scrape_configs: [
        { job_name: 'onboarding', static_configs: [{ targets: metricsUrls.map((url) => new URL(url).host) }] },
        ...others,
      ],
    }),
  );
  const ask = async (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const stop = await startProgram('prometheus', `http://127.0.0.1:${port}/-/ready`, [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  return {
    async firing() {
      const { data } = (await (await ask('/api/v1/alerts')).json()) as {
        data: { alerts: (FiringAlert & { state: string })[] };
      };
      return data.alerts.filter(({ state }) => state === 'firing');
    },
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Probes {
  /** The configuration of deploy/prometheus for probes from outside, with these addresses. */
  scrapeConfig: object;
  close(): Promise<void>;
}

/** A real blackbox_exporter, which trusts only this authority, and asks these addresses for Prometheus. */
export async function startProbes(targets: readonly string[], authorityFile: string): Promise<Probes> {
  const host = `127.0.0.1:${await freePort()}`;
  const folder = mkdtempSync(join(tmpdir(), 'probes-'));
  const config = join(folder, 'blackbox.yml');
  writeFileSync(config, stringify({ modules: { http_2xx: { prober: 'http' } } }));
  const parameters = [`--config.file=${config}`, `--web.listen-address=${host}`];
  const trust = { SSL_CERT_FILE: authorityFile };
  const stop = await startProgram('prometheus-blackbox-exporter', `http://${host}/-/healthy`, parameters, trust);
  interface Job {
    job_name: string;
    static_configs: object[];
  }
  const jobs = parse(readFileSync('deploy/prometheus/prometheus.yml', 'utf8')).scrape_configs as Job[];
  const job = jobs.find(({ job_name }) => job_name === 'onboarding-outside');
  const [labelled] = job?.static_configs ?? [];
  return {
    scrapeConfig: JSON.parse(
      JSON.stringify({ ...job, static_configs: [{ ...labelled, targets }] }).replace('127.0.0.1:9115', host),
    ),
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a program of Prometheus and waits until it answers; returns what stops it. */
async function startProgram(
  name: string,
  readyUrl: string,
  parameters: readonly string[],
  environment: Record<string, string> = {},
): Promise<() => Promise<void>> {
  const child: ChildProcess = spawn(name, parameters, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
  });
  let failure: Error | undefined;
  child.on('error', (cause) => {
    failure = new Error(`${name} could not be started; scripts/install-packages installs it`, { cause });
  });
  child.stderr?.on('data', (text: Buffer) => keep('logs', `${name}-${child.pid}.log`, text.toString().trimEnd()));
  await until(async () => {
    if (failure !== undefined) throw failure;
    return fetch(readyUrl).then(
      ({ status }) => status === 200,
      () => false,
    );
  }, `${name} is ready`);
  return async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
}

/** The metrics that an expression names; throws if Prometheus would not understand it. */
export function metricsIn(expression: string): string[] {
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter(node) {
      if (node.type.isError) throw new Error(`Not PromQL: ${expression}`);
      if (node.name === 'VectorSelector')
        names.push(/^[a-zA-Z_:][\w:]*/.exec(expression.slice(node.from, node.to))?.[0] ?? '');
    },
  });
  return names;
}

/** The names of all reported metrics, even those without a value yet. */
export function metricsReported(text: string): string[] {
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' || type === 'summary' ? ['_bucket', '_count', '_sum'].map((part) => name + part) : [name],
  );
}

/** The metrics that docs/watching.md lists. */
export function documentedMetrics(): string[] {
  const [, table = ''] = readFileSync('docs/watching.md', 'utf8').split('## Metrics');
  const cells = [...table.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
}

/** The expressions of the panels, with a window instead of Grafana's variable. */
export function expressionsOfDashboards(): string[] {
  const text = globSync('deploy/grafana/*.json')
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
  return [...text.matchAll(/"expr": (".*")/g)].map(([, expression = '""']) =>
    (JSON.parse(expression) as string).replaceAll('$__rate_interval', '5m'),
  );
}
