// The person's own account: sessions and mail settings.
import { Anchor, Badge, Button, Group, Paper, Stack, Switch, Text, Title } from '@mantine/core';
import { deviceOf, SessionsTable, type ShownSession } from '@onboarding/ui/access';
import { Dialog } from '@onboarding/ui/dialog';
import { StepUp, useSession } from '@onboarding/ui/session';
import { Page } from '@onboarding/ui/shell';
import { ActionFailure, Loaded } from '@onboarding/ui/states';
import { Facts, When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useAction, useCall } from '../../api/client.ts';
import { getsMails } from '../../standing.ts';
import { ROLES } from '../team/roles.ts';

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
              description="At most one mail every ten minutes, however many reviews end. Mails identify customers by your own reference."
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
                      <Badge color="success">This one</Badge>
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

function EndDialog({ session, onClose }: { session: ShownSession | undefined; onClose: () => void }) {
  const end = useAction('endPartnerSession', { refreshes: ['listPartnerSessions'], onDone: onClose });
  if (session === undefined) return null;
  return (
    <Dialog onClose={onClose} title="End this session?">
      <StepUp>
        <Stack>
          <Text size="sm">
            {deviceOf(session.userAgent)}, signed in <When at={session.createdAt} /> from {session.address}. It is
            signed out immediately.
          </Text>
          <ActionFailure error={end.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button loading={end.isPending} onClick={() => end.mutate({ params: { sessionId: session.sessionId } })}>
              End the session
            </Button>
          </Group>
        </Stack>
      </StepUp>
    </Dialog>
  );
}

function EverywhereDialog({ onClose }: { onClose: () => void }) {
  const signOut = useAction('signOutPartnerEverywhere', {
    onDone: ({ continueAt }) => window.location.assign(continueAt),
  });
  return (
    <Dialog onClose={onClose} title="Sign out everywhere?">
      <StepUp>
        <Stack>
          <Text size="sm">All your sessions end, on every device, including this one.</Text>
          <ActionFailure error={signOut.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button loading={signOut.isPending} onClick={() => signOut.mutate({})}>
              Sign out everywhere
            </Button>
          </Group>
        </Stack>
      </StepUp>
    </Dialog>
  );
}
