// A worker in a separate process that starts a job and never finishes it, for tests that kill it.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startJobs } from '@onboarding/platform/jobs';
import { createLogger } from '@onboarding/platform/logger';
import { createMetrics } from '@onboarding/platform/metrics';

export interface StuckWorker {
  process: ChildProcess;
  /** The id of the job that it has started. */
  begun: string;
}

export async function startStuckWorker(databaseUrl: string, queue: string): Promise<StuckWorker> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, DATABASE_URL: databaseUrl, QUEUE: queue },
  });
  const [output] = await once(child.stdout, 'data');
  return { process: child, begun: String(output).trim() };
}

if (import.meta.main) {
  const { DATABASE_URL = '', QUEUE = '' } = process.env;
  const runner = await startJobs({
    url: DATABASE_URL,
    logger: createLogger({ service: 'stuck-worker', level: 'error' }),
    registry: createMetrics('stuck-worker'),
    pollSeconds: 0.5,
  });
  await runner.work(QUEUE, async ({ id }) => {
    console.log(id);
    await new Promise(() => {});
  });
}
