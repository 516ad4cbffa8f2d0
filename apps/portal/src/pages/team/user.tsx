// A person of the organisation, and an admin's actions on their access.
import { Paper, Stack, Text, Title } from '@mantine/core';
import type { UserDetail } from '@onboarding/contract';
import { AccountButtons, dialogFor, factorsOf, SessionsTable, UserStatus } from '@onboarding/ui/access';
import { Allowed, useSession } from '@onboarding/ui/session';
import { ButtonLink, Page, PageLink } from '@onboarding/ui/shell';
import { Loaded } from '@onboarding/ui/states';
import { Facts, When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { operation, useCall } from '../../api/client.ts';
import { ROLES } from './roles.ts';
import { ChangeDialog, ChangeRoleDialog } from './user-dialogs.tsx';

const route = getRouteApi('/frame/team/$accountId');

export function Person() {
  const { accountId } = route.useParams();
  const person = useCall('readUser', { params: { accountId } });
  return (
    <Page
      title={person.data?.name ?? 'Person'}
      about={person.data?.email}
      actions={
        <ButtonLink to="/team" variant="default">
          All users
        </ButtonLink>
      }
    >
      <Loaded query={person} height={420}>
        {(value) => <Details person={value} />}
      </Loaded>
    </Page>
  );
}

function Details({ person }: { person: UserDetail }) {
  const { accountId, role, lastSignInAt, invitedAt, activeSessions } = person;
  return (
    <Stack gap="lg">
      <Paper withBorder p="lg">
        <Facts
          items={[
            ['Role', `${ROLES[role].name}. ${ROLES[role].may}`],
            ['Status', <UserStatus key="status" person={person} />],
            ['Second factors', factorsOf(person)],
            ['Last sign-in', lastSignInAt === null ? 'Never' : <When key="last" at={lastSignInAt} />],
            ['Invited', <When key="invited" at={invitedAt} />],
            [
              'Changes',
              <PageLink key="changes" to="/activity" search={{ person: accountId }}>
                What {person.name} changed
              </PageLink>,
            ],
          ]}
        />
      </Paper>
      <Access person={person} />
      <Paper withBorder p="lg">
        <Title order={2} size="h4" mb="sm">
          Sessions
        </Title>
        {activeSessions === null ? (
          <Text size="sm" c="dimmed">
            Only admins and {person.name} can see where {person.name} is signed in.
          </Text>
        ) : activeSessions.length === 0 ? (
          <Text size="sm" c="dimmed">
            {person.name} is not signed in anywhere.
          </Text>
        ) : (
          <SessionsTable sessions={activeSessions} />
        )}
      </Paper>
    </Stack>
  );
}

function Access({ person }: { person: UserDetail }) {
  const { ask } = route.useSearch();
  const navigate = route.useNavigate();
  const own = useSession().session.accountId === person.accountId;
  const open = (action: typeof ask) => void navigate({ search: { ask: action } });
  const close = () => open(undefined);
  const dialog = dialogFor(ask, person, own);
  return (
    <Paper withBorder p="lg">
      <Title order={2} size="h4" mb="sm">
        Access
      </Title>
      {own ? (
        <Text size="sm">
          You cannot change your own access, so that a mistake does not lock you out. Ask another admin.{' '}
          <PageLink to="/you">Sessions and notifications</PageLink>
        </Text>
      ) : (
        <Allowed to={operation('changeUserRole')}>
          {(disabled) => <AccountButtons person={person} disabled={disabled} onAsk={open} />}
        </Allowed>
      )}
      {dialog === 'role' && <ChangeRoleDialog person={person} onClose={close} />}
      {dialog !== undefined && dialog !== 'role' && <ChangeDialog person={person} change={dialog} onClose={close} />}
    </Paper>
  );
}
