// The users of a partner. Its admins manage them in the portal; an operator invites the first admin, and helps when no admin
// can.
import { Button, Group, Paper, Text, Title } from '@mantine/core';
import type { TeamUser } from '@onboarding/contract';
import { AccountMenu, factorsOf, UserStatus } from '@onboarding/ui/access';
import { Allowed } from '@onboarding/ui/session';
import { EmptyPart, Loaded } from '@onboarding/ui/states';
import { type Column, DataTable, ListFoot, RowsLoading } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { operation, useCall } from '../../api/client.ts';
import { UserDialog } from './user-dialog.tsx';

const route = getRouteApi('/frame/partners/$partnerId');

export function PartnerUsers({ partnerId }: { partnerId: string }) {
  const { people: cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const users = useCall('listPartnerUsers', { params: { partnerId }, query: { cursor } }, { keep: true });
  return (
    <Paper withBorder p="lg">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          Users
        </Title>
        <Allowed to={operation('invitePartnerAdmin')}>
          {(disabled) => (
            <Button
              variant="default"
              disabled={disabled}
              onClick={() => void navigate({ search: (old) => ({ ...old, ask: 'invite' }) })}
            >
              Invite an admin
            </Button>
          )}
        </Allowed>
      </Group>
      <Loaded query={users} skeleton={<RowsLoading columns={COLUMNS} lines={2} minWidth={680} />}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <EmptyPart>Nobody yet. Invite the first admin, who then invites everyone else in the portal.</EmptyPart>
          ) : (
            <>
              <DataTable
                label="Users"
                columns={COLUMNS}
                rows={items}
                rowKey={({ accountId }) => accountId}
                minWidth={680}
              />
              <ListFoot place={cursor} next={nextCursor} of="people" words={['First page', 'More users']} />
              <UserDialog partnerId={partnerId} users={items} />
            </>
          )
        }
      </Loaded>
    </Paper>
  );
}

function Access({ person }: { person: TeamUser }) {
  const navigate = route.useNavigate();
  return (
    <Allowed to={operation('resetPartnerUserFactors')}>
      {(disabled) => (
        <AccountMenu
          person={person}
          disabled={disabled}
          onAsk={(ask) => void navigate({ search: (old) => ({ ...old, ask, person: person.accountId }) })}
        />
      )}
    </Allowed>
  );
}

const COLUMNS: Column<TeamUser>[] = [
  {
    header: 'Name',
    cell: ({ name, email }) => (
      <>
        <Text size="sm">{name}</Text>
        <Text size="xs" c="dimmed">
          {email}
        </Text>
      </>
    ),
  },
  {
    header: 'Role',
    cell: ({ role }) => (
      <Text size="sm" tt="capitalize">
        {role}
      </Text>
    ),
    width: 90,
  },
  { header: 'Status', cell: (person) => <UserStatus person={person} />, width: 130 },
  { header: 'Second factors', cell: factorsOf, width: 120 },
  {
    header: 'Last sign-in',
    cell: ({ lastSignInAt }) => (lastSignInAt === null ? 'Never' : <When at={lastSignInAt} ago />),
    width: 110,
  },
  { header: '', cell: (person) => <Access person={person} />, width: 100 },
];
