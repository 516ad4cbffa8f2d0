// The person's own account: sessions and mail settings.
import { Anchor, Badge, Button, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { SessionsTable } from '@onboarding/ui/access';
import { useSession } from '@onboarding/ui/session';
import { Page } from '@onboarding/ui/shell';
import { ActionFailure, Loaded } from '@onboarding/ui/states';
import { Facts } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useAction, useCall } from '../../api/client.ts';
import { getsMails } from '../../standing.ts';
import { ROLES } from '../team/roles.ts';
import { EndDialog, EverywhereDialog } from './session-dialogs.tsx';

const route = getRouteApi('/frame/you');

export function You() {
  const { session } = useSession();
  const { partner } = session;
  const role = Object.entries(ROLES).find(([name]) => name === session.role)?.[1];
  return (
    <Page title="You" about={session.email}>
      <Paper withBorder p="lg">
        <Facts
          items={[
            ['Name', session.name],
            ['Organisation', partner?.name],
            ['Role', role === undefined ? session.role : `${role.name}. ${role.may}`],
            [
              'Sign-in',
              <Anchor key="account" href={session.accountUrl} target="_blank" rel="noopener">
                Password, second factors and recovery codes
              </Anchor>,
            ],
          ]}
        />
      </Paper>
      {getsMails(partner) && <Mails />}
      <Sessions />
    </Page>
  );
}

function Mails() {
  const notifications = useCall('readNotifications');
  const change = useAction('changeNotifications', { refreshes: ['readNotifications'] });
  return (
    <Paper withBorder p="lg">
      <Title order={2} size="h4" mb="sm">
        Mail notifications
      </Title>
      <Loaded query={notifications} height={64}>
        {({ reviewMails }) => (
          <Stack>
            <Switch
              label="Mail me when a review ends or asks for changes"
              description="At most one mail every ten minutes, however many reviews end. Mails identify businesses by your own reference."
              checked={change.isPending ? change.variables.body.reviewMails : reviewMails}
              onChange={(event) => change.mutate({ body: { reviewMails: event.currentTarget.checked } })}
            />
            <ActionFailure error={change.error} />
          </Stack>
        )}
      </Loaded>
    </Paper>
  );
}

function Sessions() {
  const { end, everywhere } = route.useSearch();
  const navigate = route.useNavigate();
  const sessions = useCall('listPartnerSessions');
  const close = () => void navigate({ search: {} });
  return (
    <Paper withBorder p="lg">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          Where you are signed in
        </Title>
        <Button variant="default" size="compact-sm" onClick={() => void navigate({ search: { everywhere: 'ask' } })}>
          Sign out everywhere
        </Button>
      </Group>
      <Loaded query={sessions} height={160}>
        {({ items }) => (
          <>
            <SessionsTable
              sessions={items}
              more={[
                {
                  header: 'End',
                  cell: ({ sessionId, current }) =>
                    current ? (
                      <Badge color="green">This one</Badge>
                    ) : (
                      <Button
                        size="compact-sm"
                        variant="default"
                        onClick={() => void navigate({ search: { end: sessionId } })}
                      >
                        End
                      </Button>
                    ),
                  width: 110,
                },
              ]}
            />
            <EndDialog session={items.find(({ sessionId }) => sessionId === end)} onClose={close} />
          </>
        )}
      </Loaded>
      <Text size="xs" c="dimmed" mt="sm">
        If you do not recognise one, end it and change your password.
      </Text>
      {everywhere === 'ask' && <EverywhereDialog onClose={close} />}
    </Paper>
  );
}
