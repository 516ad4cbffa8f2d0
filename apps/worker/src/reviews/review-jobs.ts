import type { Context } from '@onboarding/domain';
import { lookForCountries } from '@onboarding/domain/flags';
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

/** Runs until every requested comparison is finished; flags that become due are computed as usual. */
export function checkCountries({ context }: Pick<ReviewJobParts, 'context'>): JobHandler {
  return async ({ signal }) => {
    const sum = { looked: 0, concerned: 0 };
    while (!signal.aborted) {
      const page = await lookForCountries(context);
      if (page === undefined) break;
      sum.looked += page.looked;
      sum.concerned += page.concerned;
    }
    if (sum.looked > 0) context.logger.info(sum, 'businesses compared with changed lists of countries');
  };
}

export function countReviews({ context }: Pick<ReviewJobParts, 'context'>): JobHandler {
  return () => takeStatistics(context);
}
