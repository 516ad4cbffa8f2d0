import { createMetrics } from '@onboarding/platform/metrics';
import { DEFAULT_RETENTION } from '@onboarding/settings';
import { retentionMetrics } from '../../apps/worker/src/housekeeping/retention-metrics.ts';
import type { WorkerParts } from '../../apps/worker/src/jobs/jobs.ts';

/** The parts of a handler without external dependencies. */
export function bareParts(context: WorkerParts['context']): WorkerParts {
  return {
    context,
    mailer: undefined,
    documents: undefined,
    reviews: undefined,
    screening: undefined,
    house: { retention: DEFAULT_RETENTION, metrics: retentionMetrics(createMetrics('worker')) },
    portalUrl: 'https://portal.example/portal',
    retryDeadLetter: async () => false,
    discardDeadLetter: async () => {},
  };
}
