import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import type { DeliveryDetail } from '@onboarding/contract';
import { Allowed } from '@onboarding/ui/session';
import { PageLink } from '@onboarding/ui/shell';
import { ActionFailure, FailedPart } from '@onboarding/ui/states';
import { When } from '@onboarding/ui/values';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { operation, useAction, useCall } from '../../api/client.ts';
import { firstDelivery, hasAttempt, outcomeOf } from './attempt-words.ts';

const LOOK_MS = 1_500;
const route = getRouteApi('/frame/webhooks');

/** Sends a test event and shows its outcome automatically. Its id is in the URL, so that a reload shows the same. */
export function TestEvent() {
  const { test } = route.useSearch();
  const navigate = route.useNavigate();
  const send = useAction('testWebhook', {
    refreshes: ['readWebhook'],
    onDone: ({ eventId }) => void navigate({ search: (before) => ({ ...before, test: eventId }), replace: true }),
  });
  return (
    <>
      <Allowed to={operation('testWebhook')}>
        {(disabled) => (
          <Button variant="default" disabled={disabled} loading={send.isPending} onClick={() => send.mutate({})}>
            Send a test event
          </Button>
        )}
      </Allowed>
      {(send.error !== null || test !== undefined) && (
        <Stack gap="sm" w="100%">
          <ActionFailure error={send.error} />
          {test !== undefined && <Outcome key={test} eventId={test} />}
        </Stack>
      )}
    </>
  );
}

function Outcome({ eventId }: { eventId: string }) {
  const queries = useQueryClient();
  const { list, detail } = useDeliveryOf(eventId);
  const found = detail.data;
  const attempted = hasAttempt(found);
  // The rest of the page was read before the attempt, or, after a reload, perhaps after it.
  useEffect(() => {
    if (!attempted) return;
    for (const read of ['readWebhook', 'readWebhookStatistics']) void queries.invalidateQueries({ queryKey: [read] });
  }, [attempted, queries]);
  if (found !== undefined && attempted) {
    return (
      <div role="status">
        <Attempted delivery={found} />
      </div>
    );
  }
  return (
    <>
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text size="sm">The test event is on its way to your receiver.</Text>
      </Group>
      <FailedPart query={list} what="The delivery of the test event" />
      <FailedPart query={detail} what="The outcome of the test event" />
    </>
  );
}

/** The first delivery of the event with its attempts; polls until there are any. */
function useDeliveryOf(eventId: string) {
  const list = useCall(
    'listDeliveries',
    { query: { eventId } },
    { poll: LOOK_MS, pollUntil: ({ items }) => items.length > 0 },
  );
  const deliveryId = firstDelivery(list.data?.items);
  const detail = useCall(
    'readDelivery',
    { params: { deliveryId: deliveryId ?? '' } },
    { enabled: deliveryId !== undefined, poll: LOOK_MS, pollUntil: ({ attempts }) => attempts.length > 0 },
  );
  return { list, detail };
}

function Attempted({ delivery }: { delivery: DeliveryDetail }) {
  const outcome = outcomeOf(delivery);
  if (outcome === undefined) return null;
  const { isAccepted, words, retryAt } = outcome;
  return (
    <Alert
      color={isAccepted ? 'success' : 'warning'}
      title={isAccepted ? 'The test event was delivered' : 'Your receiver did not accept the test event'}
    >
      <Text size="sm">
        {words}{' '}
        {retryAt !== null && (
          <>
            We will retry <When at={retryAt} ago />.{' '}
          </>
        )}
        <PageLink inherit to="/webhooks/deliveries/$id" params={{ id: delivery.id }}>
          See the delivery
        </PageLink>
      </Text>
    </Alert>
  );
}
