// The progress of a replay, and how to cancel it.
import { Alert, Button, Group, Modal, Paper, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReplayProgress } from '@onboarding/contract';
import { Allowed } from '@onboarding/ui/session';
import { Page, PageLink } from '@onboarding/ui/shell';
import { ActionFailure, Loaded } from '@onboarding/ui/states';
import { Facts, When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { operation, useAction, useCall } from '../../api/client.ts';
import { pollOf } from '../deliveries/replay-request.ts';
import { number } from '../webhooks/numbers.ts';
import { doneWords, endOf, requestFacts, sharesOf, titleOf } from './progress.ts';

const route = getRouteApi('/frame/webhooks/replays/$series');

export function Replay() {
  const { series } = route.useParams();
  const [poll, setPoll] = useState(2_000);
  const replay = useCall(
    'readReplay',
    { params: { replaySeries: series } },
    { poll, pollUntil: ({ waiting }) => waiting === 0 },
  );
  const wanted = replay.data === undefined ? poll : pollOf(replay.data.created);
  if (wanted !== poll) setPoll(wanted);
  return (
    <Page
      title={titleOf(replay.data)}
      about={<PageLink to="/webhooks/deliveries">All deliveries</PageLink>}
      actions={<Cancel series={series} isRunning={replay.data?.status === 'Running'} />}
    >
      <Loaded query={replay} height={360}>
        {(found) => <Shown replay={found} />}
      </Loaded>
    </Page>
  );
}

function Shown({ replay }: { replay: ReplayProgress }) {
  const { delivered, failed, waiting, notSent, filter, replaySeries: series } = replay;
  const shares = sharesOf(replay);
  return (
    <Stack>
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Text fw={600}>{doneWords(replay)}</Text>
          <Progress.Root size="xl" aria-hidden>
            <Progress.Section value={shares.delivered} color="success" />
            <Progress.Section value={shares.failed} color="danger" />
            <Progress.Section value={shares.notSent} color="neutral" />
          </Progress.Root>
          <SimpleGrid cols={{ base: 2, sm: 4 }}>
            <Count label="Delivered" value={delivered} series={series} status="Delivered" />
            <Count label="Given up" value={failed} series={series} status="Exhausted" />
            <Count label="Waiting" value={waiting} series={series} status="Pending" />
            <Count label="Not sent" value={notSent} />
          </SimpleGrid>
          <End replay={replay} />
        </Stack>
      </Paper>
      <Paper withBorder p="md" component="section" aria-labelledby="asked-for">
        <Title order={2} size="h4" mb="sm" id="asked-for">
          Request
        </Title>
        <Facts
          items={[
            ['Requested', <When key="requested" at={replay.requestedAt} />],
            ['By', replay.requestedBy.name],
            ['Events from', <When key="from" at={filter.from} />],
            ['Events to', <When key="to" at={filter.to} />],
            ...requestFacts(filter),
          ]}
        />
      </Paper>
    </Stack>
  );
}

function Count({
  label,
  value,
  series,
  status,
}: {
  label: string;
  value: number;
  series?: string;
  status?: 'Delivered' | 'Exhausted' | 'Pending';
}) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text size="xl" fw={650} component="div" aria-label={`${label}: ${number(value)}`}>
        {series === undefined || status === undefined || value === 0 ? (
          number(value)
        ) : (
          <PageLink to="/webhooks/deliveries" search={{ replay: series, status }} inherit>
            {number(value)}
          </PageLink>
        )}
      </Text>
    </div>
  );
}

function End({ replay }: { replay: ReplayProgress }) {
  const end = endOf(replay);
  if (end.kind === 'Stopped') {
    return (
      <Alert color="warning" title="Nothing is being sent at the moment">
        The webhook is disabled or paused. Its page shows why. The replay continues once the webhook is enabled or
        resumed.
      </Alert>
    );
  }
  if (end.kind === 'Expected') {
    return (
      <Text size="sm" component="div">
        Expected to end <When at={end.at} ago />, if your receiver accepts every delivery. New events are sent first.
      </Text>
    );
  }
  return (
    <Text size="sm" component="div">
      {end.kind} {end.at !== null && <When at={end.at} />}.{end.words}
    </Text>
  );
}

function Cancel({ series, isRunning }: { series: string; isRunning: boolean }) {
  const [isAsking, setAsking] = useState(false);
  const cancel = useAction('cancelReplay', {
    refreshes: ['readReplay', 'listReplays', 'listDeliveries'],
    onDone: () => setAsking(false),
  });
  if (!isRunning && !isAsking) return null;
  return (
    <>
      <Allowed to={operation('cancelReplay')}>
        {(disabled) => (
          <Button color="danger" variant="light" disabled={disabled} onClick={() => setAsking(true)}>
            Cancel the replay
          </Button>
        )}
      </Allowed>
      <Modal opened={isAsking} onClose={() => setAsking(false)} title="Cancel the replay?">
        <Stack>
          <Text size="sm">
            Waiting deliveries are dropped within seconds. A delivery that is being sent right now is completed, and
            events that were delivered stay delivered.
          </Text>
          <ActionFailure error={cancel.error} />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setAsking(false)}>
              Keep it running
            </Button>
            <Button
              color="danger"
              loading={cancel.isPending}
              onClick={() => cancel.mutate({ params: { replaySeries: series } })}
            >
              Cancel the replay
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
