// The query parameters of the queue, and the API query for them.
import { count, oneOf, searchOf, uuid, words } from '@onboarding/ui/search';
import { FLAG_CODES, REASON_CODES } from './words.ts';

const VIEWS = ['waiting', 'mine', 'confirm', 'claimed'] as const;
export type View = (typeof VIEWS)[number];

/** The options of "older than", in hours. */
export const AGES = [4, 24, 72, 168] as const;

export const queueSearch = searchOf({
  view: oneOf(VIEWS),
  country: (text) => (/^[A-Z]{3}$/.test(text) ? text : undefined),
  type: (text) => (text.length > 100 || /\p{C}/u.test(text) ? undefined : words(text)),
  reason: oneOf(REASON_CODES),
  flag: oneOf(FLAG_CODES),
  partner: uuid,
  olderThan: (text) => AGES.find((hours) => hours === count(text)),
  cursor: (text) => (/^[\w-]{1,300}$/.test(text) ? text : undefined),
});
export type QueueSearch = ReturnType<typeof queueSearch>;

/** The filters that are set, under the names of the API. */
export function filtersOf({ country, type, reason, flag, partner, olderThan }: QueueSearch) {
  return {
    ...(country === undefined ? {} : { country }),
    ...(type === undefined ? {} : { businessTypeCode: type }),
    ...(reason === undefined ? {} : { reason }),
    ...(flag === undefined ? {} : { flag }),
    ...(partner === undefined ? {} : { partnerId: partner }),
    ...(olderThan === undefined ? {} : { olderThanHours: olderThan }),
  };
}

export const isFiltered = (search: QueueSearch) => Object.keys(filtersOf(search)).length > 0;
