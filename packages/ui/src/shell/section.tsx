import { Group, Paper, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** A card of a page under its heading. `aside`: its state or its action. */
export function Section({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <Paper withBorder p="lg">
      <Group justify="space-between" gap="xs" mb="sm">
        <Title order={2} size="h4">
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Paper>
  );
}
