// The filters of the history. They are in the URL, so that a page can be shared with a colleague.
import { Button, Group, NativeSelect, Paper, TextInput } from '@mantine/core';
import { Filters as FilterFields, IdField } from '@onboarding/ui/fields';
import { withValue } from '@onboarding/ui/search';
import { FailedPart } from '@onboarding/ui/states';
import { useCall } from '../../api/client.ts';
import { SavedFilters } from '../../saved-filters.tsx';
import { BusinessField } from './business-field.tsx';
import { type Filters, fromLocal, minutesAgo, toLocal } from './history.ts';
import { STATUS_LABELS, STATUSES } from './statuses.ts';

const HOUR = 3_600_000;
const PERIODS = [
  ['24 hours', 24 * HOUR],
  ['7 days', 7 * 24 * HOUR],
  ['30 days', 30 * 24 * HOUR],
] as const;

export function DeliveryFilters({ value, onChange }: { value: Filters; onChange: (filters: Filters) => void }) {
  const types = useCall('listEventTypes');
  const set = (change: Filters) => onChange({ ...value, ...change });
  const names = types.data?.map(({ name }) => ({ value: name, label: name })) ?? [];
  return (
    <Paper withBorder p="md" component="section" aria-label="Filters">
      <FilterFields
        values={[value.status, value.eventType, value.customer, value.event, value.replay, value.from, value.to]}
        saved={<SavedFilters list="Deliveries" />}
      >
        <NativeSelect
          label="Status"
          value={value.status ?? ''}
          onChange={({ currentTarget }) => set({ status: STATUSES.find((status) => status === currentTarget.value) })}
          data={[{ value: '', label: 'Any' }, ...STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }))]}
        />
        <NativeSelect
          label="Event type"
          value={value.eventType ?? ''}
          onChange={({ currentTarget }) => set({ eventType: currentTarget.value || undefined })}
          data={[{ value: '', label: 'Any' }, ...withValue(names, value.eventType)]}
        />
        <BusinessField value={value.customer} onChange={(customer) => set({ customer })} />
        {value.event !== undefined && (
          <IdField key={value.event} label="Event" value={value.event} onChange={(event) => set({ event })} />
        )}
        {value.replay !== undefined && (
          <IdField key={value.replay} label="Replay" value={value.replay} onChange={(replay) => set({ replay })} />
        )}
        <TextInput
          type="datetime-local"
          label="From"
          value={toLocal(value.from)}
          onChange={({ currentTarget }) => set({ from: fromLocal(currentTarget.value) })}
        />
        <TextInput
          type="datetime-local"
          label="To"
          value={toLocal(value.to)}
          onChange={({ currentTarget }) => set({ to: fromLocal(currentTarget.value) })}
        />
        <Group gap={4}>
          {PERIODS.map(([label, length]) => (
            <Button
              key={label}
              variant="default"
              px="sm"
              aria-label={`The last ${label}`}
              onClick={() => set({ from: minutesAgo(length), to: undefined })}
            >
              {label}
            </Button>
          ))}
        </Group>
        <FailedPart query={types} what="The list of event types" />
      </FilterFields>
    </Paper>
  );
}
