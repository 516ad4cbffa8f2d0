import { Group, NativeSelect, TextInput } from '@mantine/core';
import { IdField } from '@onboarding/ui/fields';
import { dayOf, endOfDay, lastDayOf, startOfDay, withValue } from '@onboarding/ui/search';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { KIND_CODES, KINDS } from './kinds.ts';

const route = getRouteApi('/frame/reads');

export function ReadFilters() {
  const { person, customer, kind, from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const colleagues = useCall('listColleagues', { query: { include: 'auditors' } });
  // Changing a filter starts a new list.
  const filter = (changed: Partial<ReturnType<typeof route.useSearch>>) =>
    void navigate({ search: (before) => ({ ...before, cursor: undefined, ...changed }) });
  const names = colleagues.data?.items.map(({ accountId, name }) => ({ value: accountId, label: name })) ?? [];
  return (
    <Group align="flex-end" gap="md" component="search" aria-label="Filters">
      <NativeSelect
        label="Person"
        value={person ?? ''}
        data={[
          { value: '', label: 'Anyone' },
          // Former colleagues have reads too.
          ...withValue(names, person, 'The person in the address'),
        ]}
        onChange={(event) => filter({ person: event.currentTarget.value || undefined })}
      />
      <NativeSelect
        label="What"
        value={kind ?? ''}
        data={[{ value: '', label: 'Anything' }, ...KIND_CODES.map((value) => ({ value, label: KINDS[value] }))]}
        onChange={(event) => filter({ kind: KIND_CODES.find((one) => one === event.currentTarget.value) })}
      />
      <IdField
        key={`business ${customer}`}
        label="Business"
        value={customer}
        onChange={(chosen) => filter({ customer: chosen })}
      />
      <TextInput
        type="date"
        label="From"
        value={from === undefined ? '' : dayOf(from)}
        onChange={(event) => filter({ from: startOfDay(event.currentTarget.value) })}
      />
      <TextInput
        type="date"
        label="To"
        value={to === undefined ? '' : lastDayOf(to)}
        onChange={(event) => filter({ to: endOfDay(event.currentTarget.value) })}
      />
    </Group>
  );
}
