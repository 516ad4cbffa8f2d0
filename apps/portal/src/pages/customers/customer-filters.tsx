import { Button, Group, TextInput } from '@mantine/core';
import { Choice, useSearchText } from '@onboarding/ui/fields';
import { IconSearch } from '@onboarding/ui/icons';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { type CustomerSearch, isFiltered } from './search.ts';

const route = getRouteApi('/frame/customers');
const DAY_MS = 86_400_000;
/** The beginning of a day in the reader's zone. */
const startOf = (date: string) => new Date(`${date}T00:00`);

/** Days include their ends; one before the first is not sent, because it would match nothing. */
export function queryOf({ status, country, type, q, from, to, cursor }: CustomerSearch) {
  const end = to === undefined || isReversed(from, to) ? undefined : new Date(startOf(to).getTime() + DAY_MS);
  return {
    q,
    cursor,
    verificationStatus: status,
    incorporationCountryIso3Code: country,
    businessTypeCode: type,
    createdFrom: from === undefined ? undefined : startOf(from).toISOString(),
    createdTo: end?.toISOString(),
  };
}

const isReversed = (from: string | undefined, to: string | undefined) =>
  from !== undefined && to !== undefined && to < from;

export function CustomerFilters({ search }: { search: CustomerSearch }) {
  const navigate = route.useNavigate();
  const reference = useCall('readReferenceData');
  const set = (change: CustomerSearch, replace = false) =>
    void navigate({ search: ({ cursor: _cursor, ...before }) => ({ ...before, ...change }), replace });
  const countries =
    reference.data?.countries.map(({ countryCode, name }) => ({ value: countryCode, label: name })) ?? [];
  const types = reference.data?.businessTypes.map(({ businessTypeCode: code }) => ({ value: code, label: code })) ?? [];
  const { status: _status, ...others } = search;
  return (
    <Group align="flex-end" gap="sm">
      <SearchField q={search.q ?? ''} onSearch={(q) => set({ q: q === '' ? undefined : q }, search.q !== undefined)} />
      <Choice label="Country" value={search.country} options={countries} onChange={(country) => set({ country })} />
      <Choice label="Type" value={search.type} options={types} onChange={(type) => set({ type })} />
      <TextInput
        type="date"
        label="Created from"
        value={search.from ?? ''}
        onChange={(event) => set({ from: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label="Created until"
        value={search.to ?? ''}
        error={isReversed(search.from, search.to) ? 'Is before the first day' : undefined}
        onChange={(event) => set({ to: event.currentTarget.value || undefined })}
      />
      {isFiltered(others) && (
        <Button variant="subtle" onClick={() => void navigate({ search: ({ status }) => ({ status }) })}>
          Clear
        </Button>
      )}
    </Group>
  );
}

/** Searches while the person types, and follows the URL when that changes. */
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
