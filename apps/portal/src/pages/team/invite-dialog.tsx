import { Text } from '@mantine/core';
import type { PartnerRole } from '@onboarding/contract';
import { ActionDialog, announceInvitation, RoleChoice, UserFields } from '@onboarding/ui/access';
import { useState } from 'react';
import { operation, useAction } from '../../api/client.ts';
import { ROLES } from './roles.ts';

export function InviteDialog({ onClose }: { onClose: () => void }) {
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
