// Inserts endpoints, events and deliveries directly, and reads what became of them.
import { DISPATCHER_SETTINGS, newSecret, secretBytes } from '@onboarding/domain/webhooks';
import { openKeyRing } from '@onboarding/platform/crypto';
import { type Clock, systemClock, uuidv7 } from '@onboarding/platform/ids';
import { createJobs } from '@onboarding/platform/jobs';
import { createLogger } from '@onboarding/platform/logger';
import type { Registry } from '@onboarding/platform/metrics';
import { type Db, databaseMetrics } from '@onboarding/platform/postgres';
import { keep } from './artefacts.ts';
import { openTestDb } from './connecting.ts';
import type { TestDatabase } from './database.ts';
import { until } from './patience.ts';
import { TEST_KEY_RING } from './values.ts';

export const keys = openKeyRing(TEST_KEY_RING);

export interface TestEndpoint {
  partnerId: string;
  secret: string;
}

/** A partner with an endpoint and nothing due. */
export async function addEndpoint(
  database: TestDatabase,
  url: string,
  at: Date = new Date(),
  partnerId?: string,
): Promise<TestEndpoint> {
  const partner = partnerId ?? (await database.addPartner()).partnerId;
  const secret = newSecret();
  const sealed = keys.seal('webhook secret', secretBytes(secret), `webhook-secret:${partner}`);
  await database.owner.query(
    'insert into webhook_endpoints (partner_id, url, secret, created_at, updated_at) values ($1, $2, $3, $4, $4)',
    [partner, url, sealed, at],
  );
  await database.owner.query(`insert into webhook_lanes (partner_id, status) values ($1, 'Active')`, [partner]);
  return { partnerId: partner, secret };
}

export interface TestEvent {
  eventId: string;
  partnerId: string;
  body: string;
}

/** Partitions of past days, which are otherwise created only in advance. */
export async function makeEarlierPartitions(database: TestDatabase, days: number): Promise<void> {
  for (let ago = 2; ago <= days; ago++) {
    const day = new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    for (const table of ['events', 'webhook_deliveries', 'webhook_attempts'])
      await database.owner.query(
        `select make_partition('${table}', '${day.replaceAll('-', '')}', uuid_floor('${day}Z'::timestamptz)::text,
           uuid_floor('${day}Z'::timestamptz + interval '1 day')::text)`,
      );
  }
}

/** Events as a change records them, waiting in the outbox; all in one transaction. */
export async function recordEvents(
  database: TestDatabase,
  partnerIds: readonly string[],
  at: Date = new Date(),
  traceparent: string | null = null,
): Promise<TestEvent[]> {
  const events = partnerIds.map((partnerId) => {
    const eventId = uuidv7(at);
    return { event_id: eventId, partner_id: partnerId, body: JSON.stringify({ eventId, partnerId }) };
  });
  await database.owner.query(
    `with made as (
       insert into events (partner_id, event_id, event_type, event_version, occurred_at, body, traceparent)
       select partner_id, event_id, 'business.profile.updated', 1, $2, body, $3
       from json_to_recordset($1) as e (partner_id uuid, event_id uuid, body text) returning event_id, partner_id
     ) insert into event_outbox (event_id, partner_id) select event_id, partner_id from made`,
    [JSON.stringify(events), at, traceparent],
  );
  return events.map(({ event_id, partner_id, body }) => ({ eventId: event_id, partnerId: partner_id, body }));
}

/** A delivery in any state, with its event; does not wake the lane. */
export async function addDelivery(
  database: TestDatabase,
  partnerId: string,
  given: { class?: string; attemptCount?: number; madeAt?: Date; nextAttemptAt?: Date; eventType?: string } = {},
): Promise<{ deliveryId: string; eventId: string }> {
  const madeAt = given.madeAt ?? new Date();
  const [deliveryId, eventId] = [uuidv7(madeAt), uuidv7(madeAt)];
  const type = given.eventType ?? 'business.profile.updated';
  await database.owner.query(
    `insert into events (partner_id, event_id, event_type, event_version, occurred_at, body) values ($1, $2, $3, 1, $4, $5)`,
    [partnerId, eventId, type, madeAt, JSON.stringify({ eventId, partnerId })],
  );
  await database.owner.query(
    `insert into webhook_deliveries (partner_id, delivery_id, event_id, event_type, event_version, occurred_at, status, class,
       attempt_count, next_attempt_at, is_replay) values ($1, $2, $3, $4, 1, $5, 'Pending', $6, $7, $8, $9)`,
    [
      partnerId,
      deliveryId,
      eventId,
      type,
      madeAt,
      given.class ?? 'First',
      given.attemptCount ?? 0,
      given.nextAttemptAt ?? madeAt,
      given.class === 'Replay',
    ],
  );
  return { deliveryId, eventId };
}

export async function wakeLane(database: TestDatabase, partnerId: string, at: Date = new Date(0)): Promise<void> {
  await database.owner.query('update webhook_lanes set due_at = $2 where partner_id = $1', [partnerId, at]);
}

export function openWorkerDb(database: TestDatabase, registry: Registry, beforeStatement?: (name: string) => void): Db {
  return openTestDb(database.workerUrl, {
    poolSize: 6,
    metrics: databaseMetrics(registry),
    serverSettings: DISPATCHER_SETTINGS,
    ...(beforeStatement === undefined ? {} : { beforeStatement }),
  });
}

export function workerContext(database: TestDatabase, db: Db, clock: Clock = systemClock) {
  const logger = createLogger(
    { service: 'worker', level: 'debug' },
    { write: (line) => keep('logs', `${database.name}.log`, line.trimEnd()) },
  );
  return { db, clock, keys, logger, jobs: createJobs() };
}

export async function deliveriesOf(database: TestDatabase, partnerId: string) {
  const { rows } = await database.owner.query(
    `select d.delivery_id, d.event_id, d.status, d.class, d.attempt_count, d.next_attempt_at, d.last_status_code, d.completed_at,
       array(select a.attempt_no from webhook_attempts a where a.partner_id = d.partner_id and a.delivery_id = d.delivery_id
         order by a.attempt_no) as attempts
     from webhook_deliveries d where d.partner_id = $1 order by d.delivery_id`,
    [partnerId],
  );
  return rows;
}

export async function laneOf(database: TestDatabase, partnerId: string) {
  const { rows } = await database.owner.query('select * from webhook_lanes where partner_id = $1', [partnerId]);
  return rows[0];
}

/** Nothing is due, nothing is leased, the outbox is empty. */
export async function untilQuiet(database: TestDatabase): Promise<void> {
  await until(async () => {
    const { rows } = await database.owner.query(
      `select (select count(*) from event_outbox) + (select count(*) from webhook_lanes where lease_id is not null or due_at <= $1)
           + (select count(*) from webhook_deliveries d join webhook_lanes l using (partner_id) where d.status = 'Pending'
                and d.next_attempt_at <= $1 and l.status <> 'Disabled' and l.paused_at is null) as open`,
      [new Date()],
    );
    return Number(rows[0].open) === 0;
  }, 'all that is due is sent');
}
