import { Box, Button, Paper, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import type { Operation } from '../api/index.ts';
import { IconLock } from '../icons/index.ts';
import { useSession } from './session-context.ts';
import { isAllowed, isFreshEnough, refusalOf } from './session-rules.ts';

/** Whether the person's role may use the operation. */
export function useAllowed(to: Operation): boolean {
  return isAllowed(to, useSession().session.role);
}

/** Shows an action that the role may not use as disabled, with a hint who may. */
export function Allowed({ to, children }: { to: Operation; children: (disabled: boolean) => ReactNode }) {
  const allowed = useAllowed(to);
  if (allowed) return children(false);
  return (
    <Box component="span" display="inline-block">
      {children(true)}
      <Text size="xs" c="dimmed" mt={4}>
        {refusalOf(to)}
      </Text>
    </Box>
  );
}

/** In a dialog: anyone can follow a link to it, but not everyone may use it. */
export function Permitted({ to, children }: { to: Operation; children: ReactNode }) {
  return useAllowed(to) ? children : <Text size="sm">{refusalOf(to)}</Text>;
}

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
        <Text size="sm">This changes who has access, so use your second factor first. It opens in a small window.</Text>
        <Button leftSection={<IconLock size={16} aria-hidden />} onClick={confirmIdentity}>
          Confirm that it is you
        </Button>
      </Stack>
    </Paper>
  );
}
