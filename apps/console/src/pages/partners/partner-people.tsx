// The people of a partner. Its admins manage them in the portal; an operator invites the first admin, and helps when no admin
// can.
import { Button, Group, Paper, Text, Title } from '@mantine/core';
import type { TeamPerson } from '@onboarding/contract';
import { AccountMenu, factorsOf, PersonStatus } from '@onboarding/ui/access';
import { Allowed } from '@onboarding/ui/session';
import { Loaded } from '@onboarding/ui/states';
import { type Column, DataTable, ListFoot } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { operation, useCall } from '../../api/client.ts';
import { PersonDialog } from './person-dialog.tsx';

const route = getRouteApi('/frame/partners/$partnerId');

export function PartnerPeople({ partnerId }: { partnerId: string }) {
  const { people: cursor } = route.useSearch();
  const navigate = route.useNavigate();
  const people = useCall('listPartnerPeople', { params: { partnerId }, query: { cursor } }, { keep: true });
  return (
    <Paper withBorder p="lg">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          People
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
      <Loaded query={people} height={120}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              Nobody yet. Invite the first admin, who then invites everyone else in the portal.
            </Text>
          ) : (
            <>
              <DataTable
                label="People"
                columns={COLUMNS}
                rows={items}
                rowKey={({ accountId }) => accountId}
                minWidth={680}
              />
              <ListFoot place={cursor} next={nextCursor} of="people" words={['First page', 'More people']} />
              <PersonDialog partnerId={partnerId} people={items} />
            </>
          )
        }
      </Loaded>
    </Paper>
  );
}

function Access({ person }: { person: TeamPerson }) {
  const navigate = route.useNavigate();
  return (
    <Allowed to={operation('resetPartnerPersonFactors')}>
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

const COLUMNS: Column<TeamPerson>[] = [
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
  { header: 'Status', cell: (person) => <PersonStatus person={person} />, width: 130 },
  { header: 'Second factors', cell: factorsOf, width: 120 },
  {
    header: 'Last sign-in',
    cell: ({ lastSignInAt }) => (lastSignInAt === null ? 'Never' : <When at={lastSignInAt} ago />),
    width: 110,
  },
  { header: '', cell: (person) => <Access person={person} />, width: 100 },
];
