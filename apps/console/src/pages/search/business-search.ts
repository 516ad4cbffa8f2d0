// The query parameters of the search: words as the API accepts them, and a cursor.

import type { FoundBusiness } from '@onboarding/contract';
import { searchOf, words } from '@onboarding/ui/search';

export const businessSearch = searchOf({
  q: (text) => (text.trim() === '' || text.length > 100 || /\p{C}/u.test(text) ? undefined : words(text)),
  cursor: (text) => (/^[\w-]{1,300}$/.test(text) ? text : undefined),
});

// Texts about a search and its results.

export const refusalWords = (roles: readonly string[]): string =>
  `Only these roles can search for businesses: ${roles.join(', ')}.`;

/** Clearing the field shows no results; each further letter replaces the history entry, so that going back leaves the search. */
export const searchFor = (wanted: string, q: string) => ({
  search: wanted === '' ? {} : { q: wanted },
  replace: q !== '',
});

export const leadsToResults = (key: string): boolean => key === 'Enter' || key === 'ArrowDown';

/** A page without results may have later pages: the service stops after a number of businesses that match only one word. */
export const nothingWords = (nextCursor: string | null): { title: string; text: string } =>
  nextCursor === null
    ? { title: 'No business found', text: 'We match the start of each word. Try fewer or shorter words.' }
    : {
        title: 'Nothing found so far',
        text: 'Many businesses match the longest of these words, but none so far match the others.',
      };

export const footWords = (items: readonly unknown[]): [first: string, next: string] => [
  'First page',
  items.length === 0 ? 'Continue the search' : 'Next page',
];

/** The trading name, if it differs from the company's. */
export const secondName = ({
  tradingName,
  companyName,
}: Pick<FoundBusiness, 'tradingName' | 'companyName'>): string | undefined =>
  tradingName === null || tradingName === companyName ? undefined : tradingName;
