// Jobs that have failed permanently. Once the cause is fixed, each can be returned to its queue.
import { Alert, Anchor, Button, Paper, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { DeadLetter } from '@onboarding/contract';
import { ActionDialog } from '@onboarding/ui/access';
import { Allowed, useSession } from '@onboarding/ui/session';
import { EmptyPart, Loaded } from '@onboarding/ui/states';
import { BY_TIME, type Column, DataTable, ListFoot } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { operation, useAction, useCall } from '../../api/client.ts';
import { canRetry } from './health.ts';

const route = getRouteApi('/frame/jobs');
const POLL_MS = 5_000;

export function DeadLetters() {
  const { cursor, retry } = route.useSearch();
  const navigate = route.useNavigate();
  const letters = useCall('listDeadLetters', { query: { cursor } }, { keep: true, poll: POLL_MS });
  const asked = letters.data?.items.find(({ jobId }) => jobId === retry);
  return (
    <Paper withBorder p="lg">
      <Title order={2} size="h4" mb="sm">
        Dead letters
      </Title>
      <Loaded query={letters} height={120}>
        {({ items, nextCursor }) =>
          items.length === 0 ? (
            <EmptyPart>None. A job appears here when its last attempt fails.</EmptyPart>
          ) : (
            <>
              <Alert color="warning" mb="md" title="These jobs ran out of retries">
                <Text size="sm">
                  Find and fix the cause, then retry them. The content of a job is never shown here, because it may be
                  personal data.
                </Text>
              </Alert>
              <Runbook alert="DeadLetters" />
              <DataTable
                label="Dead letters"
                columns={COLUMNS}
                rows={items}
                rowKey={({ jobId }) => jobId}
                minWidth={720}
              />
              <ListFoot place={cursor} next={nextCursor} words={BY_TIME} />
            </>
          )
        }
      </Loaded>
      {asked !== undefined && (
        <RetryDialog
          letter={asked}
          onClose={() => void navigate({ search: (old) => ({ ...old, retry: undefined }) })}
        />
      )}
    </Paper>
  );
}

/** The page of the operators' guide about an alert. */
function Runbook({ alert }: { alert: string }) {
  const { handbookUrl } = useSession().session;
  if (handbookUrl === null) return null;
  return (
    <Text size="sm" mb="md">
      <Anchor href={`${handbookUrl}runbooks/${alert}`} target="_blank" rel="noopener" inherit>
        Runbook: how to find the cause
      </Anchor>
    </Text>
  );
}

function RetryDialog({ letter: { jobId, queue }, onClose }: { letter: DeadLetter; onClose: () => void }) {
  const retry = useAction('retryDeadLetter', {
    refreshes: ['listDeadLetters', 'readJobHealth'],
    onDone: () => {
      notifications.show({ message: 'A worker will retry the job in a moment.' });
      onClose();
    },
  });
  return (
    <ActionDialog
      to={operation('retryDeadLetter')}
      title="Retry this job?"
      button="Retry"
      pending={retry.isPending}
      error={retry.error}
      onConfirm={() => retry.mutate({ params: { jobId } })}
      onClose={onClose}
    >
      <Text size="sm">
        A worker returns it to the queue {queue} with a full set of attempts. If they all fail, it comes back here.
      </Text>
    </ActionDialog>
  );
}

const COLUMNS: Column<DeadLetter>[] = [
  { header: 'Queue', cell: ({ queue }) => queue ?? 'Unknown' },
  { header: 'Failed', cell: ({ failedAt }) => <When at={failedAt} />, width: 190 },
  { header: 'Error', cell: ({ error }) => <span style={{ overflowWrap: 'anywhere' }}>{error}</span>, width: 220 },
  { header: 'Attempts', cell: ({ attempts }) => attempts ?? '–', width: 90, numeric: true },
  { header: 'Retry', cell: (letter) => <Retry letter={letter} />, width: 170 },
];

function Retry({ letter: { jobId, queue, retryAskedAt } }: { letter: DeadLetter }) {
  const navigate = route.useNavigate();
  return (
    <>
      <Allowed to={operation('retryDeadLetter')}>
        {(disabled) => (
          <Button
            size="compact-sm"
            variant="default"
            disabled={!canRetry({ queue }, !disabled)}
            aria-label={`Retry the job from ${queue}`}
            onClick={() => void navigate({ search: (old) => ({ ...old, retry: jobId }) })}
          >
            Retry
          </Button>
        )}
      </Allowed>
      {retryAskedAt !== null && (
        <Text size="xs" c="dimmed">
          Requested <When at={retryAskedAt} ago />
        </Text>
      )}
    </>
  );
}
