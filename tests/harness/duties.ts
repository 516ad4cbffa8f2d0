import type { WorkerParts } from '../../apps/worker/src/jobs.ts';

/** What a duty is given that needs nothing of the outside world. */
export function bareParts(context: WorkerParts['context'], onEvents = () => {}): WorkerParts {
  return {
    context,
    mailer: undefined,
    documents: undefined,
    reviews: undefined,
    screening: undefined,
    portalUrl: 'https://portal.example',
    onEvents,
  };
}
