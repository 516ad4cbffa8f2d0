// What is said about a search and its results.
import type { FoundBusiness } from '@onboarding/contract';

export const refusalWords = (roles: readonly string[]): string =>
  `Only these roles can search for businesses: ${roles.join(', ')}.`;

/** Emptying the field shows no results; each further letter replaces the URL, so that one step back leaves the search. */
export const searchFor = (wanted: string, q: string) => ({
  search: wanted === '' ? {} : { q: wanted },
  replace: q !== '',
});

export const leadsToResults = (key: string): boolean => key === 'Enter' || key === 'ArrowDown';

/** A page without results may have more behind it: the service stops after so many that match one word only. */
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

/** The trading name, where it says more than the company's. */
export const secondName = ({
  tradingName,
  companyName,
}: Pick<FoundBusiness, 'tradingName' | 'companyName'>): string | undefined =>
  tradingName === null || tradingName === companyName ? undefined : tradingName;
