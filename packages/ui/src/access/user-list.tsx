// The list of users on both sites.

import { Badge, Text } from '@mantine/core';
import type { TeamUser } from '@onboarding/contract';
import type { ReactNode } from 'react';
import { useSession } from '../session/index.ts';
import type { Column } from '../table/data-table.tsx';
import type { Tone } from '../theme/tones.ts';
import { relative, When } from '../values/index.ts';
import { factorsOf } from './access-words.ts';

/** A person of either realm. */
type Shown = Pick<TeamUser, 'status' | 'invitationEndsAt'>;

const STATUSES: Record<TeamUser['status'], { name: string; color: Tone }> = {
  Active: { name: 'Active', color: 'success' },
  Invited: { name: 'Invited', color: 'progress' },
  Disabled: { name: 'Disabled', color: 'neutral' },
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

/** `linkTo`: links a name to the page about the person. */
export function userColumns<Role extends string, Person extends Omit<TeamUser, 'role'> & { role: Role }>(
  roles: Record<Role, { name: string }>,
  linkTo: (person: Person) => ReactNode,
): Column<Person>[] {
  return [
    {
      header: 'Name',
      cell: (person) => (
        <>
          <Text size="sm">
            {linkTo(person)}
            <You accountId={person.accountId} />
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {person.email}
          </Text>
        </>
      ),
    },
    { header: 'Role', cell: ({ role }) => roles[role].name, width: 90 },
    { header: 'Status', cell: (person) => <UserStatus person={person} />, width: 150 },
    { header: 'Second factors', cell: factorsOf, width: 136 },
    {
      header: 'Last sign-in',
      cell: ({ lastSignInAt }) => (lastSignInAt === null ? 'Never' : <When at={lastSignInAt} ago />),
      width: 116,
    },
    { header: 'Sessions', cell: ({ sessions }) => sessions, width: 76, numeric: true },
  ];
}

function You({ accountId }: { accountId: string }) {
  return useSession().session.accountId === accountId ? <> (you)</> : null;
}
