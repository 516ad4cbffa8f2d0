// The log of token requests: the outcome of each, the exact reason for a refusal, and what to do about it.
import { Badge, NativeSelect, SegmentedControl, Text } from '@mantine/core';
import type { Certificate, TokenRequest } from '@onboarding/contract';
import { Filters as FilterFields, Period } from '@onboarding/ui/fields';
import { withValue } from '@onboarding/ui/search';
import { ButtonLink, Page } from '@onboarding/ui/shell';
import { Empty, FailedPart, Loaded, NoMatch } from '@onboarding/ui/states';
import { BY_TIME, type Column, DataTable, ListFoot, RowsLoading } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { Refusal } from './refusal.tsx';
import { certificateName } from './token-log.ts';

const route = getRouteApi('/frame/credentials/requests');

export function TokenRequests() {
  const { cursor, outcome, certificateId, from, to } = route.useSearch();
  const filters = { outcome, certificateId, from, to };
  const isFiltered = Object.values(filters).some((value) => value !== undefined);
  const navigate = route.useNavigate();
  const credentials = useCall('readApiCredentials');
  const requests = useCall('listTokenRequests', { query: { ...filters, cursor, limit: 50 } }, { keep: true });
  const certificates = credentials.data?.certificates ?? [];
  return (
    <Page
      title="Token requests"
      about="The token endpoint gives callers as little detail as possible. This log shows why each request was refused, and how to fix it."
      actions={
        <ButtonLink to="/credentials" variant="default">
          API credentials
        </ButtonLink>
      }
    >
      <Filters certificates={certificates} />
      <FailedPart query={credentials} what="The names of your certificates" />
      <Loaded query={requests} skeleton={<RowsLoading framed columns={columnsFor(certificates)} minWidth={720} />}>
        {({ items, nextCursor }) => {
          if (items.length === 0 && cursor === undefined) {
            return isFiltered ? (
              <NoMatch what="token requests" onClear={() => void navigate({ search: {} })} />
            ) : (
              <Empty title="No token requests yet" action={<ButtonLink to="/">Go to the checklist</ButtonLink>}>
                As soon as one of your systems asks for a token, its request is listed here, whether it succeeds or not.
                Requests with another client id are not listed: compare iss and sub of the assertion with the client id
                under API credentials.
              </Empty>
            );
          }
          return (
            <div>
              <DataTable
                framed
                label="Token requests"
                columns={columnsFor(certificates)}
                rows={items}
                rowKey={({ requestId }) => requestId}
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
  { value: 'Issued', label: 'Issued' },
  { value: 'Refused', label: 'Refused' },
];

function Filters({ certificates }: { certificates: readonly Certificate[] }) {
  const { outcome, certificateId, from, to } = route.useSearch();
  const navigate = route.useNavigate();
  // Changing a filter starts a new list.
  const filter = (changed: Partial<ReturnType<typeof route.useSearch>>) =>
    void navigate({ search: (before) => ({ ...before, cursor: undefined, ...changed }) });
  return (
    <FilterFields values={[outcome, certificateId, from, to]}>
      <SegmentedControl
        aria-label="Outcome"
        data={OUTCOMES}
        value={outcome ?? ''}
        onChange={(value) => filter({ outcome: value === 'Issued' || value === 'Refused' ? value : undefined })}
      />
      <NativeSelect
        label="Certificate"
        value={certificateId ?? ''}
        data={[
          { value: '', label: 'Any' },
          ...withValue(
            certificates.map((one) => ({ value: one.certificateId, label: one.name })),
            certificateId,
            'The certificate in the link',
          ),
        ]}
        onChange={(event) => filter({ certificateId: event.currentTarget.value || undefined })}
      />
      <Period from={from} to={to} onChange={filter} />
    </FilterFields>
  );
}

const columnsFor = (certificates: readonly Certificate[]): Column<TokenRequest>[] => [
  {
    header: 'When',
    cell: ({ occurredAt, lastOccurredAt, count }) => (
      <>
        <When at={lastOccurredAt} />
        {count > 1 && (
          <Text size="xs" c="dimmed">
            {count} requests, the first <When at={occurredAt} />
          </Text>
        )}
      </>
    ),
    width: 150,
  },
  {
    header: 'Outcome',
    cell: ({ outcome }) => <Badge color={outcome === 'Issued' ? 'success' : 'danger'}>{outcome}</Badge>,
    width: 106,
  },
  {
    header: 'Reason, and what to do',
    cell: (request) =>
      request.outcome === 'Issued' ? (
        <Text size="sm" c="dimmed">
          {request.scope}
        </Text>
      ) : (
        <Refusal request={request} />
      ),
  },
  {
    header: 'Certificate',
    cell: ({ certificateId }) => certificateName(certificateId, certificates),
    width: 116,
  },
  { header: 'IP address', cell: ({ address }) => address, width: 116 },
];
