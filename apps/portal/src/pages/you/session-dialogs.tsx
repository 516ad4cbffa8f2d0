import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { deviceOf, type ShownSession } from '@onboarding/ui/access';
import { StepUp } from '@onboarding/ui/session';
import { ActionFailure } from '@onboarding/ui/states';
import { When } from '@onboarding/ui/values';
import { useAction } from '../../api/client.ts';

export function EndDialog({ session, onClose }: { session: ShownSession | undefined; onClose: () => void }) {
  const end = useAction('endPartnerSession', { refreshes: ['listPartnerSessions'], onDone: onClose });
  if (session === undefined) return null;
  return (
    <Modal opened onClose={onClose} title="End this session?">
      <StepUp>
        <Stack>
          <Text size="sm">
            {deviceOf(session.userAgent)}, signed in <When at={session.createdAt} /> from {session.address}. It is
            signed out immediately.
          </Text>
          <ActionFailure error={end.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button loading={end.isPending} onClick={() => end.mutate({ params: { sessionId: session.sessionId } })}>
              End the session
            </Button>
          </Group>
        </Stack>
      </StepUp>
    </Modal>
  );
}

export function EverywhereDialog({ onClose }: { onClose: () => void }) {
  const signOut = useAction('signOutPartnerEverywhere', {
    onDone: ({ continueAt }) => window.location.assign(continueAt),
  });
  return (
    <Modal opened onClose={onClose} title="Sign out everywhere?">
      <StepUp>
        <Stack>
          <Text size="sm">All your sessions end, on every device, including this one.</Text>
          <ActionFailure error={signOut.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button loading={signOut.isPending} onClick={() => signOut.mutate({})}>
              Sign out everywhere
            </Button>
          </Group>
        </Stack>
      </StepUp>
    </Modal>
  );
}
