// An admin's actions on a colleague's account.
import { notifications } from '@mantine/notifications';
import type { UserDetail } from '@onboarding/contract';
import { type AccountChange, AccountDialog, accountChanged, RoleDialog } from '@onboarding/ui/access';
import { operation, useAction } from '../../api/client.ts';
import { ROLES } from './roles.ts';

const REFRESHES = ['listUsers', 'readUser', 'listActivity', 'readOverview'];

const OPERATIONS = {
  'sign-out': 'signUserOut',
  disable: 'disableUser',
  enable: 'enableUser',
  'invite-again': 'inviteUserAgain',
  reset: 'resetUserFactors',
} as const satisfies Record<AccountChange, string>;

export function ChangeDialog({
  person,
  change,
  onClose,
}: {
  person: UserDetail;
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
      pending={perform.isPending}
      error={perform.error}
      onConfirm={() => perform.mutate({ params: { accountId: person.accountId } })}
      onClose={onClose}
    />
  );
}

export function ChangeRoleDialog({ person, onClose }: { person: UserDetail; onClose: () => void }) {
  const change = useAction('changeUserRole', {
    refreshes: REFRESHES,
    onDone: (changed) => {
      notifications.show({ message: `${changed.name} is now ${ROLES[changed.role].withArticle}.` });
      onClose();
    },
  });
  return (
    <RoleDialog
      to={operation('changeUserRole')}
      person={person}
      roles={ROLES}
      pending={change.isPending}
      error={change.error}
      onConfirm={(role) => change.mutate({ params: { accountId: person.accountId }, body: { role } })}
      onClose={onClose}
    />
  );
}
