import { Button, MultiSelect, TextInput } from '@mantine/core';
import type { CustomerStatistics } from '@onboarding/contract';
import { Choice, Filters, useSearchText } from '@onboarding/ui/fields';
import { IconSearch } from '@onboarding/ui/icons';
import { ViewLink, Views } from '@onboarding/ui/shell';
import { FailedPart } from '@onboarding/ui/states';
import { businessTypeName, STATUS_NAMES, STATUSES } from '@onboarding/ui/words';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { SavedFilters } from '../../saved-filters.tsx';
import { figure } from './customer-words.ts';
import { isReversed, tabsOf, withFilter } from './query.ts';
import { type CustomerSearch, isFiltered } from './search.ts';

const route = getRouteApi('/frame/customers');

export function CustomerFilters({ search }: { search: CustomerSearch }) {
  const navigate = route.useNavigate();
  const reference = useCall('readReferenceData');
  const set = (change: CustomerSearch, replace = false) =>
    void navigate({ search: (before) => withFilter(before, change), replace });
  const countries =
    reference.data?.countries.map(({ countryCode, name }) => ({ value: countryCode, label: name })) ?? [];
  const types =
    reference.data?.businessTypes.map(({ businessTypeCode: code }) => ({
      value: code,
      label: businessTypeName(code),
    })) ?? [];
  return (
    <Filters
      values={[
        search.country,
        search.type,
        search.status,
        search.from,
        search.to,
        search.updatedFrom,
        search.updatedTo,
      ]}
      search={
        <SearchField
          q={search.q ?? ''}
          onSearch={(q) => set({ q: q === '' ? undefined : q }, search.q !== undefined)}
        />
      }
      saved={<SavedFilters list="Customers" />}
    >
      <Choice label="Country" value={search.country} options={countries} onChange={(country) => set({ country })} />
      <Choice label="Type" value={search.type} options={types} onChange={(type) => set({ type })} />
      <MultiSelect
        label="Statuses"
        {...(search.status === undefined ? { placeholder: 'Any' } : {})}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear statuses' }}
        w={240}
        data={STATUS_NAMES.map((status) => ({ value: status, label: STATUSES[status].label }))}
        value={search.status ?? []}
        onChange={(chosen) => set({ status: STATUS_NAMES.filter((status) => chosen.includes(status)) })}
      />
      <Day label="Created from" value={search.from} onChange={(from) => set({ from })} />
      <Day label="Created until" value={search.to} after={search.from} onChange={(to) => set({ to })} />
      <Day label="Updated from" value={search.updatedFrom} onChange={(updatedFrom) => set({ updatedFrom })} />
      <Day
        label="Updated until"
        value={search.updatedTo}
        after={search.updatedFrom}
        onChange={(updatedTo) => set({ updatedTo })}
      />
      {isFiltered(search) && (
        <Button variant="subtle" onClick={() => void navigate({ search: {} })}>
          Clear
        </Button>
      )}
      <FailedPart query={reference} what="Countries and business types" />
    </Filters>
  );
}

function Day({
  label,
  value = '',
  after,
  onChange,
}: {
  label: string;
  value: string | undefined;
  /** The first day, if this is the last day of a range. */
  after?: string | undefined;
  onChange: (day: string | undefined) => void;
}) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value}
      error={isReversed(after, value || undefined) ? 'This is before the first day' : undefined}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}

/** Searches while the person types, and follows changes of the URL. */
function SearchField({ q, onSearch }: { q: string; onSearch: (q: string) => void }) {
  const { text, type } = useSearchText(q, onSearch);
  return (
    <TextInput
      type="search"
      label="Search"
      placeholder="Name, reference or registration number"
      maxLength={100}
      flex="1 1 18rem"
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}

/** The number of customers in each status, with a link to them. */
export function StatusTabs({
  statistics,
  search,
}: {
  statistics: CustomerStatistics | undefined;
  search: CustomerSearch;
}) {
  return (
    <Views label="Customers by status">
      {tabsOf(statistics, search).map(({ label, count, isChosen, search: to }) => (
        <ViewLink
          key={label}
          from="/customers"
          search={to}
          isChosen={isChosen}
          count={count === undefined ? undefined : figure(count)}
        >
          {label}
        </ViewLink>
      ))}
    </Views>
  );
}
