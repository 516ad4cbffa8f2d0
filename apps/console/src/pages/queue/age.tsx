import { Badge, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { dueOf, lengthOf } from './due.ts';

const MINUTE_MS = 60_000;

/** How long a package has waited, and the time left until its target, in words and colour. */
export function Age({ queuedAt, dueAt }: { queuedAt: string; dueAt: string }) {
  const now = useNow();
  const { words, color } = dueOf(Date.parse(queuedAt), Date.parse(dueAt), now);
  return (
    <>
      <Text size="sm">{lengthOf(now - Date.parse(queuedAt))}</Text>
      <Badge color={color} title={`In the queue since ${inUtc(queuedAt)}, due ${inUtc(dueAt)}`}>
        {words}
      </Badge>
    </>
  );
}

const inUtc = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`;

function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useInterval(() => setNow(Date.now()), MINUTE_MS, { autoInvoke: true });
  return now;
}
