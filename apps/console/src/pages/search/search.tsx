// Search over all businesses of all partners, in any state.
import { Badge, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import type { FoundBusiness } from '@onboarding/contract';
import { ApiFailure } from '@onboarding/ui/api';
import { Country } from '@onboarding/ui/countries';
import { useSearchText } from '@onboarding/ui/fields';
import { IconSearch } from '@onboarding/ui/icons';
import { focusFirstRow, useKey, useRowKeys } from '@onboarding/ui/keys';
import { useAllowed } from '@onboarding/ui/session';
import { Page, PageLink } from '@onboarding/ui/shell';
import { Empty, Failure, Loaded } from '@onboarding/ui/states';
import { type Column, DataTable, ListFoot, RowsLoading } from '@onboarding/ui/table';
import { StatusBadge, When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { operation, useCall } from '../../api/client.ts';
import { SavedFilters } from '../../saved-filters.tsx';
import { footWords, leadsToResults, nothingWords, refusalWords, searchFor, secondName } from './business-search.ts';

const route = getRouteApi('/frame/search');
const ROWS = 25;

/** Checks the role up front: until something is typed, there is no request that the service could refuse. */
export function Search() {
  const find = operation('searchBusinesses');
  if (useAllowed(find)) return <SearchPage />;
  const message = refusalWords(find.roles);
  return (
    <Page title="Search">
      <Failure error={new ApiFailure({ status: 403, code: 'Session.RoleMissing', message })} />
    </Page>
  );
}

function SearchPage() {
  const { q, cursor } = route.useSearch();
  const field = useRef<HTMLInputElement>(null);
  /** The words whose first result gets the focus once loaded, never a result of other words. */
  const [hurried, setHurried] = useState<string>();
  // The search field takes the focus instead of the heading.
  useEffect(() => field.current?.focus(), []);
  useKey('/', () => field.current?.select(), 'Back to the search field');
  useRowKeys();
  return (
    <Page title="Search" about="Businesses of all partners, in any state.">
      <Group align="flex-end" gap="sm">
        <SearchField q={q ?? ''} field={field} onEnter={setHurried} />
        <SavedFilters list="Search" />
      </Group>
      {q === undefined ? (
        <Empty title="Which business are you looking for?">
          Type the start of a name, a partner’s reference, a registration number or a customer id.
        </Empty>
      ) : (
        <Results q={q} cursor={cursor} hurried={hurried === q} onShown={() => setHurried(undefined)} />
      )}
    </Page>
  );
}

/** Searches while the person types, and follows changes of the URL. Enter moves to the first result. */
function SearchField({
  q,
  field,
  onEnter,
}: {
  q: string;
  field: RefObject<HTMLInputElement | null>;
  onEnter: (q: string) => void;
}) {
  const navigate = route.useNavigate();
  const { text, type, searchNow } = useSearchText(q, (wanted) => {
    void navigate(searchFor(wanted, q));
  });
  return (
    <TextInput
      ref={field}
      type="search"
      label="Name, reference, registration number or customer id"
      maxLength={100}
      maw={560}
      flex="1 1 18rem"
      leftSection={<IconSearch size={16} aria-hidden />}
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (!leadsToResults(event.key)) return;
        event.preventDefault();
        searchNow();
        onEnter(text.trim());
      }}
    />
  );
}

function Results({
  q,
  cursor,
  hurried,
  onShown,
}: {
  q: string;
  cursor: string | undefined;
  hurried: boolean;
  onShown: () => void;
}) {
  const page = useCall('searchBusinesses', { query: { q, cursor, limit: ROWS } }, { keep: true });
  const isThere = page.data !== undefined && !page.isPlaceholderData;
  useEffect(() => {
    if (!hurried || !isThere) return;
    focusFirstRow();
    onShown();
  }, [hurried, isThere, onShown]);
  return (
    <Loaded query={page} skeleton={<RowsLoading framed columns={COLUMNS} lines={2} minWidth={730} />}>
      {({ items, nextCursor }) => (
        <Stack gap="sm" aria-busy={page.isPlaceholderData}>
          {items.length > 0 ? (
            <DataTable
              framed
              label="Businesses found"
              columns={COLUMNS}
              rows={items}
              rowKey={(row) => row.customerId}
              minWidth={730}
            />
          ) : (
            <Empty kind="filtered" title={nothingWords(nextCursor).title}>
              {nothingWords(nextCursor).text}
            </Empty>
          )}
          <ListFoot place={cursor} next={nextCursor} words={footWords(items)} />
        </Stack>
      )}
    </Loaded>
  );
}

const COLUMNS: readonly Column<FoundBusiness>[] = [
  {
    header: 'Business',
    cell: (row) => (
      <>
        {row.erased ? (
          <Text size="sm">{row.companyName}</Text>
        ) : (
          <PageLink
            to="/packages/$customerId"
            params={{ customerId: row.customerId }}
            preload={false}
            size="sm"
            fw={600}
            data-row
          >
            {row.companyName}
          </PageLink>
        )}
        {secondName(row) !== undefined && (
          <Text size="xs" c="dimmed">
            {secondName(row)}
          </Text>
        )}
      </>
    ),
  },
  {
    header: 'Registration',
    width: 130,
    cell: (row) => (
      <>
        <Code>{row.registrationNumber}</Code>
        <Text size="xs" c="dimmed">
          <Country code={row.country} />
        </Text>
      </>
    ),
  },
  {
    header: 'Partner',
    width: 170,
    cell: (row) => (
      <>
        <Text size="sm">{row.partnerName}</Text>
        <Text size="xs" c="dimmed" lineClamp={1} style={{ overflowWrap: 'anywhere' }} title={row.partnerCustomerId}>
          {row.partnerCustomerId}
        </Text>
      </>
    ),
  },
  {
    header: 'Status',
    width: 170,
    cell: (row) => (
      <>
        {row.erased ? <Badge color="neutral">Data erased</Badge> : <StatusBadge status={row.verificationStatus} />}
        <Text size="xs" c="dimmed">
          <When at={row.statusChangedAt} ago />
        </Text>
      </>
    ),
  },
];
