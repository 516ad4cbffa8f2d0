import { Box, Text, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Operation } from '../api/index.ts';
import { isAllowed, refusalOf } from './rights.ts';
import { useSession } from './session.tsx';

/** Whether the person's role may use the operation. */
export function useAllowed(to: Operation): boolean {
  return isAllowed(to, useSession().session.role);
}

/** Shows an action that the role may not use as disabled, with a hint who may. */
export function Allowed({ to, children }: { to: Operation; children: (disabled: boolean) => ReactNode }) {
  const allowed = useAllowed(to);
  if (allowed) return children(false);
  const reason = refusalOf(to);
  return (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
      <Box component="span" display="inline-block">
        {children(true)}
        <Text size="xs" c="dimmed" mt={4}>
          {reason}
        </Text>
      </Box>
    </Tooltip>
  );
}

/** In a dialog: anyone can follow a link to it, but not everyone may use it. */
export function Permitted({ to, children }: { to: Operation; children: ReactNode }) {
  return useAllowed(to) ? children : <Text size="sm">{refusalOf(to)}</Text>;
}
