// The log of API requests: what the partner's systems asked for, what came back, and which fields were at fault.
import { Anchor, Badge, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import type { ApiRequest } from '@onboarding/contract';
import { API_REQUEST_DAYS } from '@onboarding/contract/limits';
import { Filters as FilterFields, Period, useSearchText } from '@onboarding/ui/fields';
import { IconSearch } from '@onboarding/ui/icons';
import { ButtonLink, Page, PageLink } from '@onboarding/ui/shell';
import { Empty, Loaded, NoMatch } from '@onboarding/ui/states';
import { BY_TIME, type Column, DataTable, ListFoot, RowsLoading } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { SavedFilters } from '../../saved-filters.tsx';
import { docsOf, faultsOf, typedRequestId } from './request-words.ts';

const route = getRouteApi('/frame/api-requests');

export function ApiRequests() {
  const { cursor, requestId, outcome, from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const filters = { requestId, outcome, occurredFrom: from, occurredTo: to };
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const requests = useCall('listApiRequests', { query: { ...filters, cursor, limit: 50 } }, { keep: true });
  return (
    <Page
      title="API requests"
      about={`Every write, and every request that was refused, of the last ${API_REQUEST_DAYS} days. Reads that succeeded are not listed.`}
      actions={
        <ButtonLink to="/credentials/requests" variant="default">
          Token requests
        </ButtonLink>
      }
    >
      <Filters />
      <Loaded query={requests} skeleton={<RowsLoading framed columns={COLUMNS} lines={2} minWidth={720} />}>
        {({ items, nextCursor }) => {
          if (items.length === 0 && cursor === undefined) {
            return isFiltered ? (
              <NoMatch what="API requests" onClear={() => void navigate({ search: {} })} />
            ) : (
              <Empty title="No API requests yet" action={<ButtonLink to="/">Go to the checklist</ButtonLink>}>
                The first write of one of your systems appears here within a second. Requests without a valid token are
                not listed: look for the reason under token requests.
              </Empty>
            );
          }
          return (
            <div>
              <DataTable
                framed
                label="API requests"
                columns={COLUMNS}
                rows={items}
                rowKey={({ entryId }) => entryId}
                minWidth={720}
              />
              <ListFoot place={cursor} next={nextCursor} words={BY_TIME} />
            </div>
          );
        }}
      </Loaded>
    </Page>
  );
}

const OUTCOMES = [
  { value: '', label: 'All' },
  { value: 'Succeeded', label: 'Succeeded' },
  { value: 'Failed', label: 'Failed' },
];

function Filters() {
  const { requestId, outcome, from, to } = route.useSearch();
  const navigate = route.useNavigate();
  // Changing a filter starts a new list.
  const filter = (changed: Partial<ReturnType<typeof route.useSearch>>, replace = false) =>
    void navigate({ search: (before) => ({ ...before, cursor: undefined, ...changed }), replace });
  const search = useSearchText(requestId ?? '', (text) =>
    filter({ requestId: typedRequestId(text) }, requestId !== undefined),
  );
  const isWrong = search.text.trim() !== '' && typedRequestId(search.text) === undefined;
  return (
    <FilterFields
      values={[outcome, from, to]}
      saved={<SavedFilters list="ApiRequests" />}
      search={
        <TextInput
          type="search"
          label="Request id"
          placeholder="X-Request-Id of a response"
          flex="1 1 18rem"
          leftSection={<IconSearch size={16} aria-hidden />}
          error={isWrong ? 'A request id has 1 to 64 letters, digits, dots, underscores and hyphens' : undefined}
          value={search.text}
          onChange={(event) => search.type(event.currentTarget.value)}
        />
      }
    >
      <SegmentedControl
        aria-label="Outcome"
        data={OUTCOMES}
        value={outcome ?? ''}
        onChange={(value) => filter({ outcome: value === 'Succeeded' || value === 'Failed' ? value : undefined })}
      />
      <Period from={from} to={to} onChange={filter} />
    </FilterFields>
  );
}

/** Codes with the fields that they are about. */
function Faults({ request }: { request: ApiRequest }) {
  return (
    <Stack gap="xs">
      {faultsOf(request).map(({ code, fields }) => (
        <div key={code}>
          <Anchor
            href={docsOf(code)}
            target="_blank"
            rel="noopener"
            size="sm"
            aria-label={`${code} (opens in a new tab)`}
          >
            {code}
          </Anchor>
          {fields.map((field) => (
            <Text key={field} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {field}
            </Text>
          ))}
        </div>
      ))}
    </Stack>
  );
}

const COLUMNS: Column<ApiRequest>[] = [
  { header: 'When', cell: ({ occurredAt }) => <When at={occurredAt} />, width: 130 },
  {
    header: 'Status',
    cell: ({ status, code }) => <Badge color={code === null ? 'success' : 'danger'}>{status}</Badge>,
    width: 84,
  },
  {
    header: 'Request',
    cell: ({ method, path, requestId, customerId, durationMs }) => (
      <>
        <Text size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
          {method} {path}
        </Text>
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          Request {requestId}, {durationMs} ms
        </Text>
        {customerId !== null && (
          <PageLink to="/customers/$customerId" params={{ customerId }} size="xs">
            Customer {customerId}
          </PageLink>
        )}
      </>
    ),
  },
  { header: 'What was wrong', cell: (request) => <Faults request={request} />, width: 220 },
];
