import { type Column, DataTable } from '../table/index.ts';
import { When } from '../values/index.ts';
import { deviceOf } from './user-words.ts';

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
        { header: 'Address', cell: ({ address }) => address, width: 150 },
        { header: 'Signed in', cell: ({ createdAt }) => <When at={createdAt} />, width: 190 },
        { header: 'Last used', cell: ({ lastSeenAt }) => <When at={lastSeenAt} ago />, width: 130 },
        ...more,
      ]}
    />
  );
}
