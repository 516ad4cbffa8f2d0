// The page about a user of either realm, in cards: facts, changes of access, sessions.

import { Paper, Text, Title } from '@mantine/core';
import type { TeamUser } from '@onboarding/contract';
import type { ReactNode } from 'react';
import type { Operation } from '../api/index.ts';
import { Allowed, useSession } from '../session/index.ts';
import { type Column, DataTable } from '../table/data-table.tsx';
import { type Fact, Facts, When } from '../values/index.ts';
import { deviceOf, factorsOf } from './access-words.ts';
import { AccountButtons } from './account-actions.tsx';
import { type AccountChange, type ChangeableUser, dialogFor } from './account-changes.ts';
import { UserStatus } from './user-list.tsx';

export function AccountCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="lg">
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

export function AccountFacts<Role extends string>({
  person,
  roles,
  more = [],
}: {
  person: Omit<TeamUser, 'role'> & { role: Role };
  roles: Record<Role, { name: string; may: string }>;
  more?: readonly Fact[];
}) {
  const { role, lastSignInAt, invitedAt } = person;
  return (
    <Paper withBorder p="lg">
      <Facts
        items={[
          ['Role', `${roles[role].name}. ${roles[role].may}`],
          ['Status', <UserStatus key="status" person={person} />],
          ['Second factors', factorsOf(person)],
          ['Last sign-in', lastSignInAt === null ? 'Never' : <When key="last" at={lastSignInAt} />],
          ['Invited', <When key="invited" at={invitedAt} />],
          ...more,
        ]}
      />
    </Paper>
  );
}

type Asked<Change> = Change | 'role';

export function AccountAccess<Change extends AccountChange>({
  person,
  to,
  ask,
  onAsk,
  own,
  children,
}: {
  person: ChangeableUser & { accountId: string };
  to: Operation;
  /** The dialog that the URL asks for. */
  ask: Asked<Change> | undefined;
  onAsk: (ask: Asked<AccountChange> | undefined) => void;
  /** Instead of buttons, for the person's own account. */
  own: ReactNode;
  /** The dialog of a change. */
  children: (change: Asked<Change>, onClose: () => void) => ReactNode;
}) {
  const isOwn = useSession().session.accountId === person.accountId;
  const dialog = dialogFor(ask, person, isOwn);
  return (
    <AccountCard title="Access">
      {isOwn ? (
        <Text size="sm">{own}</Text>
      ) : (
        <Allowed to={to}>{(disabled) => <AccountButtons person={person} disabled={disabled} onAsk={onAsk} />}</Allowed>
      )}
      {dialog !== undefined && children(dialog, () => onAsk(undefined))}
    </AccountCard>
  );
}

export function AccountSessions({
  name,
  sessions,
  unseen,
}: {
  name: string;
  sessions: readonly ShownSession[] | null;
  /** Why there are none to see. */
  unseen?: string;
}) {
  return (
    <AccountCard title="Sessions">
      {sessions === null || sessions.length === 0 ? (
        <Text size="sm" c="dimmed">
          {sessions === null ? unseen : `${name} is not signed in anywhere.`}
        </Text>
      ) : (
        <SessionsTable sessions={sessions} />
      )}
    </AccountCard>
  );
}

export interface ShownSession {
  sessionId: string;
  createdAt: string;
  lastSeenAt: string;
  address: string;
  userAgent: string;
}

/** The sessions of a person. */
export function SessionsTable<Session extends ShownSession>({
  sessions,
  more = [],
}: {
  sessions: readonly Session[];
  more?: readonly Column<Session>[];
}) {
  return (
    <DataTable
      label="Sessions"
      rows={sessions}
      rowKey={({ sessionId }) => sessionId}
      minWidth={560}
      columns={[
        { header: 'Browser', cell: ({ userAgent }) => <span title={userAgent}>{deviceOf(userAgent)}</span> },
        { header: 'IP address', cell: ({ address }) => address, width: 150 },
        { header: 'Signed in', cell: ({ createdAt }) => <When at={createdAt} />, width: 190 },
        { header: 'Last used', cell: ({ lastSeenAt }) => <When at={lastSeenAt} ago />, width: 130 },
        ...more,
      ]}
    />
  );
}
