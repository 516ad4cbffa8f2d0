// The users of the organisation: their roles, and whether they can sign in.
import { Alert, Button, Text } from '@mantine/core';
import type { PartnerRole, TeamUser } from '@onboarding/contract';
import { ActionDialog, announceInvitation, RoleChoice, UserFields, userColumns } from '@onboarding/ui/access';
import { Allowed } from '@onboarding/ui/session';
import { Page, PageLink } from '@onboarding/ui/shell';
import { Loaded } from '@onboarding/ui/states';
import { DataTable, ListFoot, RowsLoading } from '@onboarding/ui/table';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { operation, useAction, useCall } from '../../api/client.ts';
import { lacksAdmins, ROLES } from './roles.ts';

const route = getRouteApi('/frame/team');

export function Team() {
  const { cursor, invite } = route.useSearch();
  const navigate = route.useNavigate();
  const users = useCall('listUsers', { query: { cursor } }, { keep: true });
  const ask = (open: boolean) =>
    void navigate({ search: (before) => ({ ...before, invite: open ? 'open' : undefined }) });
  return (
    <Page
      title="Team"
      about="The users of your organisation who can sign in here."
      actions={
        <Allowed to={operation('inviteUser')}>
          {(disabled) => (
            <Button disabled={disabled} onClick={() => ask(true)}>
              Invite a person
            </Button>
          )}
        </Allowed>
      }
    >
      <Loaded query={users} skeleton={<RowsLoading framed columns={COLUMNS} lines={2} minWidth={700} />}>
        {({ items, nextCursor }) => (
          <>
            {cursor === undefined && nextCursor === null && <LonelyAdmin users={items} />}
            <div>
              <DataTable
                framed
                label="Users"
                columns={COLUMNS}
                rows={items}
                rowKey={({ accountId }) => accountId}
                minWidth={700}
              />
              <ListFoot place={cursor} next={nextCursor} words={['First page', 'More users']} />
            </div>
          </>
        )}
      </Loaded>
      {invite === 'open' && <InviteDialog onClose={() => ask(false)} />}
    </Page>
  );
}

function LonelyAdmin({ users }: { users: readonly TeamUser[] }) {
  if (!lacksAdmins(users)) return null;
  return (
    <Alert color="warning" title="Only one admin can sign in">
      <Text size="sm">
        If they lose their second factor, nobody here can manage the organisation. Make someone you trust an admin too.
      </Text>
    </Alert>
  );
}

const COLUMNS = userColumns<PartnerRole, TeamUser>(ROLES, ({ accountId, name }) => (
  <PageLink to="/team/$accountId" params={{ accountId }}>
    {name}
  </PageLink>
));

function InviteDialog({ onClose }: { onClose: () => void }) {
  const [person, setPerson] = useState({ name: '', email: '' });
  const [role, setRole] = useState<PartnerRole>('developer');
  const invite = useAction('inviteUser', {
    refreshes: ['listUsers', 'listActivity', 'readOverview'],
    onDone: (invited) => {
      announceInvitation(invited);
      onClose();
    },
  });
  return (
    <ActionDialog
      to={operation('inviteUser')}
      title="Invite a person"
      button="Send the invitation"
      pending={invite.isPending}
      error={invite.error}
      marked
      onConfirm={() => invite.mutate({ body: { ...person, role } })}
      onClose={onClose}
    >
      <UserFields value={person} onChange={setPerson} errors={invite.error?.fieldErrors() ?? {}} />
      <RoleChoice roles={ROLES} value={role} onChange={setRole} />
      <Text size="sm" c="dimmed">
        They get a mail with a link that works once and expires after seven days. It lets them choose a password and set
        up a second factor.
      </Text>
    </ActionDialog>
  );
}
