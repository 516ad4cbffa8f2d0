// Asks which colleague gets a claimed package.
import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Dialog } from '@onboarding/ui/dialog';
import { ActionFailure, Loaded } from '@onboarding/ui/states';
import { type FormEvent, useState } from 'react';
import { useAction, useCall } from '../../api/client.ts';
import { type Colleague, choicesOf, othersThan } from './reassign-choices.ts';

export interface Claimed {
  customerId: string;
  companyName: string;
  /** The account with the claim. */
  claimedBy: string;
  claimedByName: string | null;
}

export function ReassignDialog({ claimed, onClose }: { claimed: Claimed; onClose: () => void }) {
  const colleagues = useCall('listColleagues');
  return (
    <Dialog onClose={onClose} title={`Reassign ${claimed.companyName}`}>
      <Loaded query={colleagues} height={160}>
        {({ items }) => {
          const others = othersThan(claimed.claimedBy, items);
          return others.length === 0 ? (
            <Text size="sm">Nobody else can review packages. An operator can invite an analyst.</Text>
          ) : (
            <ReassignForm claimed={claimed} others={others} onClose={onClose} />
          );
        }}
      </Loaded>
    </Dialog>
  );
}

function ReassignForm({
  claimed: { customerId, claimedByName },
  others,
  onClose,
}: {
  claimed: Claimed;
  others: readonly Colleague[];
  onClose: () => void;
}) {
  const [accountId, setAccountId] = useState('');
  const chosen = others.find((one) => one.accountId === accountId);
  const reassign = useAction('reassignPackage', {
    refreshes: ['readPackage', 'listQueue', 'readQueueCounts'],
    onDone: () => {
      notifications.show({ message: `${chosen?.name ?? 'Your colleague'} has the package now.` });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen !== undefined) reassign.mutate({ params: { customerId }, body: { accountId } });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          {claimedByName ?? 'A former colleague'} has claimed it. If they have proposed a decision, it becomes void.
        </Text>
        <NativeSelect
          label="New analyst"
          required
          data-autofocus
          value={accountId}
          onChange={(event) => setAccountId(event.currentTarget.value)}
          data={choicesOf(others)}
        />
        <ActionFailure error={reassign.error} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={chosen === undefined} loading={reassign.isPending}>
            Reassign
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
