import { Badge, Button, Code, Stack, Text } from '@mantine/core';
import { isAboutCursor } from '@onboarding/ui/api';
import { Page, PageLink } from '@onboarding/ui/shell';
import { Empty, FailedPart, Loaded, NoMatch } from '@onboarding/ui/states';
import { Clamped, type Column, DataTable, ListFoot, RowsLoading } from '@onboarding/ui/table';
import { StatusBadge, When } from '@onboarding/ui/values';
import { ACTIONS } from '@onboarding/ui/words';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { ExportButton } from '../../export-button.tsx';
import { CustomerFilters, StatusTabs } from './customer-filters.tsx';
import { queryOf } from './query.ts';
import { isFiltered } from './search.ts';

const route = getRouteApi('/frame/customers');
const ROWS = 25;

export function Customers() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const page = useCall('listCustomers', { query: { ...queryOf(search), limit: ROWS } }, { keep: true });
  const statistics = useCall('readCustomerStatistics');
  const { cursor, ...filters } = search;
  const clear = () => void navigate({ search: {} });
  if (page.isError && isAboutCursor(page.error)) {
    return (
      <Page title="Customers">
        <Empty
          title="This page of the list is no longer available"
          action={
            <Button onClick={() => void navigate({ search: filters, replace: true })}>Go to the first page</Button>
          }
        >
          The link belongs to another list, or has expired.
        </Empty>
      </Page>
    );
  }
  return (
    <Page
      title="Customers"
      about="The businesses that your systems onboard are your customers. Read-only here: your systems make changes through the API."
      actions={<ExportButton list="Customers" query={queryOf(filters)} />}
    >
      <StatusTabs statistics={statistics.data} search={filters} />
      <FailedPart query={statistics} what="The number of customers in each status" />
      <CustomerFilters search={filters} />
      <Loaded query={page} skeleton={<RowsLoading framed columns={COLUMNS} lines={2} minWidth={700} />}>
        {({ items, nextCursor }) => (
          <Stack gap="md">
            {items.length > 0 ? (
              <DataTable
                framed
                label="Customers"
                columns={COLUMNS}
                rows={items}
                rowKey={(row) => row.customerId}
                minWidth={700}
              />
            ) : (
              <Nothing filtered={isFiltered(filters)} more={nextCursor !== null} onClear={clear} />
            )}
            <ListFoot
              place={cursor}
              next={nextCursor}
              words={['First page', items.length === 0 ? 'Continue the search' : 'Next page']}
            />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Nothing({ filtered, more, onClear }: { filtered: boolean; more: boolean; onClear: () => void }) {
  if (more) {
    return (
      <Empty kind="filtered" title="Nothing found so far">
        Many customers match your search, but none so far match the other filters.
      </Empty>
    );
  }
  if (filtered) return <NoMatch what="customers" onClear={onClear} />;
  return (
    <Empty title="No customers yet">
      A customer appears here as soon as your system creates one with{' '}
      <Code>POST /api/partner/v1/business-profiles</Code>.
    </Empty>
  );
}

type Row = NonNullable<ReturnType<typeof useCall<'listCustomers'>>['data']>['items'][number];

const COLUMNS: readonly Column<Row>[] = [
  {
    header: 'Customer',
    cell: (row) => (
      <>
        <PageLink to="/customers/$customerId" params={{ customerId: row.customerId }} size="sm" fw={600}>
          <Clamped text={row.companyName} />
        </PageLink>
        {row.tradingName !== null && row.tradingName !== row.companyName && (
          <Text size="xs" c="dimmed">
            <Clamped text={row.tradingName} />
          </Text>
        )}
      </>
    ),
  },
  {
    header: 'Your reference',
    cell: (row) => <Code style={{ overflowWrap: 'anywhere' }}>{row.partnerCustomerId}</Code>,
  },
  { header: 'Status', cell: (row) => <StatusBadge status={row.verificationStatus} />, width: 170 },
  { header: 'Since', cell: (row) => <When at={row.statusChangedAt} ago />, width: 120 },
  {
    header: 'Next step',
    cell: (row) =>
      row.nextAction === 'None' ? (
        <Text size="sm" c="dimmed">
          None
        </Text>
      ) : (
        <Badge color="warning">{ACTIONS[row.nextAction]}</Badge>
      ),
    width: 130,
  },
];
