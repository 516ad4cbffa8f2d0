// Operator actions on the account of a partner's person, with a reason.
import { notifications } from '@mantine/notifications';
import type { TeamUser } from '@onboarding/contract';
import { type AccountChange, AccountDialog, accountChanged, isOffered } from '@onboarding/ui/access';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { operation, useAction } from '../../api/client.ts';
import { ReasonField } from '../reason-field.tsx';
import { ACCOUNT_CHANGES } from './partner-rules.ts';

const route = getRouteApi('/frame/partners/$partnerId');

/** For the person in the URL, if they are in the list and the action is possible. */
export function UserDialog({ partnerId, users }: { partnerId: string; users: readonly TeamUser[] }) {
  const { ask, person: accountId } = route.useSearch();
  const navigate = route.useNavigate();
  const person = users.find((one) => one.accountId === accountId);
  const change = ACCOUNT_CHANGES.find((one) => one === ask);
  if (person === undefined || change === undefined || !isOffered(change, person)) return null;
  const close = () => void navigate({ search: (old) => ({ ...old, ask: undefined, person: undefined }) });
  return <Dialog partnerId={partnerId} person={person} change={change} onClose={close} />;
}

const OPERATIONS = {
  'sign-out': 'signPartnerUserOut',
  disable: 'disablePartnerUser',
  enable: 'enablePartnerUser',
  'invite-again': 'invitePartnerUserAgain',
  reset: 'resetPartnerUserFactors',
} as const satisfies Record<AccountChange, string>;

function Dialog({
  partnerId,
  person,
  change,
  onClose,
}: {
  partnerId: string;
  person: TeamUser;
  change: AccountChange;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const perform = useAction(OPERATIONS[change], {
    refreshes: ['listPartnerUsers', 'listPartnerActions'],
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
      also={change === 'disable' && person.role === 'admin' ? LAST_ADMIN : undefined}
      pending={perform.isPending}
      error={perform.error}
      onConfirm={() => perform.mutate({ params: { partnerId, accountId: person.accountId }, body: { reason } })}
      onClose={onClose}
    >
      <ReasonField value={reason} onChange={setReason} error={perform.error?.fieldErrors().reason} />
    </AccountDialog>
  );
}

const LAST_ADMIN = 'If they are the last admin, invite another one: nobody else can manage the team.';
