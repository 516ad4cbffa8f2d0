import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { BUILD } from '../build/index.ts';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Includes the process's own metrics: memory, event loop lag, garbage collection and the build. */
export function createMetrics(service: string, environment = 'development'): Registry {
  const registry = new Registry();
  // Several deployments may report to the same Prometheus.
  registry.setDefaultLabels({ service, environment });
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'onboarding_build_info',
    help: 'Always 1; the labels identify the running build',
    labelNames: ['version', 'commit', 'node'],
    registers: [registry],
  }).set({ ...BUILD, node: process.version }, 1);
  return registry;
}

/**
 * Adds each of our metrics under the name that it had before they had a prefix, for the rules and dashboards of operators.
 * To be removed in the next release, together with METRICS_OLD_NAMES.
 */
export function withOldNames(text: string): string {
  const ours = text.matchAll(/^((?:# (?:HELP|TYPE) )?)onboarding_(.*)$/gm);
  const old = [...ours].map(([, comment, rest]) => `${comment}${rest}\n`);
  return `${text.trimEnd()}\n${old.join('')}`;
}

interface ReadGauge {
  help: string;
  /** If set, the values are reported by this label. */
  label?: string;
}

/** A number, numbers by label, or undefined if there is nothing to report. */
type Reading = number | Record<string, number> | undefined;

export interface ReadGauges<Name extends string> {
  registry: Registry;
  gauges: Record<Name, ReadGauge>;
  read(): Promise<Record<Name, Reading>>;
  /** How long a reading is reused for further scrapes; by default, it is not reused. */
  goodForMs?: number;
  onFailure(error: unknown): void;
}

/** Shorter than the timeout of a scrape. */
const READ_WITHIN_MS = 4_000;

/**
 * Gauges whose values are read together, once per scrape. A value that cannot be read is omitted, because an old value
 * would look current.
 */
export function readGauges<Name extends string>(options: ReadGauges<Name>): void {
  const { registry, read, goodForMs = 0, onFailure } = options;
  let reading: Promise<Record<Name, Reading> | undefined> | undefined;
  let goodUntil = 0;

  function latest() {
    if (reading !== undefined && performance.now() <= goodUntil) return reading;
    // Concurrent scrapes share the reading in progress.
    goodUntil = Number.POSITIVE_INFINITY;
    reading = inTime(read()).then(
      (values) => {
        goodUntil = performance.now() + goodForMs;
        return values;
      },
      (error: unknown) => {
        goodUntil = 0;
        onFailure(error);
        return undefined;
      },
    );
    return reading;
  }

  for (const [name, { help, label }] of Object.entries<ReadGauge>(options.gauges)) {
    new Gauge({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [registry],
      async collect() {
        const value = (await latest())?.[name as Name];
        if (label === undefined) this.remove();
        else this.reset();
        if (typeof value === 'number') this.set(value);
        else for (const [key, count] of Object.entries(value ?? {})) this.set({ [label ?? '']: key }, count);
      },
    });
  }
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Not read within ${READ_WITHIN_MS} ms`)), READ_WITHIN_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
