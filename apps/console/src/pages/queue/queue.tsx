// Waiting packages, the reader's own, those they can confirm, and those of colleagues. The list reloads only on request: if rows
// moved, the reader could open the wrong business.
import { Button, Group, Stack, Text } from '@mantine/core';
import type { QueueCounts } from '@onboarding/contract';
import { isAboutCursor } from '@onboarding/ui/api';
import { KeyTip, useKey, useRowKeys } from '@onboarding/ui/keys';
import { stringifySearch } from '@onboarding/ui/search';
import { useAllowed } from '@onboarding/ui/session';
import { ButtonLink, Page, PageLink, ViewLink, Views } from '@onboarding/ui/shell';
import { Empty, Loaded, NoMatch } from '@onboarding/ui/states';
import { DataTable, RowsLoading } from '@onboarding/ui/table';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { operation, useCall } from '../../api/client.ts';
import { columnsOf } from './columns.tsx';
import { QueueFilters } from './filters.tsx';
import { filtersOf, isFiltered, type QueueSearch, type View } from './search.ts';
import { rememberFilters, TakeNext } from './take-next.tsx';
import { type Counted, comparedCount, figureOf, searchFor, VIEWS } from './views.ts';

const route = getRouteApi('/frame/queue');
const ROWS = 25;
const COUNT_POLL_MS = 20_000;

export function Queue() {
  const search = route.useSearch();
  const { view = 'waiting', cursor } = search;
  const query = { ...VIEWS[view].asks, ...filtersOf(search), cursor, limit: ROWS };
  const page = useCall('listQueue', { query }, { keep: true });
  const counts = useCall('readQueueCounts', {}, { poll: COUNT_POLL_MS });
  const changed = useChanged(view, counts.data, counts.dataUpdatedAt, page.dataUpdatedAt);
  const refresh = () => void Promise.all([page.refetch(), counts.refetch()]);
  useRowKeys();
  useKey('r', refresh, 'Refresh the list');
  useEffect(() => rememberFilters(search), [search]);
  if (page.isError && isAboutCursor(page.error)) return <PageGone search={search} />;
  return (
    <Page title="Queue" actions={<TakeNext key={stringifySearch(search)} search={search} />}>
      <ViewTabs counts={counts.data} search={search} />
      <QueueFilters search={search} />
      <Loaded query={page} skeleton={<RowsLoading framed columns={columnsOf(view)} lines={2} minWidth={730} />}>
        {({ items, nextCursor }) => (
          <Stack gap="sm">
            {items.length > 0 ? (
              <DataTable
                framed
                label={VIEWS[view].label}
                columns={columnsOf(view)}
                rows={items}
                rowKey={(row) => row.customerId}
                minWidth={730}
              />
            ) : (
              <Nothing search={search} />
            )}
            <Group justify="space-between">
              <Group gap="sm">
                <KeyTip keys="r" label="Refresh the list">
                  <Button variant="subtle" size="compact-sm" onClick={refresh}>
                    Refresh
                  </Button>
                </KeyTip>
                <Text size="sm" role="status">
                  {changed && 'The queue has changed since you loaded it.'}
                </Text>
              </Group>
              {view === 'claimed' && <ReassignLink />}
              <Pages search={search} nextCursor={nextCursor} />
            </Group>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

/** For supervisors. */
function ReassignLink() {
  const allowed = useAllowed(operation('reassignPackages'));
  if (!allowed) return null;
  return (
    <PageLink to="/reassign" size="sm">
      Reassign several packages
    </PageLink>
  );
}

function Pages({ search, nextCursor }: { search: QueueSearch; nextCursor: string | null }) {
  return (
    <Group gap="sm">
      {search.cursor !== undefined && (
        <ButtonLink to="/queue" search={{ ...search, cursor: undefined }} variant="default" size="compact-md">
          First page
        </ButtonLink>
      )}
      {nextCursor !== null && (
        <ButtonLink to="/queue" search={{ ...search, cursor: nextCursor }} variant="default" size="compact-md">
          Next page
        </ButtonLink>
      )}
    </Group>
  );
}

function Nothing({ search }: { search: QueueSearch }) {
  const navigate = route.useNavigate();
  const { view = 'waiting' } = search;
  if (isFiltered(search)) {
    return <NoMatch what="packages" onClear={() => void navigate({ search: { view: search.view } })} />;
  }
  return <Empty title={VIEWS[view].empty}>{VIEWS[view].about}</Empty>;
}

function PageGone({ search }: { search: QueueSearch }) {
  return (
    <Page title="Queue">
      <Empty
        title="This page of the list is no longer available"
        action={
          <ButtonLink to="/queue" search={{ ...search, cursor: undefined }} replace>
            Go to the first page
          </ButtonLink>
        }
      >
        The link belongs to another list, or has expired.
      </Empty>
    </Page>
  );
}

/** Whether a view has more or fewer packages than when its list was read. */
function useChanged(view: View, counts: QueueCounts | undefined, countedAt: number, readAt: number): boolean {
  const [then, setThen] = useState<Counted>();
  if (counts === undefined) return false;
  const { hasChanged, remember } = comparedCount(then, { view, readAt, packages: counts[view] }, countedAt);
  if (remember !== undefined) setThen(remember);
  return hasChanged;
}

const TABS: readonly { view: View; label: string; key: string }[] = [
  { view: 'waiting', label: 'Waiting', key: '1' },
  { view: 'mine', label: 'Yours', key: '2' },
  { view: 'confirm', label: 'To confirm', key: '3' },
  { view: 'claimed', label: 'Claimed by others', key: '4' },
];

/** The views of the queue, each with its number of packages without filters. */
function ViewTabs({ counts, search }: { counts: QueueCounts | undefined; search: QueueSearch }) {
  return (
    <Views label="Queue views">
      {TABS.map((tab) => (
        <ViewTab key={tab.view} tab={tab} packages={counts?.[tab.view]} search={search} />
      ))}
    </Views>
  );
}

function ViewTab({
  tab: { view, label, key },
  packages,
  search,
}: {
  tab: (typeof TABS)[number];
  packages: number | undefined;
  search: QueueSearch;
}) {
  const navigate = useNavigate();
  const shown = search.view ?? 'waiting';
  const to = searchFor(view, search);
  useKey(key, () => void navigate({ to: '/queue', search: to }), label);
  return (
    <KeyTip keys={key} label={label}>
      <ViewLink
        to="/queue"
        search={to}
        isChosen={view === shown}
        count={packages === undefined ? '…' : figureOf(packages)}
      >
        {label}
      </ViewLink>
    </KeyTip>
  );
}
