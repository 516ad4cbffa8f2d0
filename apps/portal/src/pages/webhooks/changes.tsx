import { Paper, Stack, Text, Title } from '@mantine/core';
import type { WebhookChange } from '@onboarding/contract';
import { PageLink } from '@onboarding/ui/shell';
import { Loaded } from '@onboarding/ui/states';
import { DataTable } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';

const route = getRouteApi('/frame/webhooks');
const LOOK_MS = 30_000;
const FEW = 8;
const MANY = 100;

export function Changes() {
  const { changes } = route.useSearch();
  const limit = changes === 'all' ? MANY : FEW;
  const query = useCall('listWebhookChanges', { query: { limit } }, { keep: true, poll: LOOK_MS });
  return (
    <Loaded query={query} height={220}>
      {({ items, nextCursor }) =>
        items.length === 0 ? null : (
          <Paper withBorder p="lg" component="section" aria-label="What changed">
            <Stack gap="md">
              <Title order={2} size="h4">
                What changed
              </Title>
              <DataTable
                label="What changed"
                rows={items}
                rowKey={({ changeId }) => changeId}
                columns={[
                  { header: 'When', width: 190, cell: ({ occurredAt }) => <When at={occurredAt} /> },
                  { header: 'Who', width: 190, cell: whoDid },
                  { header: 'What', cell: whatHappened },
                ]}
              />
              {nextCursor !== null && limit === FEW && (
                <PageLink inherit to="/webhooks" search={(before) => ({ ...before, changes: 'all' })}>
                  Show more
                </PageLink>
              )}
              {nextCursor !== null && limit === MANY && (
                <Text size="sm" c="dimmed">
                  These are the latest {MANY}.
                </Text>
              )}
            </Stack>
          </Paper>
        )
      }
    </Loaded>
  );
}

function whoDid({ actorKind, name }: WebhookChange): string {
  if (actorKind === 'Operator') return 'Our support';
  if (actorKind === 'Service') return 'Automatic';
  return name ?? 'A former colleague';
}

function whatHappened({ action, host, previousHost, disabledReason, replaySeries }: WebhookChange) {
  switch (action) {
    case 'Registered':
      return `Registered the webhook at ${host ?? 'an address'}`;
    case 'UrlReplaced':
      return host === previousHost
        ? `Replaced the address at ${host}`
        : `Changed the address from ${previousHost} to ${host}`;
    case 'SecretRotated':
      return 'Rotated the secret';
    case 'Enabled':
      return 'Enabled the webhook';
    case 'Paused':
      return 'Paused the webhook';
    case 'Resumed':
      return 'Resumed the webhook';
    case 'Degraded':
      return 'The receiver started failing';
    case 'Disabled':
      return disabledReason === 'Gone'
        ? 'Sending stopped: the receiver answered 410 twice'
        : 'Sending stopped: no delivery was accepted for too long';
    case 'Recovered':
      return 'The receiver recovered';
    case 'ReplayRequested':
      return replaySeries === null ? (
        'Started a replay'
      ) : (
        <>
          Started{' '}
          <PageLink inherit to="/webhooks/replays/$series" params={{ series: replaySeries }}>
            a replay
          </PageLink>
        </>
      );
    default:
      return action;
  }
}
