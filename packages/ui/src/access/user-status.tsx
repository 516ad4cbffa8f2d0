import { Badge, Text } from '@mantine/core';
import type { TeamUser } from '@onboarding/contract';
import { relative } from '../values/index.ts';

/** A person of either realm. */
type Shown = Pick<TeamUser, 'status' | 'invitationEndsAt'>;

const STATUSES: Record<TeamUser['status'], { name: string; color: string }> = {
  Active: { name: 'Active', color: 'green' },
  Invited: { name: 'Invited', color: 'yellow' },
  Disabled: { name: 'Disabled', color: 'gray' },
};

export function UserStatus({ person }: { person: Shown }) {
  const { name, color } = STATUSES[person.status];
  return (
    <>
      <Badge color={color}>{name}</Badge>
      {person.invitationEndsAt !== null && (
        <Text size="xs" c="dimmed" mt={2}>
          {Date.parse(person.invitationEndsAt) < Date.now()
            ? 'The link has expired'
            : `The link expires ${relative(person.invitationEndsAt)}`}
        </Text>
      )}
    </>
  );
}
