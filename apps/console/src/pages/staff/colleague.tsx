// A member of our staff, and the operator actions on their access.
import { Stack } from '@mantine/core';
import type { StaffAccountDetail } from '@onboarding/contract';
import { AccountAccess, AccountCard, AccountFacts, AccountSessions } from '@onboarding/ui/access';
import { ButtonLink, Page } from '@onboarding/ui/shell';
import { EmptyPart, Loaded } from '@onboarding/ui/states';
import { type Column, DataTable } from '@onboarding/ui/table';
import { FactsLoading, When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { operation, useCall } from '../../api/client.ts';
import { ChangeDialog, ChangeRoleDialog } from './colleague-dialogs.tsx';
import { changeWords, ROLES } from './staff-words.ts';

const route = getRouteApi('/frame/staff/$accountId');

export function Colleague() {
  const { accountId } = route.useParams();
  const person = useCall('readStaff', { params: { accountId } });
  return (
    <Page
      title={person.data?.name ?? 'Colleague'}
      about={person.data?.email}
      actions={
        <ButtonLink to="/staff" variant="default">
          All staff
        </ButtonLink>
      }
    >
      <Loaded query={person} skeleton={<FactsLoading framed />}>
        {(value) => <Details person={value} />}
      </Loaded>
    </Page>
  );
}

function Details({ person }: { person: StaffAccountDetail }) {
  const { ask } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Stack gap="lg">
      <AccountFacts person={person} roles={ROLES} />
      <AccountAccess
        person={person}
        to={operation('changeStaffRole')}
        ask={ask}
        onAsk={(change) => void navigate({ search: { ask: change } })}
        own="You cannot change your own access, so that a mistake cannot lock you out. Ask another operator."
      >
        {(change, onClose) =>
          change === 'role' ? (
            <ChangeRoleDialog person={person} onClose={onClose} />
          ) : (
            <ChangeDialog person={person} change={change} onClose={onClose} />
          )
        }
      </AccountAccess>
      <AccountSessions name={person.name} sessions={person.activeSessions} />
      <AccountCard title="Account changes">
        {person.changes.length === 0 ? (
          <EmptyPart>None since the log began. Changes of role and access appear here.</EmptyPart>
        ) : (
          <DataTable
            label="Account changes"
            columns={CHANGES}
            rows={person.changes}
            rowKey={({ changeId }) => changeId}
            minWidth={520}
          />
        )}
      </AccountCard>
    </Stack>
  );
}

type Change = StaffAccountDetail['changes'][number];

const CHANGES: Column<Change>[] = [
  { header: 'When', cell: ({ occurredAt }) => <When at={occurredAt} />, width: 190 },
  { header: 'Who', cell: ({ actor }) => actor ?? 'By command', width: 180 },
  { header: 'What', cell: changeWords },
];
