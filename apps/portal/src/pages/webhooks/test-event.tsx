import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import type { Delivery, DeliveryDetail } from '@onboarding/contract';
import { Allowed } from '@onboarding/ui/session';
import { PageLink } from '@onboarding/ui/shell';
import { ActionFailure, FailedPart } from '@onboarding/ui/states';
import { When } from '@onboarding/ui/values';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { operation, useAction, useCall } from '../../api/client.ts';
import { ERROR_KINDS } from './error-kinds.ts';
import { duration } from './numbers.ts';

const LOOK_MS = 1_500;
const route = getRouteApi('/frame/webhooks');

/** Sends a test event and shows by itself what became of it. Its id is in the URL, so that a reload shows the same. */
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
          {test !== undefined && <Outcome key={test} eventId={test} isNew={send.data?.eventId === test} />}
        </Stack>
      )}
    </>
  );
}

function Outcome({ eventId, isNew }: { eventId: string; isNew: boolean }) {
  const queries = useQueryClient();
  const { list, detail } = useDeliveryOf(eventId);
  const found = detail.data;
  const attempted = (found?.attempts.length ?? 0) > 0;
  // Only what is seen to happen changes the rest of the page; what had happened before it was opened is in it already.
  const awaited = useRef(isNew);
  useEffect(() => {
    if (list.data !== undefined && !list.data.items.some(isAttempted)) awaited.current = true;
  }, [list.data]);
  useEffect(() => {
    if (!attempted || !awaited.current) return;
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

const isAttempted = ({ attemptCount }: Delivery) => attemptCount > 0;

/** The first delivery of the event, and the same with its attempts; looks again until there are any. */
function useDeliveryOf(eventId: string) {
  const list = useCall(
    'listDeliveries',
    { query: { eventId } },
    { poll: LOOK_MS, pollUntil: ({ items }) => items.length > 0 },
  );
  const deliveryId = list.data?.items.at(-1)?.id;
  const detail = useCall(
    'readDelivery',
    { params: { deliveryId: deliveryId ?? '' } },
    { enabled: deliveryId !== undefined, poll: LOOK_MS, pollUntil: ({ attempts }) => attempts.length > 0 },
  );
  return { list, detail };
}

function Attempted({ delivery }: { delivery: DeliveryDetail }) {
  const last = delivery.attempts.at(-1);
  if (last === undefined) return null;
  const link = (
    <PageLink inherit to="/webhooks/deliveries/$id" params={{ id: delivery.id }}>
      See the delivery
    </PageLink>
  );
  if (last.errorKind === null) {
    return (
      <Alert color="green" title="The test event was delivered">
        <Text size="sm">
          Your receiver answered {last.statusCode} after {duration(last.durationMs)}. {link}
        </Text>
      </Alert>
    );
  }
  const { title, cure } = ERROR_KINDS[last.errorKind];
  return (
    <Alert color="orange" title="Your receiver did not accept the test event">
      <Text size="sm">
        {title}
        {last.statusCode !== null && <>: {last.statusCode}</>}. {cure}{' '}
        {delivery.nextAttemptAt !== null && (
          <>
            We will retry <When at={delivery.nextAttemptAt} ago />.{' '}
          </>
        )}
        {link}
      </Text>
    </Alert>
  );
}
