// The query parameters of the customer pages.
import type { VerificationStatus } from '@onboarding/contract';
import { countryCode, moment, oneOf, searchOf, someOf, words } from '@onboarding/ui/search';
import { STATUS_NAMES } from '@onboarding/ui/words';

const short = (text: string) => (text.length > 100 || /\p{C}/u.test(text) ? undefined : words(text));
const day = (text: string) => moment(text)?.slice(0, 10);

export interface CustomerSearch {
  status?: VerificationStatus[] | undefined;
  country?: string | undefined;
  type?: string | undefined;
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  updatedFrom?: string | undefined;
  updatedTo?: string | undefined;
  cursor?: string | undefined;
}

/** Whether any filter is set. */
export const isFiltered = (search: CustomerSearch) => Object.values(search).some((value) => value !== undefined);

/** The query parameters of the list. */
export const customerSearch = searchOf({
  status: someOf(STATUS_NAMES),
  country: countryCode,
  type: short,
  q: (text) => (text.trim() === '' ? undefined : short(text)),
  from: day,
  to: day,
  updatedFrom: day,
  updatedTo: day,
  cursor: (text) => (/^[\w-]{1,300}$/.test(text) ? text : undefined),
});

export const CUSTOMER_TABS = ['overview', 'people', 'documents', 'timeline'] as const;

/** The query parameters of one customer: `before` is the cursor of an earlier part of the trail. */
export const oneCustomerSearch = searchOf({
  tab: oneOf(CUSTOMER_TABS),
  before: (text) => (/^[\w-]{1,100}$/.test(text) ? text : undefined),
});
