// Who of our people was shown what: for those who supervise the others.
import { Group, Paper, Text } from '@mantine/core';
import type { StaffRead } from '@onboarding/contract';
import { Page, PageLink } from '@onboarding/ui/shell';
import { Empty, Loaded, NoMatch } from '@onboarding/ui/states';
import { BY_TIME, type Column, DataTable, ListFoot } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { ReadFilters } from './read-filters.tsx';

const route = getRouteApi('/frame/reads');

export function Reads() {
  const { cursor, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const { person: accountId, customer: customerId, from, to } = filters;
  const reads = useCall('listReads', { query: { accountId, customerId, from, to, cursor } }, { keep: true });
  const filtered = Object.values(filters).some((value) => value !== undefined);
  return (
    <Page
      title="Reading trail"
      about="Which of our people was shown data of which business, newest first. Recorded before they see it, and kept as long as the audit trail."
    >
      <ReadFilters />
      <Loaded query={reads} height={480}>
        {({ items, nextCursor }) => {
          if (items.length === 0 && cursor === undefined) {
            return filtered ? (
              <NoMatch what="reads" onClear={() => void navigate({ search: {} })} />
            ) : (
              <Empty title="Nobody has read anything yet">
                As soon as someone opens the queue or a package, it is listed here.
              </Empty>
            );
          }
          return (
            <Paper withBorder p="lg">
              <DataTable label="Reads" columns={COLUMNS} rows={items} rowKey={({ readId }) => readId} minWidth={700} />
              <ListFoot place={cursor} next={nextCursor} words={BY_TIME} />
            </Paper>
          );
        }}
      </Loaded>
    </Page>
  );
}

const KINDS: Record<StaffRead['kind'], string> = {
  Package: 'Opened the package',
  Trail: 'Read the audit trail',
  Document: 'Opened a document',
  Comparison: 'Saw it beside another business',
  SearchResult: 'Saw it in a list',
};

function What({ read: { kind, subjectId } }: { read: StaffRead }) {
  if (kind !== 'Comparison' || subjectId === null) return KINDS[kind];
  return (
    <>
      {KINDS[kind]}{' '}
      <PageLink to="/packages/$customerId" params={{ customerId: subjectId }} size="sm" aria-label="The other business">
        {short(subjectId)}
      </PageLink>
    </>
  );
}

/** The end of an id, which differs most. */
const short = (id: string) => `…${id.slice(-12)}`;

const COLUMNS: Column<StaffRead>[] = [
  { header: 'When', width: 180, cell: ({ readAt }) => <When at={readAt} /> },
  {
    header: 'Who',
    cell: ({ reader }) => (
      <PageLink to="/reads" search={(before) => ({ ...before, person: reader.accountId, cursor: undefined })} size="sm">
        {reader.name ?? 'Someone who has left'}
      </PageLink>
    ),
  },
  { header: 'What', cell: (read) => <What read={read} /> },
  {
    header: 'Business',
    width: 240,
    cell: ({ customerId }) => (
      <Group gap="sm" wrap="nowrap">
        <PageLink to="/packages/$customerId" params={{ customerId }} size="sm" ff="monospace" title={customerId}>
          {short(customerId)}
        </PageLink>
        <PageLink to="/reads" search={(before) => ({ ...before, customer: customerId, cursor: undefined })} size="sm">
          Its reads
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
