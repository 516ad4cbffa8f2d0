// Who changed what: users, webhook and certificates, newest first.
import { NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import type { Activity as Entry } from '@onboarding/contract';
import { Filters as FilterFields } from '@onboarding/ui/fields';
import { dayOf, startOfDay, withValue } from '@onboarding/ui/search';
import { Page, PageLink } from '@onboarding/ui/shell';
import { Empty, FailedPart, Loaded, NoMatch } from '@onboarding/ui/states';
import { BY_TIME, type Column, DataTable, ListFoot, RowsLoading } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { ExportButton } from '../../export-button.tsx';
import { SavedFilters } from '../../saved-filters.tsx';
import { isFiltered, KINDS, kindOf } from './activity-filters.ts';
import { actorOf, sentenceOf } from './activity-words.ts';

const route = getRouteApi('/frame/activity');

export function Activity() {
  const { cursor, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const activity = useCall('listActivity', { query: { ...filters, cursor } }, { keep: true });
  return (
    <Page
      title="Activity"
      about="Changes to users, the webhook and certificates, exports of lists, and who made them. Sign-ins are not listed."
      actions={<ExportButton list="Activity" query={filters} />}
    >
      <Filters />
      <Loaded query={activity} skeleton={<RowsLoading framed columns={COLUMNS} minWidth={600} />}>
        {({ items, nextCursor }) => {
          if (items.length === 0 && cursor === undefined) {
            return isFiltered(filters) ? (
              <NoMatch what="changes" onClear={() => void navigate({ search: {} })} />
            ) : (
              <Empty title="No changes yet">
                Changes appear here as soon as someone invites a person, or registers a webhook or a certificate.
              </Empty>
            );
          }
          return (
            <div>
              <DataTable
                framed
                label="Changes"
                columns={COLUMNS}
                rows={items}
                rowKey={({ activityId }) => activityId}
                minWidth={600}
              />
              <ListFoot place={cursor} next={nextCursor} words={BY_TIME} />
            </div>
          );
        }}
      </Loaded>
    </Page>
  );
}

function Filters() {
  const { kind, person, from } = route.useSearch();
  const navigate = route.useNavigate();
  const users = useCall('listUsers');
  // Changing a filter starts a new list.
  const filter = (changed: Partial<ReturnType<typeof route.useSearch>>) =>
    void navigate({ search: (before) => ({ ...before, cursor: undefined, ...changed }) });
  const names = users.data?.items.map(({ accountId, name }) => ({ value: accountId, label: name })) ?? [];
  return (
    <FilterFields values={[kind, person, from]} saved={<SavedFilters list="Activity" />}>
      <SegmentedControl
        aria-label="What was changed"
        data={[...KINDS]}
        value={kind ?? ''}
        onChange={(chosen) => filter({ kind: kindOf(chosen) })}
      />
      <NativeSelect
        label="By"
        value={person ?? ''}
        data={[{ value: '', label: 'Anyone' }, ...withValue(names, person, 'The person in the link')]}
        onChange={(event) => filter({ person: event.currentTarget.value || undefined })}
      />
      <TextInput
        type="date"
        label="Since"
        value={from === undefined ? '' : dayOf(from)}
        onChange={(event) => filter({ from: startOfDay(event.currentTarget.value) })}
      />
      <FailedPart query={users} what="The list of users" />
    </FilterFields>
  );
}

function Actor({ actor }: { actor: Entry['actor'] }) {
  const { words, person } = actorOf(actor);
  if (person === undefined) return words;
  return (
    <PageLink to="/team/$accountId" params={{ accountId: person }} size="sm">
      {words}
    </PageLink>
  );
}

const COLUMNS: Column<Entry>[] = [
  { header: 'When', cell: ({ occurredAt }) => <When at={occurredAt} />, width: 190 },
  { header: 'Who', cell: ({ actor }) => <Actor actor={actor} />, width: 180 },
  { header: 'What', cell: sentenceOf },
];
