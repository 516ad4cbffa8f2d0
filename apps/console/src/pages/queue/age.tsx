import { Badge, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useState } from 'react';

const MINUTE_MS = 60_000;
/** The last part of the time that a package has: from there on it is pressing. */
const PRESSING = 0.25;

/** How long a package has waited, and what is left of the time in which it shall be decided: in words and in colour. */
export function Age({ queuedAt, dueAt }: { queuedAt: string; dueAt: string }) {
  const now = useNow();
  const { words, color } = standingOf(Date.parse(queuedAt), Date.parse(dueAt), now);
  return (
    <>
      <Text size="sm">{lengthOf(now - Date.parse(queuedAt))}</Text>
      <Badge color={color} title={`In the queue since ${inUtc(queuedAt)}, due ${inUtc(dueAt)}`}>
        {words}
      </Badge>
    </>
  );
}

function standingOf(queuedAt: number, dueAt: number, now: number): { words: string; color: string } {
  const left = dueAt - now;
  if (left < 0) return { words: `${lengthOf(-left)} late`, color: 'red' };
  const pressing = left < (dueAt - queuedAt) * PRESSING;
  return { words: `Due in ${lengthOf(left)}`, color: pressing ? 'yellow' : 'green' };
}

/** "3 days", "5 h", "12 min": one unit is enough to compare. */
function lengthOf(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / MINUTE_MS));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

const inUtc = (at: string) => `${at.slice(0, 16).replace('T', ' ')} UTC`;

function useNow(): number {
  const [now, setNow] = useState(Date.now());
  useInterval(() => setNow(Date.now()), MINUTE_MS, { autoInvoke: true });
  return now;
}
