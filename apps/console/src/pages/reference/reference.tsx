// Which identity documents count in which country, by version.
import { Badge, Paper, Stack, Text, TextInput } from '@mantine/core';
import type { RuledCountryList } from '@onboarding/contract';
import { IconSearch } from '@onboarding/ui/icons';
import { Page, PageLink } from '@onboarding/ui/shell';
import { Loaded, NoMatch } from '@onboarding/ui/states';
import { type Column, DataTable } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { CountryRules } from './country-rules.tsx';

type Country = RuledCountryList['items'][number];

const route = getRouteApi('/frame/reference');

export function Reference() {
  const { q = '', country } = route.useSearch();
  const navigate = route.useNavigate();
  const countries = useCall('listRuledCountries');
  const wanted = q.trim().toLowerCase();
  return (
    <Page
      title="Reference data"
      about="Which identity documents of people are accepted, by the country they live in. A business keeps the version under which it was created."
    >
      {country !== undefined && <CountryRules key={country} countryCode={country} />}
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
      <Loaded query={countries} height={600}>
        {({ items }) => {
          const shown = items.filter(
            ({ name, countryCode }) => name.toLowerCase().includes(wanted) || countryCode.toLowerCase() === wanted,
          );
          if (shown.length === 0)
            return <NoMatch what="countries" onClear={() => void navigate({ search: { country } })} />;
          return (
            <Paper withBorder p="lg">
              <DataTable
                label="Countries"
                columns={COLUMNS}
                rows={shown}
                rowKey={({ countryCode }) => countryCode}
                minWidth={640}
              />
            </Paper>
          );
        }}
      </Loaded>
    </Page>
  );
}

const COLUMNS: Column<Country>[] = [
  {
    header: 'Country',
    cell: ({ countryCode, name }) => (
      <Text size="sm">
        <PageLink to="/reference" search={(old) => ({ q: old.q, country: countryCode })}>
          {name}
        </PageLink>{' '}
        <Text span size="xs" c="dimmed">
          {countryCode}
        </Text>
      </Text>
    ),
  },
  { header: 'Rules', cell: (country) => <Rules country={country} />, width: 260 },
  {
    header: 'Active since',
    cell: ({ activeSince }) => (activeSince === null ? '–' : <When at={activeSince} day />),
    width: 140,
  },
  { header: 'Drafts', cell: ({ drafts }) => (drafts === 0 ? '–' : drafts), width: 80, numeric: true },
];

function Rules({ country: { activeVersion, documents, general } }: { country: Country }) {
  if (activeVersion === null) return <Badge color="red">Closed</Badge>;
  return (
    <Stack gap={2} align="flex-start">
      <Text size="sm">
        Version {activeVersion}, {documents === 1 ? '1 document' : `${documents} documents`}
      </Text>
      {general && <Badge color="gray">General passport rule</Badge>}
    </Stack>
  );
}
