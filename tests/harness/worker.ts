// A real worker process.
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { freePort } from '../../scripts/free-port.ts';
import { keep } from './artefacts.ts';
import type { TestDatabase } from './database.ts';
import { NO_STORAGE, storageEnvironment } from './no-storage.ts';
import { START_MS, until } from './patience.ts';
import { type Launch, launchBundle } from './process.ts';
import { TEST_KEY_RING } from './values.ts';

export interface RunningWorker {
  url: string;
  metricsUrl: string;
  process: ChildProcess;
  /** Kills it, like a power cut. */
  kill(): Promise<void>;
  /** Asks it to stop and returns its exit code. */
  stop(): Promise<number | null>;
}

export interface WorkerOptions {
  database: Pick<TestDatabase, 'workerUrl'>;
  smtpUrl: string;
  environment?: Record<string, string>;
  /** The script; the second one takes orders as messages. */
  entry?: 'apps/worker/src/main.ts' | 'tests/harness/worker-entry.ts';
  /** How to start it, if not from its bundle. */
  launch?: Launch;
}

const MOST_STARTS = 3;

/** Restarted if it exits while starting, as by a supervisor: it does so when a busy database makes it wait too long. */
export async function runWorker(options: WorkerOptions): Promise<RunningWorker> {
  for (let starts = 1; ; starts++) {
    try {
      return await startWorker(options);
    } catch (error) {
      if (!(error instanceof EndedEarly) || starts === MOST_STARTS) throw error;
    }
  }
}

class EndedEarly extends Error {}

async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const { database, smtpUrl, environment, entry = 'apps/worker/src/main.ts', launch = launchBundle } = options;
  const port = await freePort();
  const metricsPort = await freePort();
  const child = await launch(entry, {
    ENVIRONMENT: 'development',
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: database.workerUrl,
    KEY_RING: JSON.stringify(TEST_KEY_RING),
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'Onboarding <no-reply@service.example>',
    PORTAL_URL: 'https://portal.example',
    JOBS_POLL_SECONDS: '1',
    JOBS_SUPERVISE_SECONDS: '1',
    ...storageEnvironment(NO_STORAGE),
    CLAMD_HOST: '127.0.0.1',
    CLAMD_PORT: '9',
    SCREENING_PROVIDER: 'builtin',
    LOG_LEVEL: 'debug',
    ...environment,
  });
  const log = `worker-${child.pid}.log`;
  // Line by line: a value split between two chunks would escape the search for leaks.
  for (const input of [child.stdout, child.stderr])
    if (input !== null) createInterface({ input }).on('line', (line) => keep('logs', log, line));
  const url = `http://127.0.0.1:${port}`;
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  }
  // Metrics are served last, so everything is running once they answer.
  const untilReady = (asked: string) =>
    until(
      async () => {
        if (child.exitCode !== null)
          throw new EndedEarly(`The worker ended with ${child.exitCode} instead of getting ready`);
        return fetch(asked).then(
          (answer) => answer.status === 200,
          () => false,
        );
      },
      'the worker is ready',
      START_MS,
    );
  try {
    for (const asked of [`${url}/health/ready`, metricsUrl]) await untilReady(asked);
  } catch (error) {
    await end('SIGKILL');
    throw error;
  }
  return { url, metricsUrl, process: child, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') };
}
