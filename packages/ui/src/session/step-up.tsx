import { Button, Paper, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { IconLock } from '../icons/index.ts';
import { useSession } from './session.tsx';
import { isFreshEnough } from './session-times.ts';

/** Asks for the second factor before the form, not after it was filled in. Once completed, the form stays. */
export function StepUp({ children }: { children: ReactNode }) {
  const { session, confirmIdentity } = useSession();
  const isFresh = isFreshEnough(session.stepUpUntil, Date.now());
  const [shown, setShown] = useState(isFresh);
  useEffect(() => {
    if (isFresh) setShown(true);
  }, [isFresh]);
  if (shown) return <>{children}</>;
  return (
    <Paper withBorder p="lg">
      <Stack align="flex-start">
        <Text size="sm">This changes who has access, so use your second factor first.</Text>
        <Button leftSection={<IconLock size={16} aria-hidden />} onClick={confirmIdentity}>
          Confirm that it is you
        </Button>
      </Stack>
    </Paper>
  );
}
