// Our staff: their roles, and whether they can sign in.
import { Alert, Button, Text } from '@mantine/core';
import type { StaffAccount, StaffRole } from '@onboarding/contract';
import { ActionDialog, announceInvitation, RoleChoice, UserFields, userColumns } from '@onboarding/ui/access';
import { Allowed } from '@onboarding/ui/session';
import { Page, PageLink } from '@onboarding/ui/shell';
import { Loaded } from '@onboarding/ui/states';
import { DataTable, ListFoot, RowsLoading } from '@onboarding/ui/table';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { operation, useAction, useCall } from '../../api/client.ts';
import { lacksOperators, ROLES } from './staff-words.ts';

const route = getRouteApi('/frame/staff');

export function Staff() {
  const { cursor, ask } = route.useSearch();
  const navigate = route.useNavigate();
  const users = useCall('listStaff', { query: { cursor } }, { keep: true });
  const open = (dialog: typeof ask) => void navigate({ search: (old) => ({ ...old, ask: dialog }) });
  return (
    <Page
      title="Staff"
      about="The members of our staff who can sign in to this console."
      actions={
        <Allowed to={operation('inviteStaff')}>
          {(disabled) => (
            <Button disabled={disabled} onClick={() => open('invite')}>
              Invite a colleague
            </Button>
          )}
        </Allowed>
      }
    >
      <Loaded query={users} skeleton={<RowsLoading framed columns={COLUMNS} lines={2} minWidth={720} />}>
        {({ items, nextCursor }) => (
          <>
            {cursor === undefined && nextCursor === null && <LonelyOperator users={items} />}
            <div>
              <DataTable
                framed
                label="Staff"
                columns={COLUMNS}
                rows={items}
                rowKey={({ accountId }) => accountId}
                minWidth={720}
              />
              <ListFoot place={cursor} next={nextCursor} words={['First page', 'More users']} />
            </div>
          </>
        )}
      </Loaded>
      {ask === 'invite' && <InviteDialog onClose={() => open(undefined)} />}
    </Page>
  );
}

function LonelyOperator({ users }: { users: readonly StaffAccount[] }) {
  if (!lacksOperators(users)) return null;
  return (
    <Alert color="warning" title="Only one operator can sign in">
      <Text size="sm">
        If they lose their second factor, only a command on the server can restore access. Invite a second operator.
      </Text>
    </Alert>
  );
}

function InviteDialog({ onClose }: { onClose: () => void }) {
  const [person, setPerson] = useState({ name: '', email: '' });
  const [role, setRole] = useState<StaffRole>('analyst');
  const invite = useAction('inviteStaff', {
    refreshes: ['listStaff'],
    onDone: (invited) => {
      announceInvitation(invited);
      onClose();
    },
  });
  return (
    <ActionDialog
      to={operation('inviteStaff')}
      title="Invite a colleague"
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

const COLUMNS = userColumns<StaffRole, StaffAccount>(ROLES, ({ accountId, name }) => (
  <PageLink to="/staff/$accountId" params={{ accountId }}>
    {name}
  </PageLink>
));
