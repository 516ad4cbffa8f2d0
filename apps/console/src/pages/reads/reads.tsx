// Which data our staff were shown: for supervisors and auditors.
import { Group, NativeSelect, Text, TextInput } from '@mantine/core';
import type { StaffRead } from '@onboarding/contract';
import { IdField } from '@onboarding/ui/fields';
import { dayOf, endOfDay, lastDayOf, startOfDay, withValue } from '@onboarding/ui/search';
import { Page, PageLink } from '@onboarding/ui/shell';
import { Empty, Loaded, NoMatch } from '@onboarding/ui/states';
import { BY_TIME, type Column, DataTable, ListFoot, RowsLoading } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { KIND_CODES, KINDS } from './kinds.ts';
import { businessWords, isFiltered, shortId, whatOf } from './read-words.ts';

const route = getRouteApi('/frame/reads');

export function Reads() {
  const { cursor, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const { person: accountId, customer: customerId, kind, from, to } = filters;
  const reads = useCall('listReads', { query: { accountId, customerId, kind, from, to, cursor } }, { keep: true });
  return (
    <Page
      title="Reading trail"
      about="Which of our staff saw which business, newest first. Each read is recorded before the data is shown, and kept as long as the audit trail."
    >
      <ReadFilters />
      <Loaded query={reads} skeleton={<RowsLoading framed columns={COLUMNS} minWidth={700} />}>
        {({ items, nextCursor }) => {
          if (items.length === 0 && cursor === undefined) {
            return isFiltered(filters) ? (
              <NoMatch what="reads" onClear={() => void navigate({ search: {} })} />
            ) : (
              <Empty title="Nobody has read anything yet">
                Reads appear here when someone opens the queue or a package.
              </Empty>
            );
          }
          return (
            <div>
              <DataTable
                framed
                label="Reads"
                columns={COLUMNS}
                rows={items}
                rowKey={({ readId }) => readId}
                minWidth={700}
              />
              <ListFoot place={cursor} next={nextCursor} words={BY_TIME} />
            </div>
          );
        }}
      </Loaded>
    </Page>
  );
}

function What({ read }: { read: StaffRead }) {
  const { words, other } = whatOf(read);
  if (other === undefined) return words;
  return (
    <>
      {words}{' '}
      <PageLink to="/packages/$customerId" params={{ customerId: other }} size="sm" aria-label="The other business">
        {shortId(other)}
      </PageLink>
    </>
  );
}

const COLUMNS: Column<StaffRead>[] = [
  { header: 'When', width: 180, cell: ({ readAt }) => <When at={readAt} /> },
  {
    header: 'Who',
    cell: ({ reader }) => (
      <PageLink to="/reads" search={(before) => ({ ...before, person: reader.accountId, cursor: undefined })} size="sm">
        {reader.name ?? 'A former colleague'}
      </PageLink>
    ),
  },
  { header: 'What', cell: (read) => <What read={read} /> },
  {
    header: 'Business',
    width: 240,
    cell: ({ customerId, companyName }) => (
      <Group gap="sm" wrap="nowrap">
        <PageLink to="/packages/$customerId" params={{ customerId }} preload={false} size="sm" title={customerId}>
          {businessWords({ customerId, companyName })}
        </PageLink>
        <PageLink
          to="/reads"
          search={(before) => ({ ...before, customer: customerId, cursor: undefined })}
          size="sm"
          flex="none"
        >
          All reads
        </PageLink>
      </Group>
    ),
  },
  {
    header: 'From',
    width: 110,
    cell: ({ address, requestId }) => (
      <Text span size="sm" title={`Request ${requestId}`}>
        {address}
      </Text>
    ),
  },
];

function ReadFilters() {
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
          ...withValue(names, person, 'The person in the URL'),
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
