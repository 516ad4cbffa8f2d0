// Which countries are served, and which identity documents are accepted from their residents.
import { Badge, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@onboarding/ui/icons';
import { Page, PageLink } from '@onboarding/ui/shell';
import { Loaded, NoMatch } from '@onboarding/ui/states';
import { type Column, DataTable, RowsLoading } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { OneCountry } from './country.tsx';
import { type Country, isHighRisk, STATUS_WORDS, STATUSES, statusOf } from './country-status.ts';
import { decisionBehind, documentsWords, matching } from './country-words.ts';

const route = getRouteApi('/frame/reference');

export function Reference() {
  const { country } = route.useSearch();
  const countries = useCall('listRuledCountries');
  return (
    <Page
      title="Reference data"
      about="Which countries are served, and which identity documents are accepted from their residents. A business keeps the version of the rules under which it was created."
    >
      <Loaded query={countries} skeleton={<RowsLoading framed columns={COLUMNS} />}>
        {({ items }) => {
          const chosen = items.find(({ countryCode }) => countryCode === country);
          return chosen === undefined ? (
            <AllCountries countries={items} />
          ) : (
            <OneCountry key={chosen.countryCode} country={chosen} />
          );
        }}
      </Loaded>
    </Page>
  );
}

function AllCountries({ countries }: { countries: Country[] }) {
  const { q, status } = route.useSearch();
  const navigate = route.useNavigate();
  const shown = matching(countries, { q, status });
  return (
    <Stack gap="lg">
      <Filters />
      {shown.length === 0 ? (
        <NoMatch what="countries" onClear={() => void navigate({ search: {} })} />
      ) : (
        <DataTable
          framed
          label="Countries"
          columns={COLUMNS}
          rows={shown}
          rowKey={({ countryCode }) => countryCode}
          minWidth={680}
        />
      )}
    </Stack>
  );
}

function Filters() {
  const { q = '', status } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        type="search"
        label="Country"
        placeholder="Name or code"
        w={320}
        maw="100%"
        maxLength={100}
        value={q}
        onChange={({ currentTarget: { value } }) =>
          void navigate({ search: (old) => ({ ...old, q: value === '' ? undefined : value }), replace: true })
        }
        leftSection={<IconSearch size={16} aria-hidden />}
      />
      <Select
        label="Status"
        w={180}
        clearable
        placeholder="Any"
        data={STATUSES.map((value) => ({ value, label: STATUS_WORDS[value].name }))}
        value={status ?? null}
        onChange={(chosen) =>
          void navigate({ search: (old) => ({ ...old, status: STATUSES.find((one) => one === chosen) }) })
        }
        clearButtonProps={{ 'aria-label': 'Any status' }}
      />
    </Group>
  );
}

const COLUMNS: Column<Country>[] = [
  {
    header: 'Country',
    cell: ({ countryCode, name }) => (
      <Text size="sm">
        <PageLink to="/reference" search={({ q, status }) => ({ q, status, country: countryCode })}>
          {name}
        </PageLink>{' '}
        <Text span size="xs" c="dimmed">
          {countryCode}
        </Text>
      </Text>
    ),
  },
  { header: 'Status', cell: (country) => <Status country={country} />, width: 190 },
  { header: 'Rules for residents', cell: (country) => <Rules country={country} />, width: 240 },
  { header: 'Decided', cell: (country) => <Decided country={country} />, width: 170 },
  { header: 'Drafts', cell: ({ drafts }) => (drafts === 0 ? '–' : drafts), width: 80, numeric: true },
];

function Status({ country }: { country: Country }) {
  const { name, color } = STATUS_WORDS[statusOf(country)];
  return (
    <Group gap={4}>
      <Badge color={color}>{name}</Badge>
      {isHighRisk(country) && <Badge color="warning">High risk</Badge>}
    </Group>
  );
}

function Rules({ country: { activeVersion, documents, general } }: { country: Country }) {
  if (activeVersion === null) {
    return (
      <Text size="sm" c="dimmed">
        None, residents are refused
      </Text>
    );
  }
  return (
    <Stack gap={2} align="flex-start">
      <Text size="sm">
        Version {activeVersion}, {documentsWords(documents)}
      </Text>
      {general && <Badge color="neutral">General passport rule</Badge>}
    </Stack>
  );
}

/** Who decided the country's status. */
function Decided({ country }: { country: Country }) {
  const decision = decisionBehind(country);
  if (decision === undefined) return '–';
  return (
    <>
      <When at={decision.at} day />
      <Text size="xs" c="dimmed">
        by {decision.by}
      </Text>
    </>
  );
}
