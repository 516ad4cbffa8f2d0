// Replays everything that the filter matches: counts it, asks for confirmation, then shows the progress on a separate page.
import { Box, Button, Checkbox, Group, Loader, Modal, Stack, Text } from '@mantine/core';
import { REPLAY_WINDOW_DAYS, REPLAYS_PER_SECOND } from '@onboarding/contract/limits';
import { Allowed, useAllowed } from '@onboarding/ui/session';
import { ActionFailure } from '@onboarding/ui/states';
import { When } from '@onboarding/ui/values';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { operation, useAction } from '../../api/client.ts';
import { counted } from '../webhooks/numbers.ts';
import { differenceWords, nothingWords } from './delivery-words.ts';
import type { Filters } from './history.ts';
import { type Asked, bodyOf, canIncludeUnrouted, hindranceOf, type ReplayWindow, windowOf } from './replay-request.ts';

export function ReplayMatching({
  filters,
  listed,
}: {
  filters: Filters;
  /** The deliveries in the list; undefined while they are counted only up to a limit. */
  listed: number | undefined;
}) {
  const navigate = useNavigate();
  const allowed = useAllowed(operation('replayWindow'));
  const [asked, setAsked] = useState<Asked>();
  const count = useAction('replayWindow');
  const replay = useAction('replayWindow', {
    refreshes: ['listReplays', 'listDeliveries'],
    onDone: ({ replaySeries }) => {
      if (replaySeries !== null) void navigate({ to: '/webhooks/replays/$series', params: { series: replaySeries } });
    },
  });
  const hindrance = hindranceOf(filters);
  const ask = (window: ReplayWindow | undefined, includeUnrouted: boolean) => {
    if (window === undefined) return;
    const next = { ...window, includeUnrouted };
    setAsked(next);
    replay.reset();
    count.mutate({ body: { ...bodyOf(next, filters), dryRun: true } });
  };
  const close = () => setAsked(undefined);
  const found = count.isPending ? undefined : count.data?.created;
  return (
    <Box maw={280}>
      <Allowed to={operation('replayWindow')}>
        {(disabled) => (
          <Button
            variant="default"
            onClick={() => ask(windowOf(filters), false)}
            disabled={disabled || hindrance !== undefined}
          >
            Replay all matches
          </Button>
        )}
      </Allowed>
      {allowed && hindrance !== undefined && (
        <Text size="xs" c="dimmed" mt={4}>
          {hindrance}
        </Text>
      )}
      <Modal opened={asked !== undefined} onClose={close} title="Replay everything this filter matches">
        {asked !== undefined && (
          <Stack>
            {count.isPending && (
              <Group gap="sm" role="status">
                <Loader size="sm" /> <Text size="sm">Counting the events</Text>
              </Group>
            )}
            <ActionFailure error={count.error ?? replay.error} />
            {found !== undefined && <Explained found={found} listed={listed} status={filters.status} />}
            <Period asked={asked} />
            <Unrouted asked={asked} filters={filters} onChange={(included) => ask(asked, included)} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>
                {found === 0 ? 'Close' : 'Cancel'}
              </Button>
              {found !== undefined && found > 0 && (
                <Button loading={replay.isPending} onClick={() => replay.mutate({ body: bodyOf(asked, filters) })}>
                  {`Replay ${counted(found, 'event', 'events')}`}
                </Button>
              )}
            </Group>
          </Stack>
        )}
      </Modal>
    </Box>
  );
}

function Explained({
  found,
  listed,
  status,
}: {
  found: number;
  listed: number | undefined;
  status: Filters['status'];
}) {
  const difference = differenceWords(found, listed);
  if (found === 0) {
    return <Text size="sm">{nothingWords(status)}</Text>;
  }
  return (
    <Stack gap="xs">
      <Text fw={600}>This will resend {counted(found, 'event', 'events')}.</Text>
      {difference !== undefined && <Text size="sm">{difference}</Text>}
      <Text size="sm">
        Each becomes a new delivery with the same event id and body. We send the oldest first, at most{' '}
        {REPLAYS_PER_SECOND} per second, and new events go ahead of them. Your receiver recognises a replay by its event
        id and the header Svc-Replay.
      </Text>
      {status === 'Exhausted' && (
        <Text size="sm">Events that were delivered later, for example by an earlier replay, are not sent again.</Text>
      )}
    </Stack>
  );
}

function Period({ asked: { from, to, isCut } }: { asked: Asked }) {
  return (
    <Text size="sm">
      {isCut && `A replay covers up to ${REPLAY_WINDOW_DAYS} days, so this one starts later than your filter. `}
      Events from <When at={from} /> to <When at={to} />.
    </Text>
  );
}

function Unrouted({
  asked,
  filters,
  onChange,
}: {
  asked: Asked;
  filters: Filters;
  onChange: (included: boolean) => void;
}) {
  const cannot = !canIncludeUnrouted(filters);
  return (
    <Checkbox
      label="Include events from before the webhook was registered"
      {...(cannot ? { description: 'Clear the filters for status, customer and replay to include them.' } : {})}
      disabled={cannot}
      checked={asked.includeUnrouted}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
