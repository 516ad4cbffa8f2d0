// Replays everything that the filter matches: counted first, then confirmed, then followed on a page of its own.
import { Button, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { Allowed } from '@onboarding/ui/session';
import { ActionFailure } from '@onboarding/ui/states';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { operation, useAction } from '../../api/client.ts';
import { counted } from '../webhooks/numbers.ts';
import { type Filters, minutesAgo } from './filters.tsx';

const WEEK = 7 * 86_400_000;

/** The filter as the API takes it; without a start, of the last seven days, which is as much as one replay covers. */
function toWindow({ from, to, status, eventType, customer, replay }: Filters) {
  const end = to ?? new Date().toISOString();
  const start = from ?? (to === undefined ? minutesAgo(WEEK) : new Date(Date.parse(to) - WEEK).toISOString());
  const filters = { status: status ?? null, eventType: eventType ?? null, customerId: customer ?? null };
  return { from: start, to: end, ...filters, replaySeries: replay ?? null };
}

export function ReplayMatching({ filters }: { filters: Filters }) {
  const navigate = useNavigate();
  const [window, setWindow] = useState<ReturnType<typeof toWindow>>();
  const count = useAction('replayWindow');
  const replay = useAction('replayWindow', {
    refreshes: ['listReplays', 'listDeliveries'],
    onDone: ({ replaySeries }) => {
      if (replaySeries !== null) void navigate({ to: '/webhooks/replays/$series', params: { series: replaySeries } });
    },
  });
  const open = () => {
    const asked = toWindow(filters);
    setWindow(asked);
    replay.reset();
    count.mutate({ body: { ...asked, dryRun: true } });
  };
  const found = count.data?.created;
  return (
    <>
      <Allowed to={operation('replayWindow')}>
        {(disabled) => (
          <Button onClick={open} disabled={disabled || filters.event !== undefined}>
            Replay all matches
          </Button>
        )}
      </Allowed>
      <Modal
        opened={window !== undefined}
        onClose={() => setWindow(undefined)}
        title="Replay everything this filter matches"
      >
        <Stack>
          {count.isPending && (
            <Group gap="sm" role="status">
              <Loader size="sm" /> <Text size="sm">Counting the events</Text>
            </Group>
          )}
          <ActionFailure error={count.error ?? replay.error} />
          {found !== undefined && (
            <Explained found={found} status={filters.status} isWhole={filters.from !== undefined} />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setWindow(undefined)}>
              {found === 0 ? 'Close' : 'Keep as it is'}
            </Button>
            {found !== undefined && found > 0 && window !== undefined && (
              <Button loading={replay.isPending} onClick={() => replay.mutate({ body: window })}>
                {`Replay ${counted(found, 'event', 'events')}`}
              </Button>
            )}
          </Group>
        </Stack>
      </Modal>
    </>
  );
}

function Explained({ found, status, isWhole }: { found: number; status: Filters['status']; isWhole: boolean }) {
  if (found === 0) {
    return (
      <Text size="sm">
        {status === 'Pending'
          ? 'There is nothing to replay: pending deliveries are sent anyway.'
          : 'There is nothing to replay. Events with a pending delivery are sent anyway, and are not counted here.'}
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      <Text fw={600}>{counted(found, 'event is', 'events are')} sent again.</Text>
      <Text size="sm">
        Each as a new delivery with the same event id and the same body, oldest first, at most 10 per second and after
        new events. Your receiver recognises them by the event id and the header Svc-Replay.
      </Text>
      {status === 'Exhausted' && (
        <Text size="sm">Events that were delivered later, for example by an earlier replay, are not sent again.</Text>
      )}
      {!isWhole && (
        <Text size="sm">One replay covers 7 days, so only the last 7 days of this filter are included.</Text>
      )}
    </Stack>
  );
}
