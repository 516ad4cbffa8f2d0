// The state of background work: queues, processes, dispatchers and dead letters.
import { Badge, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { JobHealth } from '@onboarding/contract';
import { Page } from '@onboarding/ui/shell';
import { EmptyPart, Loaded } from '@onboarding/ui/states';
import { type Column, DataTable } from '@onboarding/ui/table';
import { Facts, relative, When } from '@onboarding/ui/values';
import { useCall } from '../../api/client.ts';
import { DeadLetters } from './dead-letters.tsx';
import { dispatchersOf, isLate, isUncounted, processWords } from './health.ts';

type Queue = JobHealth['queues'][number];

const POLL_MS = 10_000;

export function Jobs() {
  const health = useCall('readJobHealth', {}, { poll: POLL_MS });
  return (
    <Page title="Jobs" about="Mails, webhooks, document checks and other background work.">
      <DeadLetters />
      <Loaded query={health} height={600}>
        {(value) => (
          <Stack gap="lg">
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <Processes health={value} />
              <Dispatchers health={value} />
            </SimpleGrid>
            <Paper withBorder p="lg">
              <Title order={2} size="h4" mb="sm">
                Queues
              </Title>
              <DataTable
                label="Queues"
                columns={COLUMNS}
                rows={value.queues}
                rowKey={({ queue }) => queue}
                minWidth={680}
              />
            </Paper>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Processes({ health: { processes } }: { health: JobHealth }) {
  return (
    <Paper withBorder p="lg">
      <Title order={2} size="h4" mb="sm">
        Processes
      </Title>
      {processes.length === 0 ? (
        <EmptyPart>
          No process has reported yet. Each one appears here when it first reports, within a minute of its start.
        </EmptyPart>
      ) : (
        <>
          <Facts
            items={processes.map(({ service, processes: running, lastReadyAt }) => [
              service,
              processWords(running, relative(lastReadyAt)),
            ])}
          />
          <Text size="sm" c="dimmed" mt="sm">
            A process that was killed still counts as ready for 5 minutes.
          </Text>
        </>
      )}
    </Paper>
  );
}

function Dispatchers({ health: { dispatchers, webhooks } }: { health: JobHealth }) {
  const { alive, lastSeenAt: last } = dispatchersOf(dispatchers);
  return (
    <Paper withBorder p="lg">
      <Title order={2} size="h4" mb="sm">
        Webhooks
      </Title>
      <Facts
        items={[
          [
            'Dispatchers',
            alive === 0 ? (
              <Badge key="none" color="danger">
                None running
              </Badge>
            ) : (
              `${alive} running`
            ),
          ],
          ['Last seen', last === undefined ? 'Never' : <When key="last" at={last} ago />],
          ['Receivers waiting', webhooks.due === 0 ? 'None' : String(webhooks.due)],
          [
            'Oldest waiting',
            webhooks.oldestDueSince === null ? '–' : <When key="due" at={webhooks.oldestDueSince} ago />,
          ],
        ]}
      />
    </Paper>
  );
}

const COLUMNS: Column<Queue>[] = [
  { header: 'Queue', cell: ({ queue }) => queue },
  { header: 'Waiting', cell: ({ waiting }) => waiting, width: 90, numeric: true },
  { header: 'Delayed', cell: ({ delayed }) => delayed, width: 90, numeric: true },
  { header: 'Running', cell: ({ running }) => running, width: 90, numeric: true },
  { header: 'Oldest waiting', cell: (queue) => <Oldest queue={queue} />, width: 190 },
  { header: 'Last counted', cell: (queue) => <Counted queue={queue} />, width: 190 },
];

function Oldest({ queue: { oldestWaitingSince: since } }: { queue: Queue }) {
  if (since === null) return '–';
  if (!isLate(since)) return <When at={since} ago />;
  return (
    <Badge color="danger">
      Late: <When at={since} ago />
    </Badge>
  );
}

function Counted({ queue: { countedAt } }: { queue: Queue }) {
  if (countedAt === null) return <Badge color="danger">No worker yet</Badge>;
  if (!isUncounted(countedAt)) return <When at={countedAt} ago />;
  return (
    <Badge color="danger">
      No worker since <When at={countedAt} ago />
    </Badge>
  );
}
