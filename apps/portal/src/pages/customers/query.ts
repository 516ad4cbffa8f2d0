// The query for the list of customers, and the tabs above it.
import type { CustomerStatistics, VerificationStatus } from '@onboarding/contract';
import { endOfDay, startOfDay } from '@onboarding/ui/search';
import { STATUS_NAMES, STATUSES } from '@onboarding/ui/words';
import type { CustomerSearch } from './search.ts';

/** The last day is included; an end before the start is not sent, because it would match nothing. */
export function queryOf({ status, country, type, q, from, to, updatedFrom, updatedTo, cursor }: CustomerSearch) {
  const endOf = (first: string | undefined, last: string | undefined) =>
    last === undefined || isReversed(first, last) ? undefined : endOfDay(last);
  return {
    q,
    cursor,
    verificationStatus: status,
    incorporationCountryIso3Code: country,
    businessTypeCode: type,
    createdFrom: from === undefined ? undefined : startOfDay(from),
    createdTo: endOf(from, to),
    updatedFrom: updatedFrom === undefined ? undefined : startOfDay(updatedFrom),
    updatedTo: endOf(updatedFrom, updatedTo),
  };
}

export const isReversed = (from: string | undefined, to: string | undefined): boolean =>
  from !== undefined && to !== undefined && to < from;

/** Changing a filter returns to the first page. */
export function withFilter({ cursor: _cursor, ...before }: CustomerSearch, change: CustomerSearch): CustomerSearch {
  return { ...before, ...change };
}

interface StatusTab {
  status: VerificationStatus | undefined;
  label: string;
  count: number | undefined;
  isChosen: boolean;
  search: CustomerSearch;
}

/** All, and each status; "Not reviewed" only if there are such customers or the filter selects them. */
export function tabsOf(statistics: CustomerStatistics | undefined, search: CustomerSearch): StatusTab[] {
  const counts = new Map(statistics?.byStatus.map((one) => [one.verificationStatus, one.customers]));
  const { status: chosen = [], ...others } = search;
  const isChosen = (status: VerificationStatus | undefined) =>
    status === undefined ? chosen.length === 0 : chosen.length === 1 && chosen[0] === status;
  const tabs = [
    { status: undefined, label: 'All', count: statistics?.total },
    ...STATUS_NAMES.map((status) => ({ status, label: STATUSES[status].label, count: counts.get(status) })),
  ].filter(({ status, count }) => status !== 'NotStarted' || chosen.includes(status) || (count ?? 0) > 0);
  return tabs.map((tab) => ({
    ...tab,
    isChosen: isChosen(tab.status),
    search: { ...others, ...(tab.status === undefined ? {} : { status: [tab.status] }) },
  }));
}
