// A person of the organisation, and an admin's actions on their access.
import { Stack } from '@mantine/core';
import type { UserDetail } from '@onboarding/contract';
import { AccountAccess, AccountFacts, AccountSessions } from '@onboarding/ui/access';
import { ButtonLink, Page, PageLink } from '@onboarding/ui/shell';
import { Loaded } from '@onboarding/ui/states';
import { FactsLoading } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { operation, useCall } from '../../api/client.ts';
import { ROLES } from './roles.ts';
import { ChangeDialog, ChangeRoleDialog } from './user-dialogs.tsx';

const route = getRouteApi('/frame/team/$accountId');

export function Person() {
  const { accountId } = route.useParams();
  const person = useCall('readUser', { params: { accountId } });
  return (
    <Page
      title={person.data?.name ?? 'Person'}
      about={person.data?.email}
      actions={
        <ButtonLink to="/team" variant="default">
          All users
        </ButtonLink>
      }
    >
      <Loaded query={person} skeleton={<FactsLoading framed />}>
        {(value) => <Details person={value} />}
      </Loaded>
    </Page>
  );
}

function Details({ person }: { person: UserDetail }) {
  const { accountId, name, activeSessions } = person;
  const { ask } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Stack gap="lg">
      <AccountFacts
        person={person}
        roles={ROLES}
        more={[
          [
            'Changes',
            <PageLink key="changes" to="/activity" search={{ person: accountId }}>
              What {name} changed
            </PageLink>,
          ],
        ]}
      />
      <AccountAccess
        person={person}
        to={operation('changeUserRole')}
        ask={ask}
        onAsk={(change) => void navigate({ search: { ask: change } })}
        own={
          <>
            You cannot change your own access, so that a mistake does not lock you out. Ask another admin.{' '}
            <PageLink to="/you">Sessions and notifications</PageLink>
          </>
        }
      >
        {(change, onClose) =>
          change === 'role' ? (
            <ChangeRoleDialog person={person} onClose={onClose} />
          ) : (
            <ChangeDialog person={person} change={change} onClose={onClose} />
          )
        }
      </AccountAccess>
      <AccountSessions
        name={name}
        sessions={activeSessions}
        unseen={`Only admins and ${name} can see where ${name} is signed in.`}
      />
    </Stack>
  );
}
