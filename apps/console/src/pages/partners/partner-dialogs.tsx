// Operator actions on a partner: each asks for the second factor and a reason first, and explains the consequences.
import { NumberInput, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { Certificate, OperatedPartnerDetail } from '@onboarding/contract';
import { TOKEN_SECONDS } from '@onboarding/contract/limits';
import { ActionDialog, announceInvitation, UserFields } from '@onboarding/ui/access';
import { When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { operation, useAction } from '../../api/client.ts';
import { ReasonField } from '../reason-field.tsx';
import { askedOf, isGrave, type StandingAction } from './partner-rules.ts';

const REFRESHES = ['readPartner', 'listPartners', 'listPartnerActions'];

const route = getRouteApi('/frame/partners/$partnerId');

export function PartnerDialogs({ partner }: { partner: OperatedPartnerDetail }) {
  const asked = askedOf(route.useSearch(), partner);
  const navigate = route.useNavigate();
  const close = () => void navigate({ search: (old) => ({ ...old, ask: undefined, certificate: undefined }) });
  switch (asked?.kind) {
    case 'limits':
      return <LimitsDialog partner={partner} onClose={close} />;
    case 'invite':
      return <InviteDialog partner={partner} onClose={close} />;
    case 'revoke':
      return <RevokeDialog partner={partner} certificate={asked.certificate} onClose={close} />;
    case 'standing':
      return <StandingDialog partner={partner} change={asked.change} onClose={close} />;
    default:
      return null;
  }
}

const CHANGES = {
  approve: {
    operation: 'approvePartner',
    button: 'Approve',
    text: 'Its systems and users get access immediately.',
    done: 'is approved.',
  },
  reject: {
    operation: 'rejectPartner',
    button: 'Reject',
    text: 'It has no access. You can still approve it later.',
    done: 'is rejected.',
  },
  activate: {
    operation: 'activatePartner',
    button: 'Activate',
    text: 'Its systems and users get access again immediately.',
    done: 'is active again.',
  },
  deactivate: {
    operation: 'deactivatePartner',
    button: 'Deactivate',
    text: 'Every request from its systems and users is refused immediately, even with a valid token. Its businesses do not change, and reviews continue.',
    done: 'is deactivated.',
  },
} as const satisfies Record<StandingAction, object>;

function StandingDialog({
  partner,
  change,
  onClose,
}: {
  partner: OperatedPartnerDetail;
  change: StandingAction;
  onClose: () => void;
}) {
  const { operation: id, button, text, done } = CHANGES[change];
  const [reason, setReason] = useState('');
  const perform = useAction(id, {
    refreshes: REFRESHES,
    onDone: () => {
      notifications.show({ message: `${partner.name} ${done}` });
      onClose();
    },
  });
  return (
    <ActionDialog
      to={operation(id)}
      title={`${button} ${partner.name}?`}
      button={button}
      grave={isGrave(change)}
      pending={perform.isPending}
      error={perform.error}
      marked
      onConfirm={() => perform.mutate({ params: { partnerId: partner.partnerId }, body: { reason } })}
      onClose={onClose}
    >
      <Text size="sm">{text}</Text>
      <ReasonField value={reason} onChange={setReason} error={perform.error?.fieldErrors().reason} />
    </ActionDialog>
  );
}

const LIMITS = [
  ['readsPerSecond', 'Reads per second'],
  ['writesPerSecond', 'Writes per second'],
  ['uploadLinksPerSecond', 'Upload links per second'],
] as const;

function LimitsDialog({ partner, onClose }: { partner: OperatedPartnerDetail; onClose: () => void }) {
  const [limits, setLimits] = useState(partner.limits);
  const [reason, setReason] = useState('');
  const change = useAction('changePartnerLimits', {
    refreshes: REFRESHES,
    onDone: () => {
      notifications.show({ message: `The limits of ${partner.name} were changed.` });
      onClose();
    },
  });
  const errors = change.error?.fieldErrors() ?? {};
  return (
    <ActionDialog
      to={operation('changePartnerLimits')}
      title={`Limits of ${partner.name}`}
      button="Change the limits"
      pending={change.isPending}
      error={change.error}
      marked
      onConfirm={() => change.mutate({ params: { partnerId: partner.partnerId }, body: { ...limits, reason } })}
      onClose={onClose}
    >
      <Text size="sm">
        How many requests from its systems are accepted. Changes take effect within 30 seconds. Leave a field empty to
        use the default.
      </Text>
      {LIMITS.map(([name, label]) => (
        <NumberInput
          key={name}
          label={label}
          placeholder={`${partner.defaultLimits[name]} (default)`}
          min={1}
          max={100_000}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={limits[name] ?? ''}
          onChange={(value) => setLimits({ ...limits, [name]: typeof value === 'number' ? value : null })}
          error={errors[name]}
        />
      ))}
      <ReasonField value={reason} onChange={setReason} error={errors.reason} />
    </ActionDialog>
  );
}

function RevokeDialog({
  partner,
  certificate: { certificateId, name, lastUsedAt },
  onClose,
}: {
  partner: OperatedPartnerDetail;
  certificate: Certificate;
  onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const revoke = useAction('revokePartnerCertificate', {
    refreshes: REFRESHES,
    onDone: () => {
      notifications.show({ message: `“${name}” is revoked.` });
      onClose();
    },
  });
  return (
    <ActionDialog
      to={operation('revokePartnerCertificate')}
      title={`Revoke “${name}”?`}
      button="Revoke"
      grave
      pending={revoke.isPending}
      error={revoke.error}
      marked
      onConfirm={() => revoke.mutate({ params: { partnerId: partner.partnerId, certificateId }, body: { reason } })}
      onClose={onClose}
    >
      <Text size="sm">
        Systems that sign with its key can no longer get tokens. Tokens they already have expire within{' '}
        {TOKEN_SECONDS / 60} minutes; to refuse those immediately, deactivate the partner. This cannot be undone.
      </Text>
      {lastUsedAt !== null && (
        <Text size="sm">
          It was last used <When at={lastUsedAt} ago />.
        </Text>
      )}
      <ReasonField value={reason} onChange={setReason} error={revoke.error?.fieldErrors().reason} />
    </ActionDialog>
  );
}

function InviteDialog({ partner, onClose }: { partner: OperatedPartnerDetail; onClose: () => void }) {
  const [person, setPerson] = useState({ name: '', email: '' });
  const invite = useAction('invitePartnerAdmin', {
    refreshes: ['listPartnerUsers', 'listPartnerActions'],
    onDone: (invited) => {
      announceInvitation(invited);
      onClose();
    },
  });
  return (
    <ActionDialog
      to={operation('invitePartnerAdmin')}
      title={`Invite an admin of ${partner.name}`}
      button="Send the invitation"
      pending={invite.isPending}
      error={invite.error}
      marked
      onConfirm={() => invite.mutate({ params: { partnerId: partner.partnerId }, body: person })}
      onClose={onClose}
    >
      <UserFields value={person} onChange={setPerson} errors={invite.error?.fieldErrors() ?? {}} />
      <Text size="sm" c="dimmed">
        They get a mail with a link that works once and expires after seven days. As an admin, they invite everyone else
        in the portal. Make sure that the address is theirs.
      </Text>
    </ActionDialog>
  );
}
