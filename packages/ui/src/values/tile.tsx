import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** One figure under its name. */
export function Tile({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text size="xl" fw={650} component="div">
        {value}
      </Text>
    </div>
  );
}
