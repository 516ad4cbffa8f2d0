import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Dialog } from '@onboarding/ui/dialog';
import { IconLock } from '@onboarding/ui/icons';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { saveFile } from '../../save-file.ts';
import { asksBeforeLeaving } from './pasted.ts';

/** Exists only in the memory of the page. */
export interface PrivateKey {
  pem: string;
  fileName: string;
  saved: boolean;
}

export function PrivateKeyPanel({ value, onSaved }: { value: PrivateKey; onSaved: () => void }) {
  const download = () => {
    saveFile(new File([value.pem], value.fileName, { type: 'application/x-pem-file' }));
    onSaved();
  };
  return (
    <Alert
      color={value.saved ? 'success' : 'warning'}
      icon={<IconLock aria-hidden />}
      title={value.saved ? 'You have the private key' : 'Save the private key now'}
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {value.saved
            ? `It is in ${value.fileName}. Move it to the system that will use it, make it readable by that system only, and delete the download.`
            : 'It exists only on this page and is lost when you leave. We do not have a copy and cannot recover it.'}
        </Text>
        <Button variant={value.saved ? 'default' : 'filled'} onClick={download}>
          {value.saved ? 'Download it again' : `Download ${value.fileName}`}
        </Button>
      </Stack>
    </Alert>
  );
}

/** Asks for confirmation before leaving or closing a page with an unsaved key. */
export function useAskBack(unsaved: boolean): ReactNode {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => asksBeforeLeaving(unsaved, current.pathname, next.pathname),
    enableBeforeUnload: () => unsaved,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Dialog onClose={blocker.reset} title="Leave without the private key?">
      <Text size="sm" mb="md">
        If you leave, the key is lost and its certificate is useless. You would have to generate a new one.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={blocker.proceed}>
          Leave without it
        </Button>
        <Button data-autofocus onClick={blocker.reset}>
          Stay and save it
        </Button>
      </Group>
    </Dialog>
  );
}
