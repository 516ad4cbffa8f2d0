import { Paper, Stack, Text, Title } from '@mantine/core';
import type { WebhookChange } from '@onboarding/contract';
import { PageLink } from '@onboarding/ui/shell';
import { Loaded } from '@onboarding/ui/states';
import { DataTable } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { FEW_CHANGES, MANY_CHANGES, moreChanges, whatHappened, whoDid } from './webhook-words.ts';

const route = getRouteApi('/frame/webhooks');
const LOOK_MS = 30_000;

export function Changes() {
  const { changes } = route.useSearch();
  const limit = changes === 'all' ? MANY_CHANGES : FEW_CHANGES;
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
                  { header: 'What', cell: (change) => <What change={change} /> },
                ]}
              />
              {moreChanges(limit, nextCursor) === 'link' && (
                <PageLink inherit to="/webhooks" search={(before) => ({ ...before, changes: 'all' })}>
                  Show more
                </PageLink>
              )}
              {moreChanges(limit, nextCursor) === 'words' && (
                <Text size="sm" c="dimmed">
                  These are the latest {MANY_CHANGES}.
                </Text>
              )}
            </Stack>
          </Paper>
        )
      }
    </Loaded>
  );
}

function What({ change }: { change: WebhookChange }) {
  if (change.action !== 'ReplayRequested' || change.replaySeries === null) return whatHappened(change);
  return (
    <>
      Started{' '}
      <PageLink inherit to="/webhooks/replays/$series" params={{ series: change.replaySeries }}>
        a replay
      </PageLink>
    </>
  );
}
