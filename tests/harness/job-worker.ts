// A worker in a process of its own, for tests that kill it: it says on standard output that it began a job, and never ends it.

import { startJobs } from '@onboarding/platform/jobs';
import { createLogger } from '@onboarding/platform/logger';
import { createMetrics } from '@onboarding/platform/metrics';

const { DATABASE_URL = '', QUEUE = '' } = process.env;
const runner = await startJobs({
  url: DATABASE_URL,
  logger: createLogger({ service: 'job-worker', level: 'error' }),
  registry: createMetrics('job-worker'),
  pollSeconds: 0.5,
});
await runner.work(QUEUE, async ({ id }) => {
  console.log(id);
  await new Promise(() => {});
});
