import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { WebhookEndpoint } from '@onboarding/contract';
import { WEBHOOK_GIVE_UP_HOURS } from '@onboarding/contract/limits';
import { Allowed } from '@onboarding/ui/session';
import { ButtonLink } from '@onboarding/ui/shell';
import { ActionFailure } from '@onboarding/ui/states';
import { relative, When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { operation, useAction, useCall } from '../../api/client.ts';
import { counted } from './numbers.ts';
import { queryOf } from './ranges.ts';
import { TestEvent } from './test-event.tsx';
import { mainReason, offeredFor, stateKind, stateWords } from './webhook-words.ts';

const route = getRouteApi('/frame/webhooks');

/** The state of the webhook in words: what, why, and what to do next. */
export function EndpointState({ webhook }: { webhook: WebhookEndpoint }) {
  const { color, word, title } = stateWords(webhook);
  return (
    <Paper withBorder p="lg" component="section" aria-label="State">
      <Stack gap="sm">
        <Group gap="sm">
          <Badge color={color} size="lg">
            {word}
          </Badge>
          <Title order={2} size="h4">
            {title}
          </Title>
        </Group>
        <Text size="sm">
          <Body webhook={webhook} />
        </Text>
        <Reason webhook={webhook} />
        <Actions webhook={webhook} />
      </Stack>
    </Paper>
  );
}

function Body({ webhook }: { webhook: WebhookEndpoint }) {
  const { pausedAt, lastSuccessAt, consecutiveFailures, degradedSince, disabledAt, disabledReason } = webhook;
  switch (stateKind(webhook)) {
    case 'stopped':
      return (
        <>
          {disabledReason === 'Gone'
            ? 'It answered 410 Gone twice in a row, which means it no longer wants events. We stopped '
            : `It accepted no delivery for ${WEBHOOK_GIVE_UP_HOURS} hours. We stopped `}
          {disabledAt !== null && <When at={disabledAt} ago />}. Nothing is lost: events are queued. Fix your receiver,
          then enable the webhook. We then send events that have waited less than {WEBHOOK_GIVE_UP_HOURS} hours, oldest
          first. You can replay older ones.
        </>
      );
    case 'paused':
      return (
        <>
          Paused since {pausedAt !== null && <When at={pausedAt} />}. Nothing is lost: events are queued. Contact our
          support team to resume it.
        </>
      );
    case 'failing':
      return (
        <>
          {counted(consecutiveFailures, 'attempt has', 'attempts in a row have')} failed; failing since{' '}
          {degradedSince !== null && <When at={degradedSince} />}. Each delivery is attempted up to 8 times over three
          days. After {WEBHOOK_GIVE_UP_HOURS} hours without a success we stop sending. Even then, nothing is lost.
        </>
      );
    case 'untried':
      return 'Send a test event. Within seconds, you see whether your receiver gets it and accepts its signature.';
    case 'shaky':
      return `We will retry automatically. ${lastSuccess(lastSuccessAt)}`;
    case 'working':
      return lastSuccess(lastSuccessAt);
  }
}

const lastSuccess = (at: string | null) => (at === null ? '' : `The last success was ${ago(at)}.`);

const ago = (at: string) => (Date.now() - Date.parse(at) < 60_000 ? 'a moment ago' : relative(at));

/** The most frequent reason in the chart's period, while attempts are failing. The chart's data is loaded anyway. */
function Reason({ webhook: { consecutiveFailures } }: { webhook: WebhookEndpoint }) {
  const { range = '24h' } = route.useSearch();
  const { data } = useCall('readWebhookStatistics', { query: queryOf(range) }, { enabled: consecutiveFailures > 0 });
  const reason = mainReason(consecutiveFailures, data?.total, range);
  if (reason === undefined) return null;
  return (
    <Text size="sm">
      <strong>{reason.title}</strong> ({reason.share}). {reason.cure}
    </Text>
  );
}

function Actions({ webhook }: { webhook: WebhookEndpoint }) {
  const enable = useAction('enableWebhook', { refreshes: ['readWebhook', 'listWebhookChanges'] });
  const offered = offeredFor(webhook);
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-start">
        {offered.enable && (
          <Allowed to={operation('enableWebhook')}>
            {(disabled) => (
              <Button disabled={disabled} loading={enable.isPending} onClick={() => enable.mutate({})}>
                Enable the webhook
              </Button>
            )}
          </Allowed>
        )}
        {offered.seeWaiting && (
          <ButtonLink to="/webhooks/deliveries" search={{ status: 'Pending' }} variant="default">
            See what is waiting
          </ButtonLink>
        )}
        {offered.test && <TestEvent />}
      </Group>
      <ActionFailure error={enable.error} />
    </Stack>
  );
}
