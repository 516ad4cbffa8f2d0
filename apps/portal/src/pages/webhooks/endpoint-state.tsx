import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { ErrorKind, WebhookEndpoint } from '@onboarding/contract';
import { WEBHOOK_GIVE_UP_HOURS } from '@onboarding/contract/limits';
import { Allowed } from '@onboarding/ui/session';
import { ButtonLink } from '@onboarding/ui/shell';
import { ActionFailure } from '@onboarding/ui/states';
import { relative, When } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { operation, useAction, useCall } from '../../api/client.ts';
import { ERROR_KINDS } from './error-kinds.ts';
import { counted } from './numbers.ts';
import { queryOf, RANGE_LABELS } from './ranges.ts';
import { TestEvent } from './test-event.tsx';

const route = getRouteApi('/frame/webhooks');

/** How the receiver fares in words: what is so, why, and what to do next. */
export function EndpointState({ webhook }: { webhook: WebhookEndpoint }) {
  const { color, word, title, body } = stateOf(webhook);
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
        {body}
        <Reason webhook={webhook} />
        <Actions webhook={webhook} />
      </Stack>
    </Paper>
  );
}

interface State {
  color: string;
  word: string;
  title: string;
  body: ReactNode;
}

function stateOf(webhook: WebhookEndpoint): State {
  const { status, pausedAt, lastSuccessAt, consecutiveFailures, degradedSince, disabledAt, disabledReason } = webhook;
  const say = (text: ReactNode) => <Text size="sm">{text}</Text>;
  if (status === 'Disabled') {
    return {
      ...{ color: 'red', word: 'Stopped', title: 'We no longer send to your receiver' },
      body: say(
        <>
          {disabledReason === 'Gone'
            ? 'It answered 410 Gone twice in a row, which means it no longer wants events. We stopped '
            : `It accepted no delivery for ${WEBHOOK_GIVE_UP_HOURS} hours. We stopped `}
          {disabledAt !== null && <When at={disabledAt} ago />}. Nothing is lost: events are queued. Fix your receiver,
          then enable the webhook. We then send events that have waited less than {WEBHOOK_GIVE_UP_HOURS} hours, oldest
          first. You can replay older ones.
        </>,
      ),
    };
  }
  if (pausedAt !== null) {
    return {
      ...{ color: 'yellow', word: 'Paused', title: 'Our support team has paused your webhook' },
      body: say(
        <>
          Paused since <When at={pausedAt} />. Nothing is lost: events are queued. Contact our support team to resume
          it.
        </>,
      ),
    };
  }
  if (status === 'Degraded') {
    return {
      ...{ color: 'orange', word: 'Failing', title: 'Your receiver is not accepting our deliveries' },
      body: say(
        <>
          {counted(consecutiveFailures, 'attempt has', 'attempts in a row have')} failed; failing since{' '}
          {degradedSince !== null && <When at={degradedSince} />}. Each delivery is attempted up to 8 times over three
          days. After {WEBHOOK_GIVE_UP_HOURS} hours without a success we stop sending. Even then, nothing is lost.
        </>,
      ),
    };
  }
  if (lastSuccessAt === null) {
    return {
      ...{ color: 'brand', word: 'Registered', title: 'Nothing delivered yet' },
      body: say('Send a test event. Within seconds, you see whether your receiver gets it and accepts its signature.'),
    };
  }
  if (consecutiveFailures > 0) {
    return {
      ...{
        color: 'yellow',
        word: 'Working',
        title: `The last ${counted(consecutiveFailures, 'attempt', 'attempts')} failed`,
      },
      body: say(`We will retry automatically. The last success was ${ago(lastSuccessAt)}.`),
    };
  }
  return {
    ...{ color: 'green', word: 'Working', title: 'Your receiver is accepting our deliveries' },
    body: say(`The last success was ${ago(lastSuccessAt)}.`),
  };
}

const ago = (at: string) => (Date.now() - Date.parse(at) < 60_000 ? 'a moment ago' : relative(at));

/** The most frequent reason in the time that the chart shows, which is read anyway, if attempts fail at the moment. */
function Reason({ webhook: { consecutiveFailures } }: { webhook: WebhookEndpoint }) {
  const { range = '24h' } = route.useSearch();
  const { data } = useCall('readWebhookStatistics', { query: queryOf(range) }, { enabled: consecutiveFailures > 0 });
  const [most] = data?.total.errorKinds ?? [];
  if (consecutiveFailures === 0 || data === undefined || most === undefined) return null;
  const all = counted(data.total.failed, 'failed attempt', 'failed attempts');
  return <WhyFailed errorKind={most.errorKind} share={`${most.failed} of ${all} in the last ${RANGE_LABELS[range]}`} />;
}

function WhyFailed({ errorKind, share }: { errorKind: ErrorKind; share: string }) {
  const { title, cure } = ERROR_KINDS[errorKind];
  return (
    <Text size="sm">
      <strong>{title}</strong> ({share}). {cure}
    </Text>
  );
}

function Actions({ webhook }: { webhook: WebhookEndpoint }) {
  const enable = useAction('enableWebhook', { refreshes: ['readWebhook', 'listWebhookChanges'] });
  const isDisabled = webhook.status === 'Disabled';
  return (
    <Stack gap="sm">
      <Group gap="sm" align="flex-start">
        {isDisabled && (
          <Allowed to={operation('enableWebhook')}>
            {(disabled) => (
              <Button disabled={disabled} loading={enable.isPending} onClick={() => enable.mutate({})}>
                Enable the webhook
              </Button>
            )}
          </Allowed>
        )}
        {webhook.consecutiveFailures > 0 && webhook.pending > 0 && (
          <ButtonLink to="/webhooks/deliveries" search={{ status: 'Pending' }} variant="default">
            See what is waiting
          </ButtonLink>
        )}
        {!isDisabled && webhook.pausedAt === null && <TestEvent />}
      </Group>
      <ActionFailure error={enable.error} />
    </Stack>
  );
}
