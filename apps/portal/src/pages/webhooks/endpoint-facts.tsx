import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import type { WebhookEndpoint } from '@onboarding/contract';
import { Allowed } from '@onboarding/ui/session';
import { ButtonLink } from '@onboarding/ui/shell';
import { Copied, Facts, When } from '@onboarding/ui/values';
import { useEffect, useState } from 'react';
import { operation } from '../../api/client.ts';
import { overlapWords, waitingWords } from './webhook-words.ts';

export function EndpointFacts({ webhook }: { webhook: WebhookEndpoint }) {
  const { url, registeredAt, lastSuccessAt, previousSecretExpiresAt } = webhook;
  return (
    <Paper withBorder p="lg" component="section" aria-label="Receiver">
      <Stack gap="md">
        <Group justify="space-between" align="flex-start">
          <Title order={2} size="h4">
            Receiver
          </Title>
          <Group gap="sm" align="flex-start">
            <Change label="Replace the URL" action="replace" to="replaceWebhook" />
            <Change label="Rotate the secret" action="rotate" to="rotateWebhookSecret" />
          </Group>
        </Group>
        <Facts
          items={[
            ['URL', url !== null && <Copied text={url} what="the URL" />],
            ['Waiting', <Waiting key="waiting" webhook={webhook} />],
            ['Last accepted', lastSuccessAt === null ? 'Never' : <When key="last" at={lastSuccessAt} />],
            ['Registered', registeredAt !== null && <When key="since" at={registeredAt} />],
            [
              'Secret',
              previousSecretExpiresAt === null ? (
                '1 active secret'
              ) : (
                <Overlap key="both" until={previousSecretExpiresAt} />
              ),
            ],
          ]}
        />
      </Stack>
    </Paper>
  );
}

function Change({
  label,
  action,
  to,
}: {
  label: string;
  action: 'replace' | 'rotate';
  to: 'replaceWebhook' | 'rotateWebhookSecret';
}) {
  return (
    <Allowed to={operation(to)}>
      {(disabled) =>
        disabled ? (
          <ButtonLink to="/webhooks" disabled variant="default" size="compact-sm">
            {label}
          </ButtonLink>
        ) : (
          <ButtonLink to="/webhooks" search={(before) => ({ ...before, action })} variant="default" size="compact-sm">
            {label}
          </ButtonLink>
        )
      }
    </Allowed>
  );
}

function Waiting({ webhook }: { webhook: WebhookEndpoint }) {
  const { pending, oldestPendingAt } = webhook;
  return (
    <>
      {waitingWords(webhook)}
      {pending > 0 && oldestPendingAt !== null && (
        <>
          , oldest event <When at={oldestPendingAt} ago />
        </>
      )}
    </>
  );
}

/** Counts down to the end of the overlap, minute by minute. */
function Overlap({ until }: { until: string }) {
  const now = useNow(30_000);
  return (
    <Text size="sm" component="span">
      The old secret still works for <strong>{overlapWords(until, now)}</strong> (until <When at={until} />
      ). Until then we sign with both. Configure your receiver with the new one.
    </Text>
  );
}

function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
