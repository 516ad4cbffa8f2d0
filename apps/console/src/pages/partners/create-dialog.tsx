import { Text, TextInput } from '@mantine/core';
import { ActionDialog } from '@onboarding/ui/access';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { operation, useAction } from '../../api/client.ts';

export function CreateDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const create = useAction('createPartner', {
    refreshes: ['listPartners'],
    onDone: ({ partnerId }) => void navigate({ to: '/partners/$partnerId', params: { partnerId } }),
  });
  return (
    <ActionDialog
      to={operation('createPartner')}
      title="Create a partner"
      button="Create"
      pending={create.isPending}
      error={create.error}
      marked
      onConfirm={() => create.mutate({ body: { name } })}
      onClose={onClose}
    >
      <TextInput
        label="Name of the business"
        required
        maxLength={200}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={create.error?.fieldErrors().name}
      />
      <Text size="sm" c="dimmed">
        The client id of its systems is derived from this name and never changes. The partner has no access until you
        approve it.
      </Text>
    </ActionDialog>
  );
}
