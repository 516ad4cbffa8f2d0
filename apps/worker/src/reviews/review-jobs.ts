import { releaseStaleClaims, takeStatistics } from '@onboarding/domain/verification';
import type { JobHandler } from '@onboarding/platform/jobs';
import type { WorkerParts } from '../jobs.ts';

export function releaseStale({ context, onEvents }: WorkerParts): JobHandler {
  return async ({ signal }) => {
    const released = await releaseStaleClaims({ context, signal, onReleased: onEvents });
    if (released > 0) context.logger.info({ released }, 'gave packages back whose analysts had left them');
  };
}

export function countReviews({ context }: WorkerParts): JobHandler {
  return () => takeStatistics(context);
}
