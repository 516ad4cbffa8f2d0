import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The process's own figures (memory, event loop lag, garbage collection) are in from the start. */
export function createMetrics(service: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ service });
  collectDefaultMetrics({ register: registry });
  return registry;
}

export interface ReadGauge {
  name: string;
  help: string;
  label: string;
  registry: Registry;
  /** By value of the label. */
  read(): Promise<Record<string, number>>;
  onFailure(error: unknown): void;
}

/** Shorter than whoever collects metrics would wait for all of them. */
const READ_WITHIN_MS = 4_000;

/** A gauge that is read somewhere else at each scrape. What cannot be read is left out: an old value would pass for a new one. */
export function readGauge({ name, help, label, registry, read, onFailure }: ReadGauge): void {
  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      try {
        const values = await inTime(read());
        this.reset();
        for (const [value, count] of Object.entries(values)) this.set({ [label]: value }, count);
      } catch (error) {
        this.reset();
        onFailure(error);
      }
    },
  });
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Not read within ${READ_WITHIN_MS} ms`)), READ_WITHIN_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
