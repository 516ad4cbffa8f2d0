// The partner's webhook: its state, the reasons of failures, and what to do.

import { Stack } from '@mantine/core';
import type { WebhookEndpoint } from '@onboarding/contract';
import { Allowed } from '@onboarding/ui/session';
import { ButtonLink, Page, PageLink } from '@onboarding/ui/shell';
import { Empty, Loaded } from '@onboarding/ui/states';
import { operation, useCall } from '../../api/client.ts';
import { Changes } from './changes.tsx';
import { EndpointFacts } from './endpoint-facts.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { Statistics } from './statistics.tsx';
import { WebhookDialogs } from './webhook-dialogs.tsx';

const LOOK_MS = 10_000;

export function Webhook() {
  const webhook = useCall('readWebhook', {}, { poll: LOOK_MS });
  return (
    <Page
      title="Webhook"
      about={
        <>
          We send an event to your receiver whenever something happens to one of your customers.{' '}
          <PageLink inherit to="/webhooks/events">
            See all events
          </PageLink>
        </>
      }
    >
      <Loaded query={webhook} height={480}>
        {(value) => (value.status === 'NotRegistered' ? <NotRegistered /> : <Registered webhook={value} />)}
      </Loaded>
      <WebhookDialogs />
    </Page>
  );
}

function NotRegistered() {
  return (
    <Stack gap="lg">
      <Empty
        title="You have no webhook yet"
        action={
          <Allowed to={operation('registerWebhook')}>
            {(disabled) =>
              disabled ? (
                <ButtonLink to="/webhooks" disabled>
                  Register a webhook
                </ButtonLink>
              ) : (
                <ButtonLink to="/webhooks" search={{ action: 'register' }}>
                  Register a webhook
                </ButtonLink>
              )
            }
          </Allowed>
        }
      >
        Register the HTTPS URL of your receiver. You get a secret to verify that an event comes from us. Events are
        recorded in the meantime: you can replay them later on the Deliveries page.
      </Empty>
      <Changes />
    </Stack>
  );
}

function Registered({ webhook }: { webhook: WebhookEndpoint }) {
  return (
    <Stack gap="lg">
      <EndpointState webhook={webhook} />
      <EndpointFacts webhook={webhook} />
      <Statistics />
      <Changes />
    </Stack>
  );
}
