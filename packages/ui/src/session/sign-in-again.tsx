import { Button, Group, Modal, Stack, Text } from '@mantine/core';

/** Covers the page until the person has signed in, or completed the step-up, in the window that it opens. */
export function SignInAgain({
  address,
  stepUp,
  name,
  onCancel,
}: {
  address: string;
  stepUp: boolean;
  name: string;
  onCancel: () => void;
}) {
  return (
    <Modal
      opened
      onClose={onCancel}
      withCloseButton={stepUp}
      closeOnClickOutside={false}
      closeOnEscape={stepUp}
      title={stepUp ? 'Confirm that it is you' : 'Your session has ended'}
    >
      <Stack>
        <Text size="sm">
          {stepUp
            ? 'This changes who has access, so use your second factor again. Everything on this page stays as it is.'
            : `Sign in again as ${name}. Everything on this page stays as it is.`}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {stepUp ? 'Cancel' : 'Leave this page'}
          </Button>
          <Button data-autofocus onClick={() => openWindow(address)}>
            {stepUp ? 'Confirm' : 'Sign in again'}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function openWindow(address: string): void {
  const [width, height] = [520, 720];
  const left = window.screenX + (window.outerWidth - width) / 2;
  const top = window.screenY + (window.outerHeight - height) / 2;
  window.open(address, 'onboarding-sign-in', `popup,width=${width},height=${height},left=${left},top=${top}`);
}
