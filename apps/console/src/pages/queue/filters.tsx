import { Button, Select } from '@mantine/core';
import { Filters } from '@onboarding/ui/fields';
import { withValue } from '@onboarding/ui/search';
import { businessTypeName } from '@onboarding/ui/words';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { SavedFilters } from '../../saved-filters.tsx';
import { AGES, filtersOf, isFiltered, type QueueSearch } from './search.ts';
import { ageWords, withFilter } from './views.ts';
import { FLAG_CODES, FLAGS, REASON_CODES, REASONS } from './words.ts';

const route = getRouteApi('/frame/queue');

const REASON_CHOICES = REASON_CODES.map((value) => ({ value, label: REASONS[value] }));
const FLAG_CHOICES = FLAG_CODES.map((value) => ({ value, label: FLAGS[value] }));
const AGE_CHOICES = AGES.map((hours) => ({
  value: String(hours),
  label: ageWords(hours),
}));

/** The filters apply to every view and to "Take next". */
export function QueueFilters({ search }: { search: QueueSearch }) {
  const navigate = route.useNavigate();
  const choices = useCall('readQueueFilters').data;
  const set = (change: QueueSearch) => void navigate({ search: (before) => withFilter(before, change) });
  const countries = choices?.countries.map(({ country, name }) => ({ value: country, label: name })) ?? [];
  const types =
    choices?.businessTypes.map(({ businessTypeCode: code }) => ({
      value: code,
      label: businessTypeName(code),
    })) ?? [];
  const partners = choices?.partners.map(({ partnerId, name }) => ({ value: partnerId, label: name })) ?? [];
  const known = <T extends string>(codes: readonly T[], chosen: string | undefined) =>
    codes.find((code) => code === chosen);
  return (
    <Filters values={Object.values(filtersOf(search))} saved={<SavedFilters list="Queue" size="xs" />}>
      <Choice label="Country" value={search.country} options={countries} onChange={(country) => set({ country })} />
      <Choice label="Type" value={search.type} options={types} onChange={(type) => set({ type })} />
      <Choice
        label="Why"
        value={search.reason}
        options={REASON_CHOICES}
        onChange={(reason) => set({ reason: known(REASON_CODES, reason) })}
      />
      <Choice
        label="Flag"
        value={search.flag}
        options={FLAG_CHOICES}
        onChange={(flag) => set({ flag: known(FLAG_CODES, flag) })}
      />
      <Choice label="Partner" value={search.partner} options={partners} onChange={(partner) => set({ partner })} />
      <Choice
        label="Older than"
        value={search.olderThan?.toString()}
        options={AGE_CHOICES}
        onChange={(hours) => set({ olderThan: AGES.find((age) => String(age) === hours) })}
      />
      {isFiltered(search) && (
        <Button
          variant="subtle"
          size="xs"
          onClick={() => void navigate({ search: search.view === undefined ? {} : { view: search.view } })}
        >
          Clear
        </Button>
      )}
    </Filters>
  );
}

function Choice({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string | undefined;
  options: { value: string; label: string }[];
  onChange: (value: string | undefined) => void;
}) {
  return (
    <Select
      label={label}
      placeholder="Any"
      size="xs"
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
      w={118}
      data={withValue(options, value)}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}
