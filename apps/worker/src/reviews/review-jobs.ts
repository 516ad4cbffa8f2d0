import type { Context } from '@onboarding/domain';
import { releaseStaleClaims, takeStatistics } from '@onboarding/domain/review-work';
import type { JobHandler } from '@onboarding/platform/jobs';

interface ReviewJobParts {
  context: Pick<Context, 'clock' | 'db' | 'keys' | 'logger'>;
  onEvents(): void;
}

export function releaseStale({ context, onEvents }: ReviewJobParts): JobHandler {
  return async ({ signal }) => {
    const released = await releaseStaleClaims({ context, signal, onReleased: onEvents });
    if (released > 0) context.logger.info({ released }, 'stale claims released');
  };
}

export function countReviews({ context }: Pick<ReviewJobParts, 'context'>): JobHandler {
  return () => takeStatistics(context);
}
