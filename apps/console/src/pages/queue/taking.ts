// Taking the next package, from the queue or from another page; apart from the views, which only the queue shows.
import { ApiFailure } from '@onboarding/ui/api';
import { isFiltered, type QueueSearch } from './search.ts';

/** The filters for taking the next package, without the view and the cursor. */
export function withoutPlace({ view: _view, cursor: _cursor, ...filters }: QueueSearch): QueueSearch {
  return filters;
}

/** Every matching package is being changed, usually only for a moment. */
export const isBusy = (error: unknown): boolean => error instanceof ApiFailure && error.code === 'Review.QueueBusy';

/** Why there was no package to take. */
export const nothingWords = (search: QueueSearch): string =>
  isFiltered(search) ? 'No waiting package matches these filters.' : 'The queue is empty.';
