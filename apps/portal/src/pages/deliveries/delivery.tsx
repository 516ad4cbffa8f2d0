// One delivery: the request, the response and the next step.
import { Button, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { DeliveryDetail } from '@onboarding/contract';
import { Allowed } from '@onboarding/ui/session';
import { Page, PageLink } from '@onboarding/ui/shell';
import { ActionFailure, Loaded } from '@onboarding/ui/states';
import { Copied, Copy, Facts, FactsLoading, Snippet, When } from '@onboarding/ui/values';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { operation, useAction, useCall } from '../../api/client.ts';
import { counted } from '../webhooks/numbers.ts';
import { Attempts } from './attempts.tsx';
import { formatted } from './delivery-words.ts';
import { SignatureCheck } from './signature-check.tsx';
import { DeliveryBadge, Next } from './words.tsx';

const route = getRouteApi('/frame/webhooks/deliveries/$id');

export function Delivery() {
  const { id } = route.useParams();
  const delivery = useCall(
    'readDelivery',
    { params: { deliveryId: id } },
    { poll: 3_000, pollUntil: ({ status }) => status !== 'Pending' },
  );
  return (
    <Page
      title={delivery.data?.eventType ?? 'Delivery'}
      about={<PageLink to="/webhooks/deliveries">All deliveries</PageLink>}
      actions={<Replay id={id} />}
    >
      <Loaded query={delivery} skeleton={<FactsLoading framed lines={8} />}>
        {(found) => <Shown key={found.id} delivery={found} />}
      </Loaded>
    </Page>
  );
}

function Replay({ id }: { id: string }) {
  const navigate = useNavigate();
  const replay = useAction('replayDelivery', {
    refreshes: ['listDeliveries'],
    onDone: ({ deliveryId }) => void navigate({ to: '/webhooks/deliveries/$id', params: { id: deliveryId } }),
  });
  return (
    <Stack gap="xs">
      <Allowed to={operation('replayDelivery')}>
        {(disabled) => (
          <Button
            disabled={disabled}
            loading={replay.isPending}
            onClick={() => replay.mutate({ params: { deliveryId: id } })}
          >
            Send this event again
          </Button>
        )}
      </Allowed>
      <ActionFailure error={replay.error} />
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Title order={2} size="h4" mb="sm">
        {title}
      </Title>
      {children}
    </Paper>
  );
}

function Shown({ delivery }: { delivery: DeliveryDetail }) {
  const { id, eventId, occurredAt, customerId, companyName, replaySeries, isReplay, envelopeJson } = delivery;
  return (
    <Stack>
      <Section title="State">
        <Stack gap="sm">
          <Text component="div">
            <DeliveryBadge delivery={delivery} /> <Next delivery={delivery} />
          </Text>
          <Facts
            items={[
              ['Occurred', <When key="occurred" at={occurredAt} />],
              [
                'Customer',
                customerId === null ? (
                  'Not about a customer'
                ) : (
                  <PageLink key="customer" to="/customers/$customerId" params={{ customerId }}>
                    {companyName ?? customerId}
                  </PageLink>
                ),
              ],
              ['Replay', <ReplayOf key="replay" series={replaySeries} isReplay={isReplay} />],
              ['Event id', <Copied key="event" text={eventId} what="the event id" />],
              ['Delivery id', <Copied key="delivery" text={id} what="the delivery id" />],
              [
                'Sent more than once?',
                <PageLink key="others" to="/webhooks/deliveries" search={{ event: eventId }}>
                  All deliveries of this event
                </PageLink>,
              ],
            ]}
          />
        </Stack>
      </Section>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        <Section title="Attempts">
          <Attempts delivery={delivery} />
        </Section>
        <Section title="Body">
          <Body text={envelopeJson} />
        </Section>
      </SimpleGrid>
      {envelopeJson !== null && (
        <Section title="Check a signature">
          <SignatureCheck sent={{ eventId, body: envelopeJson, attempts: delivery.attempts }} />
        </Section>
      )}
    </Stack>
  );
}

function ReplayOf({ series, isReplay }: { series: string | null; isReplay: boolean }) {
  if (!isReplay) return 'No';
  if (series === null) return 'Yes, of this event only';
  return (
    <PageLink to="/webhooks/replays/$series" params={{ series }}>
      Yes, part of a larger replay
    </PageLink>
  );
}

function Body({ text }: { text: string | null }) {
  if (text === null) return <Text size="sm">The event is older than 30 days, so we no longer have its body.</Text>;
  return (
    <Stack gap="xs">
      <Text size="sm">
        Formatted for reading. We signed and sent the original{' '}
        {counted(new TextEncoder().encode(text).length, 'byte', 'bytes')}.{' '}
        <Copy text={text} what="the exact bytes" label="Copy the exact bytes" />
      </Text>
      <Snippet text={formatted(text)} what="the formatted body" height={420} />
    </Stack>
  );
}
