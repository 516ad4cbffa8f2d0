// Operator actions on a colleague's account.
import { notifications } from '@mantine/notifications';
import type { StaffAccountDetail } from '@onboarding/contract';
import { type AccountChange, AccountDialog, accountChanged, RoleDialog } from '@onboarding/ui/access';
import { operation, useAction } from '../../api/client.ts';
import { ROLES } from './staff-words.ts';

const REFRESHES = ['listStaff', 'readStaff'];

const OPERATIONS = {
  'sign-out': 'signStaffOut',
  disable: 'disableStaff',
  enable: 'enableStaff',
  'invite-again': 'inviteStaffAgain',
  reset: 'resetStaffFactors',
} as const satisfies Record<AccountChange, string>;

export function ChangeDialog({
  person,
  change,
  onClose,
}: {
  person: StaffAccountDetail;
  change: AccountChange;
  onClose: () => void;
}) {
  const perform = useAction(OPERATIONS[change], {
    refreshes: REFRESHES,
    onDone: () => {
      notifications.show({ message: accountChanged(change, person) });
      onClose();
    },
  });
  return (
    <AccountDialog
      to={operation(OPERATIONS[change])}
      person={person}
      change={change}
      also={change === 'disable' ? 'A supervisor can reassign the packages that they have claimed.' : undefined}
      pending={perform.isPending}
      error={perform.error}
      onConfirm={() => perform.mutate({ params: { accountId: person.accountId } })}
      onClose={onClose}
    />
  );
}

export function ChangeRoleDialog({ person, onClose }: { person: StaffAccountDetail; onClose: () => void }) {
  const change = useAction('changeStaffRole', {
    refreshes: REFRESHES,
    onDone: (changed) => {
      notifications.show({ message: `${changed.name}’s role is now ${ROLES[changed.role].name.toLowerCase()}.` });
      onClose();
    },
  });
  return (
    <RoleDialog
      to={operation('changeStaffRole')}
      person={person}
      roles={ROLES}
      pending={change.isPending}
      error={change.error}
      onConfirm={(role) => change.mutate({ params: { accountId: person.accountId }, body: { role } })}
      onClose={onClose}
    />
  );
}
