// All partners by name, with their standing.
import { Badge, Button, Group, Select, Text, TextInput } from '@mantine/core';
import type { OperatedPartner } from '@onboarding/contract';
import { ActionDialog } from '@onboarding/ui/access';
import { IconSearch } from '@onboarding/ui/icons';
import { Allowed } from '@onboarding/ui/session';
import { Page, PageLink } from '@onboarding/ui/shell';
import { Empty, Loaded, NoMatch } from '@onboarding/ui/states';
import { type Column, DataTable, ListFoot, RowsLoading } from '@onboarding/ui/table';
import { Monogram, When } from '@onboarding/ui/values';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { operation, useAction, useCall } from '../../api/client.ts';
import { STANDING_FILTERS, STANDING_WORDS, STANDINGS, standingOf } from './partner-rules.ts';

const route = getRouteApi('/frame/partners');

export function Partners() {
  const { q, standing, cursor, ask } = route.useSearch();
  const navigate = route.useNavigate();
  const filter = standing === undefined ? {} : STANDING_FILTERS[standing];
  const list = useCall('listPartners', { query: { q, cursor, ...filter } }, { keep: true });
  const filtered = q !== undefined || standing !== undefined;
  return (
    <Page
      title="Partners"
      about="The organisations that onboard their business customers through us."
      actions={
        <Allowed to={operation('createPartner')}>
          {(disabled) => (
            <Button disabled={disabled} onClick={() => void navigate({ search: (old) => ({ ...old, ask: 'create' }) })}>
              Create a partner
            </Button>
          )}
        </Allowed>
      }
    >
      <Filters key={q} />
      <Loaded query={list} skeleton={<RowsLoading framed columns={COLUMNS} lines={2} minWidth={680} />}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            filtered ? (
              <NoMatch what="partners" onClear={() => void navigate({ search: {} })} />
            ) : (
              <Empty title="There are no partners yet">
                Create the first one; its client id is derived from its name.
              </Empty>
            )
          ) : (
            <div>
              <DataTable
                framed
                label="Partners"
                columns={COLUMNS}
                rows={items}
                rowKey={({ partnerId }) => partnerId}
                minWidth={680}
              />
              <ListFoot place={cursor} next={nextCursor} words={['First page', 'More partners']} />
            </div>
          )
        }
      </Loaded>
      {ask === 'create' && (
        <CreateDialog onClose={() => void navigate({ search: (old) => ({ ...old, ask: undefined }) })} />
      )}
    </Page>
  );
}

function Filters() {
  const { q, standing } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState(q ?? '');
  const search = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ search: { standing, q: typed.trim() === '' ? undefined : typed.trim() } });
  };
  return (
    <Group align="flex-end" gap="sm">
      <form onSubmit={search}>
        <TextInput
          type="search"
          label="Name, partner id or client id"
          placeholder="Start of the name"
          w={320}
          maw="100%"
          maxLength={100}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          leftSection={<IconSearch size={16} aria-hidden />}
        />
      </form>
      <Select
        label="Standing"
        w={180}
        clearable
        placeholder="Any"
        data={STANDINGS.map((value) => ({ value, label: STANDING_WORDS[value].name }))}
        value={standing ?? null}
        onChange={(chosen) => void navigate({ search: { q, standing: STANDINGS.find((one) => one === chosen) } })}
        clearButtonProps={{ 'aria-label': 'Any standing' }}
      />
    </Group>
  );
}

const COLUMNS: Column<OperatedPartner>[] = [
  {
    header: 'Name',
    cell: ({ partnerId, name, clientId }) => (
      <Group gap="sm" wrap="nowrap">
        <Monogram name={name} size={30} />
        <div>
          <Text size="sm">
            <PageLink to="/partners/$partnerId" params={{ partnerId }} fw={600}>
              {name}
            </PageLink>
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {clientId}
          </Text>
        </div>
      </Group>
    ),
  },
  {
    header: 'Standing',
    cell: (partner) => {
      const { name, color } = STANDING_WORDS[standingOf(partner)];
      return <Badge color={color}>{name}</Badge>;
    },
    width: 140,
  },
  { header: 'Created', cell: ({ createdAt }) => <When at={createdAt} day />, width: 130 },
];

function CreateDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const create = useAction('createPartner', {
    refreshes: ['listPartners'],
    onDone: ({ partnerId }) => void navigate({ to: '/partners/$partnerId', params: { partnerId } }),
  });
  return (
    <ActionDialog
      to={operation('createPartner')}
      title="Create a partner"
      button="Create"
      pending={create.isPending}
      error={create.error}
      marked
      onConfirm={() => create.mutate({ body: { name } })}
      onClose={onClose}
    >
      <TextInput
        label="Name of the business"
        required
        maxLength={200}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={create.error?.fieldErrors().name}
      />
      <Text size="sm" c="dimmed">
        The client id of its systems is derived from this name and never changes. The partner has no access until you
        approve it.
      </Text>
    </ActionDialog>
  );
}
