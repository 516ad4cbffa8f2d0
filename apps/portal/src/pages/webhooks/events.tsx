// The catalogue of events: what each means, its schema, and an example to build a receiver with.
import { Accordion, Badge, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import type { EventTypeItem } from '@onboarding/contract';
import { Page, PageLink } from '@onboarding/ui/shell';
import { Loaded } from '@onboarding/ui/states';
import { Copied, Snippet } from '@onboarding/ui/values';
import { getRouteApi } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useCall } from '../../api/client.ts';
import { exampleOf } from './webhook-words.ts';

const route = getRouteApi('/frame/webhooks/events');

export function WebhookEvents() {
  const { type } = route.useSearch();
  const navigate = route.useNavigate();
  const types = useCall('listEventTypes');
  return (
    <Page
      title="Events"
      about={
        <>
          Everything that we send to{' '}
          <PageLink inherit to="/webhooks">
            your webhook
          </PageLink>
          . Ignore types that your receiver does not know: we may add more.
        </>
      }
    >
      <Loaded query={types} height={420}>
        {(items) => (
          <Accordion
            variant="separated"
            order={2}
            value={type ?? null}
            onChange={(value) =>
              void navigate({ search: (before) => ({ ...before, type: value ?? undefined }), replace: true })
            }
          >
            {items.map((item) => (
              <Accordion.Item key={item.name} value={item.name}>
                <Accordion.Control>
                  <Group gap="sm">
                    <Text span ff="monospace" fw={600}>
                      <Breakable name={item.name} />
                    </Text>
                    <Badge color="neutral">Version {item.version}</Badge>
                  </Group>
                  <Text size="sm" c="dimmed">
                    {item.description}
                  </Text>
                </Accordion.Control>
                <Accordion.Panel>{item.name === type && <EventType item={item} />}</Accordion.Panel>
              </Accordion.Item>
            ))}
          </Accordion>
        )}
      </Loaded>
    </Page>
  );
}

/** A long name breaks after its dots. */
function Breakable({ name }: { name: string }) {
  return name.split(/(?<=\.)/).map((word) => (
    <Fragment key={word}>
      {word}
      <wbr />
    </Fragment>
  ));
}

function EventType({ item }: { item: EventTypeItem }) {
  const { show = 'example' } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Stack gap="sm">
      <Copied text={item.name} what="the name of the event" />
      <SegmentedControl
        aria-label="Shown"
        w="fit-content"
        value={show}
        onChange={(value) =>
          void navigate({
            search: (before) => ({ ...before, show: value === 'schema' ? 'schema' : undefined }),
            replace: true,
          })
        }
        data={[
          { value: 'example', label: 'Example' },
          { value: 'schema', label: 'JSON Schema' },
        ]}
      />
      {show === 'schema' ? (
        <Snippet text={JSON.stringify(item.schema, null, 2)} what="the JSON Schema of data" />
      ) : (
        <Snippet text={JSON.stringify(exampleOf(item), null, 2)} what="an example of the body" />
      )}
      <Text size="sm" c="dimmed">
        {show === 'schema'
          ? 'This describes the data part of the body.'
          : 'The whole body, as your receiver gets it. Verify the signature over its exact bytes before you parse it.'}
      </Text>
    </Stack>
  );
}
