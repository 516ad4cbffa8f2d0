// What happened to a customer, newest first: each entry of its trail, with the events that it caused and their deliveries.
import { Badge, Group, Timeline as Line, Stack, Text } from '@mantine/core';
import type { AuditEntry, BusinessProfileRecord, CustomerEvents } from '@onboarding/contract';
import { DAY_MS, EVENT_DAYS } from '@onboarding/contract/limits';
import { PageLink } from '@onboarding/ui/shell';
import { Empty, FailedPart, Failure, Loaded } from '@onboarding/ui/states';
import { BY_TIME, ListFoot } from '@onboarding/ui/table';
import { When } from '@onboarding/ui/values';
import { deedOf, STATUSES, spelled } from '@onboarding/ui/words';
import { getRouteApi } from '@tanstack/react-router';
import { useCall } from '../../api/client.ts';
import { ACTORS } from './words.ts';

const route = getRouteApi('/frame/customers/$customerId');
type CustomerEvent = CustomerEvents['items'][number];

export function Timeline({ record }: { record: BusinessProfileRecord }) {
  const { before } = route.useSearch();
  const params = { customerId: record.customerId };
  const trail = useCall('readCustomerTrail', { params, query: { cursor: before, limit: 50 } }, { keep: true });
  const events = useCall('listCustomerEvents', { params, query: { cursor: before } });
  const people = useCall('listPeople');
  const names = new Map(people.data?.items.map(({ accountId, name }) => [accountId, name]));
  const ofMoment = Map.groupBy(events.data?.items ?? [], (event) => event.occurredAt);
  return (
    <Loaded query={trail} height={400}>
      {({ items, nextCursor }) => (
        <Stack gap="md">
          {events.isError && <Failure error={events.error} onRetry={() => void events.refetch()} />}
          <FailedPart query={people} what="The names of your team" />
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
          {items.some(isOlderThanEvents) && (
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

const isOlderThanEvents = ({ occurredAt }: AuditEntry) => Date.parse(occurredAt) < Date.now() - EVENT_DAYS * DAY_MS;

/** `names`: of the partner's people, by account. */
function Actor({ entry: { actorKind, actorId }, names }: { entry: AuditEntry; names: ReadonlyMap<string, string> }) {
  if (actorId === null) return ACTORS[actorKind];
  if (actorKind !== 'PartnerPerson') {
    return (
      <>
        {ACTORS[actorKind]} <code>{actorId}</code>
      </>
    );
  }
  return (
    <PageLink to="/team/$accountId" params={{ accountId: actorId }} size="sm">
      {names.get(actorId) ?? ACTORS.PartnerPerson}
    </PageLink>
  );
}

const isStatus = (value: unknown): value is keyof typeof STATUSES => typeof value === 'string' && value in STATUSES;

function Deed({ entry }: { entry: AuditEntry }) {
  const { verificationStatus: status } = entry.details;
  return (
    <Group gap="xs" component="span">
      {deedOf(entry.action)}
      {isStatus(status) && <Badge color={STATUSES[status].color}>{STATUSES[status].label}</Badge>}
    </Group>
  );
}

/** The facts that help people; the rest is ids and numbers, which the Partner API shows too. */
function Details({ entry: { details }, record }: { entry: AuditEntry; record: BusinessProfileRecord }) {
  const { reasons, changedFields, documentCategory, refusal, attempt, uboId, verdict } = details;
  const person = record.businessPersonList.find((one) => one.uboId === uboId);
  const facts = [
    listed('Changed', changedFields),
    listed('Reasons', reasons),
    typeof documentCategory === 'string' ? spelled(documentCategory) : undefined,
    typeof refusal === 'string' ? `Refused: ${spelled(refusal)}` : undefined,
    person === undefined ? undefined : `${person.firstName} ${person.lastName}`,
    typeof verdict === 'string' ? spelled(verdict) : undefined,
    typeof attempt === 'number' && attempt > 1 ? `Attempt ${attempt}` : undefined,
  ].filter((fact) => fact !== undefined);
  return facts.length === 0 ? null : <Text size="sm">{facts.join(' · ')}</Text>;
}

const listed = (name: string, values: unknown) =>
  Array.isArray(values) && values.length > 0 ? `${name}: ${values.join(', ')}` : undefined;

const DELIVERIES = {
  Delivered: { color: 'green', label: 'delivered' },
  Pending: { color: 'blue', label: 'on its way' },
  Exhausted: { color: 'red', label: 'not delivered' },
} as const;

function EventLine({ event }: { event: CustomerEvent }) {
  return (
    <Group gap="xs" mt={6}>
      <Text size="sm" ff="monospace">
        {event.eventType}
      </Text>
      {event.deliveries.length === 0 && (
        <Badge color="gray" title="You had no webhook at the time, or it is being sent now">
          no delivery
        </Badge>
      )}
      {event.deliveries.map((delivery) => (
        <PageLink key={delivery.id} to="/webhooks/deliveries/$id" params={{ id: delivery.id }} size="sm">
          <Badge color={DELIVERIES[delivery.status].color} component="span">
            {delivery.isReplay ? 'replay ' : ''}
            {DELIVERIES[delivery.status].label}
            {delivery.attemptCount > 1 ? ` after ${delivery.attemptCount} attempts` : ''}
          </Badge>
        </PageLink>
      ))}
    </Group>
  );
}
