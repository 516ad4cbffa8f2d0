// Inserts webhook data without the API and the dispatcher: many rows, quickly, at chosen times.
import type pg from 'pg';
import type { TestApi } from './api.ts';
import type { SignedIn } from './session.ts';
import { HOOK_URL } from './values.ts';

export const WEBHOOKS = '/api/customer/v1/partner-profile/webhooks';

export interface Asking {
  body?: unknown;
  headers?: Record<string, string>;
}

/** A request of a signed-in person. */
export function ask(api: TestApi, person: SignedIn, method: 'GET' | 'POST' | 'PUT', path: string, asking: Asking = {}) {
  const { body, headers } = asking;
  return api.app.inject({
    method,
    url: `${WEBHOOKS}${path}`,
    headers: {
      ...person.headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

/** Registers the usual URL; returns the secret. */
export async function register(api: TestApi, person: SignedIn, url = HOOK_URL): Promise<string> {
  const answer = await ask(api, person, 'POST', '', { body: { url } });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json().value.webhookSecret;
}

/** Records the heartbeat of a dispatcher at that time. */
export async function beat(owner: pg.Client, at: Date): Promise<void> {
  await owner.query('delete from webhook_dispatchers');
  await owner.query('insert into webhook_dispatchers values (gen_random_uuid(), $1, $1)', [at]);
}

/** Partitions of past days, which nothing else creates. */
export async function makePastPartitions(owner: pg.Client, days: number): Promise<void> {
  await owner.query(
    `select make_partition(parent, to_char(day, 'YYYYMMDD'), uuid_floor(day)::text, uuid_floor(day + interval '1 day')::text)
     from unnest(array['events', 'webhook_deliveries', 'webhook_attempts']) parent,
       generate_series(date_trunc('day', now() at time zone 'utc') - make_interval(days => $1),
         date_trunc('day', now() at time zone 'utc') - interval '2 days', interval '1 day') utc,
       lateral (select utc at time zone 'utc' as day) of_utc`,
    [days],
  );
}

export interface StoredEvents {
  partnerId: string;
  count: number;
  from: Date;
  everyMs?: number;
  type?: string;
  customerId?: string;
  /** Also adds them to the outbox, in the same statement, as the API does. */
  outgoing?: boolean;
}

const NEW_ID = (at: string) =>
  `(substr(uuid_floor(${at})::text, 1, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid`;

/** Returns their ids, oldest first. */
export async function storeEvents(owner: pg.Client, stored: StoredEvents): Promise<string[]> {
  const {
    partnerId,
    count,
    from,
    everyMs = 1,
    type = 'business.profile.updated',
    outgoing = false,
    customerId,
  } = stored;
  const { rows } = await owner.query(
    `with made as (
       insert into events (partner_id, event_id, event_type, event_version, occurred_at, body, customer_id)
       select $1, ${NEW_ID('at')}, $5, 1, at, '{"n":' || n || '}', $7::uuid
       from (select n, $3::timestamptz + n * $4::int * interval '1 ms' as at from generate_series(0, $2::int - 1) n) times
       returning event_id
     ), handed_over as (insert into event_outbox (event_id, partner_id) select event_id, $1 from made where $6)
     select array_agg(event_id order by event_id) as ids from made`,
    [partnerId, count, from, everyMs, type, outgoing, customerId ?? null],
  );
  return rows[0].ids ?? [];
}

export interface StoredDeliveries {
  status?: 'Pending' | 'Delivered' | 'Exhausted';
  /** How much later than its event each was created. */
  afterMs?: number;
  replay?: boolean;
  /** The windowed replay that they belong to. */
  series?: string;
}

/** How long after its event a stored delivery is due and completed: different times, so that none can be mistaken for another. */
export const STORED_DELIVERY_MS = { due: 3, completed: 7 } as const;

/** One delivery for each event; returns their ids in the order of the events. */
export async function storeDeliveries(
  owner: pg.Client,
  eventIds: readonly string[],
  { status = 'Delivered', afterMs = 0, series, replay = series !== undefined }: StoredDeliveries = {},
): Promise<string[]> {
  const { rows } = await owner.query(
    `with made as (
       insert into webhook_deliveries (partner_id, delivery_id, event_id, event_type, event_version, occurred_at, status, class,
         attempt_count, next_attempt_at, last_status_code, is_replay, completed_at, replay_series)
       select e.partner_id, ${NEW_ID("e.occurred_at + $3::int * interval '1 ms'")}, e.event_id, e.event_type, 1, e.occurred_at,
         $2::text, case when $4 then 'Replay' else 'First' end, 2, e.occurred_at + $6::int * interval '1 ms', 200, $4,
         case when $2 <> 'Pending' then e.occurred_at + $7::int * interval '1 ms' end, $5::uuid
       from events e where e.event_id = any($1::uuid[])
       returning event_id, delivery_id
     ) select array_agg(delivery_id order by event_id) as ids from made`,
    [eventIds, status, afterMs, replay, series ?? null, STORED_DELIVERY_MS.due, STORED_DELIVERY_MS.completed],
  );
  return rows[0].ids ?? [];
}

/** A windowed replay without deliveries; returns its id. */
export async function storeReplay(
  owner: pg.Client,
  { partnerId, at, created = 0 }: { partnerId: string; at: Date; created?: number },
): Promise<string> {
  const { rows } = await owner.query(
    `insert into webhook_replays (partner_id, replay_id, requested_by, requested_at, from_at, to_at, include_unrouted, created)
     values ($1, ${NEW_ID('$2::timestamptz')}, gen_random_uuid(), $2, $2::timestamptz - interval '1 day', $2, false, $3)
     returning replay_id`,
    [partnerId, at, created],
  );
  return rows[0].replay_id;
}

/** As the dispatcher does when it gives up on a receiver that was Degraded for an hour. */
export async function disable(owner: pg.Client, partnerId: string, at: Date, reason = 'NoSuccess'): Promise<void> {
  await owner.query(
    `update webhook_lanes set status = 'Disabled', consecutive_failures = 20, degraded_since = $2::timestamptz - interval '1 hour',
       disabled_at = $2, disabled_reason = $3, health = '{"failingSince":1}', due_at = null where partner_id = $1`,
    [partnerId, at, reason],
  );
}
