// The history of a customer, newest first: each entry of its trail, with the events that it caused and their deliveries.
import { Badge, Group, Timeline as Line, Stack, Text, Tooltip } from '@mantine/core';
import type { AuditEntry, BusinessProfileRecord, CustomerEvents } from '@onboarding/contract';
import { EVENT_DAYS } from '@onboarding/contract/limits';
import { PageLink } from '@onboarding/ui/shell';
import { Empty, FailedPart, Failure, Loaded } from '@onboarding/ui/states';
import { BY_TIME, ListFoot } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import { deedOf } from '@onboarding/ui/words';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { actorOf, byMoment, deliveryWords, factsOf, isOlderThanEvents, statusOf } from './timeline-words.ts';

const route = getRouteApi('/frame/customers/$customerId');
type CustomerEvent = CustomerEvents['items'][number];

export function Timeline({ record }: { record: BusinessProfileRecord }) {
  const { before } = route.useSearch();
  const params = { customerId: record.customerId };
  const trail = useCall('readCustomerTrail', { params, query: { cursor: before, limit: 50 } }, { keep: true });
  const events = useCall('listCustomerEvents', { params, query: { cursor: before } });
  const users = useCall('listUsers');
  const names = new Map(users.data?.items.map(({ accountId, name }) => [accountId, name]));
  const ofMoment = byMoment(events.data?.items ?? []);
  return (
    <Loaded query={trail} height={400}>
      {({ items, nextCursor }) => (
        <Stack gap="md">
          {events.isError && <Failure error={events.error} onRetry={() => void events.refetch()} />}
          <FailedPart query={users} what="The names of your team" />
          {items.length === 0 && <Empty title="No earlier entries" />}
          <Line bulletSize={14} lineWidth={2}>
            {items.map((entry) => (
              <Line.Item key={entry.auditId} title={<Deed entry={entry} />}>
                <Text size="sm" c="dimmed">
                  <When at={entry.occurredAt} /> · <Actor entry={entry} names={names} />
                </Text>
                <Details entry={entry} record={record} />
                {(ofMoment.get(entry.occurredAt) ?? []).map((event) => (
                  <EventLine key={event.eventId} event={event} />
                ))}
              </Line.Item>
            ))}
          </Line>
          {items.some((entry) => isOlderThanEvents(entry)) && (
            <Text size="sm" c="dimmed">
              Events are kept for {EVENT_DAYS} days, so older entries do not show any.
            </Text>
          )}
          <ListFoot place={before} next={nextCursor} of="before" words={BY_TIME} />
        </Stack>
      )}
    </Loaded>
  );
}

/** `names`: of the partner's users, by account. */
function Actor({ entry, names }: { entry: AuditEntry; names: ReadonlyMap<string, string> }) {
  const { words, person, id } = actorOf(entry, names);
  if (id !== undefined) {
    return (
      <>
        {words} <code>{id}</code>
      </>
    );
  }
  if (person === undefined) return words;
  return (
    <PageLink to="/team/$accountId" params={{ accountId: person }} size="sm">
      {words}
    </PageLink>
  );
}

function Deed({ entry }: { entry: AuditEntry }) {
  const status = statusOf(entry);
  return (
    <Group gap="xs" component="span">
      {deedOf(entry.action)}
      {status !== undefined && <Badge color={status.color}>{status.label}</Badge>}
    </Group>
  );
}

function Details({ entry, record }: { entry: AuditEntry; record: BusinessProfileRecord }) {
  const facts = factsOf(entry, record);
  return facts.length === 0 ? null : <Text size="sm">{facts.join(' · ')}</Text>;
}

function EventLine({ event }: { event: CustomerEvent }) {
  return (
    <Group gap="xs" mt={6}>
      <Text size="sm" ff="monospace">
        {event.eventType}
      </Text>
      {event.deliveries.length === 0 && (
        <Tooltip label="You had no webhook at the time, or it is being sent now">
          <Badge color="neutral" tabIndex={0}>
            No delivery
          </Badge>
        </Tooltip>
      )}
      {event.deliveries.map((delivery) => {
        const { color, words } = deliveryWords(delivery);
        return (
          <PageLink key={delivery.id} to="/webhooks/deliveries/$id" params={{ id: delivery.id }} size="sm">
            <Badge color={color} component="span">
              {words}
            </Badge>
          </PageLink>
        );
      })}
    </Group>
  );
}
