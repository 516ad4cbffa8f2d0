// The history of deliveries: did my event arrive?
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { DeliveryPage, ListedDelivery } from '@onboarding/contract';
import { Page, PageLink } from '@onboarding/ui/shell';
import { Empty, FailedPart, Loaded, NoMatch } from '@onboarding/ui/states';
import { type Column, DataTable, RowsLoading } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../api/client.ts';
import { ExportButton } from '../../export-button.tsx';
import { number } from '../webhooks/numbers.ts';
import { neighboursOf, pageWords } from './delivery-words.ts';
import { DeliveryFilters } from './filters.tsx';
import { type Filters, isFiltered, minutesAgo, PAGE_SIZE, pageWithin, shownBy, toQuery } from './history.ts';
import { ReplayMatching } from './replay-matching.tsx';
import { Business, DeliveryBadge, NextAttempt } from './words.tsx';

const route = getRouteApi('/frame/webhooks/deliveries');
const DAY = 86_400_000;

export function Deliveries() {
  const { page: asked = 1, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const [opened] = useState(() => minutesAgo(DAY));
  const shown = shownBy(filters, opened);
  const page = pageWithin(asked);
  const deliveries = useCall(
    'listDeliveries',
    { query: { ...toQuery(shown), page, pageSize: PAGE_SIZE } },
    { keep: true, poll: 15_000 },
  );
  const change = (next: Filters) => void navigate({ search: next });
  const clear = () => change({});

  return (
    <Page
      title="Deliveries"
      about="Every event we sent or will send to your webhook, newest first. We keep them for 30 days."
      actions={
        <>
          <ExportButton list="Deliveries" query={toQuery(shown)} />
          <ReplayMatching filters={shown} listed={listedOf(deliveries.data)} />
        </>
      }
    >
      <DeliveryFilters value={shown} onChange={change} />
      <Loaded query={deliveries} skeleton={<RowsLoading framed columns={COLUMNS} lines={2} />}>
        {(found) =>
          found.items.length === 0 ? (
            <Nothing isFiltered={isFiltered(filters)} onClear={clear} />
          ) : (
            <Found found={found} onPage={(next) => void navigate({ search: { ...filters, page: next } })} />
          )
        }
      </Loaded>
      <RecentReplays />
    </Page>
  );
}

/** Undefined while unknown, and for more deliveries than are counted. */
const listedOf = (page: DeliveryPage | undefined) =>
  page === undefined || page.totalIsCapped ? undefined : page.total;

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  if (isFiltered) return <NoMatch what="deliveries" onClear={onClear} />;
  return (
    <Empty title="Nothing was sent in the last 24 hours">
      Deliveries appear here as soon as something happens to one of your customers. Choose a longer period to see older
      ones.
    </Empty>
  );
}

const COLUMNS: Column<ListedDelivery>[] = [
  { header: 'Occurred', cell: ({ occurredAt }) => <When at={occurredAt} />, width: 130 },
  {
    header: 'Event',
    cell: ({ id, eventType, isReplay }) => (
      <>
        <PageLink to="/webhooks/deliveries/$id" params={{ id }} size="sm">
          {eventType}
        </PageLink>
        {isReplay && (
          <Text span size="sm" c="dimmed">
            {' '}
            (replay)
          </Text>
        )}
      </>
    ),
  },
  { header: 'Customer', cell: (delivery) => <Business delivery={delivery} /> },
  { header: 'Status', cell: (delivery) => <DeliveryBadge delivery={delivery} />, width: 110 },
  {
    header: 'Next attempt',
    cell: (delivery) => (delivery.status === 'Pending' ? <NextAttempt delivery={delivery} /> : '–'),
    width: 150,
  },
  { header: 'Attempts', cell: ({ attemptCount }) => attemptCount, width: 80, numeric: true },
  { header: 'Response', cell: ({ lastStatusCode }) => lastStatusCode ?? '–', width: 80, numeric: true },
];

function Found({ found, onPage }: { found: DeliveryPage; onPage: (page: number) => void }) {
  const { items, page } = found;
  const { hasNewer, hasOlder } = neighboursOf(found);
  return (
    <Stack gap="xs">
      <DataTable framed label="Deliveries" columns={COLUMNS} rows={items} rowKey={({ id }) => id} minWidth={700} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {pageWords(found)}
        </Text>
        <Group gap="xs">
          <Button variant="default" size="compact-sm" disabled={!hasNewer} onClick={() => onPage(page - 1)}>
            Newer
          </Button>
          <Button variant="default" size="compact-sm" disabled={!hasOlder} onClick={() => onPage(page + 1)}>
            Older
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

function RecentReplays() {
  const replays = useCall('listReplays', { query: { limit: 5 } });
  if (replays.data === undefined) return <FailedPart query={replays} what="Recent replays" />;
  if (replays.data.items.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-labelledby="recent-replays">
      <Title order={2} size="h4" id="recent-replays">
        Recent replays
      </Title>
      <DataTable
        label="Recent replays"
        minWidth={480}
        rows={replays.data.items}
        rowKey={({ replaySeries }) => replaySeries}
        columns={[
          {
            header: 'Requested',
            cell: ({ replaySeries, requestedAt }) => (
              <PageLink to="/webhooks/replays/$series" params={{ series: replaySeries }} size="sm">
                <When at={requestedAt} />
              </PageLink>
            ),
          },
          { header: 'By', cell: ({ requestedBy }) => requestedBy.name ?? '–' },
          { header: 'Events', cell: ({ created }) => number(created), numeric: true },
          { header: 'Cancelled', cell: ({ cancelledAt }) => (cancelledAt === null ? 'No' : <When at={cancelledAt} />) },
        ]}
      />
    </Stack>
  );
}
