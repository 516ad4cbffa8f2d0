// A member of our staff, and the operator actions on their access.
import { Paper, Stack, Text, Title } from '@mantine/core';
import type { StaffAccountDetail } from '@onboarding/contract';
import { AccountButtons, dialogFor, factorsOf, SessionsTable, UserStatus } from '@onboarding/ui/access';
import { Allowed, useSession } from '@onboarding/ui/session';
import { ButtonLink, Page } from '@onboarding/ui/shell';
import { Loaded } from '@onboarding/ui/states';
import { type Column, DataTable } from '@onboarding/ui/table';
import { Facts, When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { operation, useCall } from '../../api/client.ts';
import { changeWords } from './change-words.ts';
import { ChangeDialog, ChangeRoleDialog } from './colleague-dialogs.tsx';
import { ROLES } from './roles.ts';

const route = getRouteApi('/frame/staff/$accountId');

export function Colleague() {
  const { accountId } = route.useParams();
  const person = useCall('readStaff', { params: { accountId } });
  return (
    <Page
      title={person.data?.name ?? 'Colleague'}
      about={person.data?.email}
      actions={
        <ButtonLink to="/staff" variant="default">
          All staff
        </ButtonLink>
      }
    >
      <Loaded query={person} height={480}>
        {(value) => <Details person={value} />}
      </Loaded>
    </Page>
  );
}

function Details({ person }: { person: StaffAccountDetail }) {
  const { role, lastSignInAt, invitedAt, activeSessions, changes } = person;
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
          ]}
        />
      </Paper>
      <Access person={person} />
      <Paper withBorder p="lg">
        <Title order={2} size="h4" mb="sm">
          Sessions
        </Title>
        {activeSessions.length === 0 ? (
          <Text size="sm" c="dimmed">
            {person.name} is not signed in anywhere.
          </Text>
        ) : (
          <SessionsTable sessions={activeSessions} />
        )}
      </Paper>
      <Paper withBorder p="lg">
        <Title order={2} size="h4" mb="sm">
          Account changes
        </Title>
        {changes.length === 0 ? (
          <Text size="sm" c="dimmed">
            None since the log began.
          </Text>
        ) : (
          <DataTable
            label="Account changes"
            columns={CHANGES}
            rows={changes}
            rowKey={({ changeId }) => changeId}
            minWidth={520}
          />
        )}
      </Paper>
    </Stack>
  );
}

function Access({ person }: { person: StaffAccountDetail }) {
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
          You cannot change your own access, so that a mistake cannot lock you out. Ask another operator.
        </Text>
      ) : (
        <Allowed to={operation('changeStaffRole')}>
          {(disabled) => <AccountButtons person={person} disabled={disabled} onAsk={open} />}
        </Allowed>
      )}
      {dialog === 'role' && <ChangeRoleDialog person={person} onClose={close} />}
      {dialog !== undefined && dialog !== 'role' && <ChangeDialog person={person} change={dialog} onClose={close} />}
    </Paper>
  );
}

type Change = StaffAccountDetail['changes'][number];

const CHANGES: Column<Change>[] = [
  { header: 'When', cell: ({ occurredAt }) => <When at={occurredAt} />, width: 190 },
  { header: 'Who', cell: ({ actor }) => actor ?? 'By command', width: 180 },
  { header: 'What', cell: changeWords },
];
