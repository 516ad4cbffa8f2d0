-- Webhooks: where a partner wants its events, how its receiver fares, every delivery and every attempt.

-- Which request made the event, for whoever follows a trace to the attempt that delivered it.
alter table events add column traceparent text;

-- What a partner's people set up. Secrets are sealed; the previous one signs as well until its end.
create table webhook_endpoints (
  partner_id                 uuid primary key references partners,
  url                        text not null,
  secret                     bytea not null,
  previous_secret            bytea,
  previous_secret_expires_at timestamptz,
  created_at                 timestamptz not null,
  updated_at                 timestamptz not null,
  constraint webhook_endpoints_overlap check ((previous_secret is null) = (previous_secret_expires_at is null))
);

-- How the receiver fares and who is sending to it: one row per endpoint, so that a slow receiver holds up nobody else's.
-- due_at is when the lane is next looked at. A lease moves it to the lease's own end, so one that is never given back is
-- simply due again.
create table webhook_lanes (
  partner_id           uuid primary key references webhook_endpoints,
  status               text not null constraint webhook_lanes_status check (status in ('Active', 'Degraded', 'Disabled')),
  consecutive_failures integer not null default 0,
  degraded_since       timestamptz,
  disabled_at          timestamptz,
  disabled_reason      text constraint webhook_lanes_disabled_reason check (disabled_reason in ('NoSuccess', 'Gone')),
  -- What the health rules remember beyond the columns above.
  health               jsonb not null default '{}',
  -- By an operator: nothing is sent, nothing is lost.
  paused_at            timestamptz,
  -- The last time sending began again after it had stopped. What was due before is sent behind live traffic, and what was
  -- older than 72 hours at that moment is not sent.
  resumed_at           timestamptz,
  -- Replays wait until then, so that there are at most ten a second.
  replays_from         timestamptz,
  due_at               timestamptz,
  leased_until         timestamptz,
  lease_id             uuid,
  constraint webhook_lanes_disabled check ((status = 'Disabled') = (disabled_at is not null))
) with (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
create index webhook_lanes_due on webhook_lanes (due_at) where due_at is not null;

-- Partitioned by their UUIDv7, as events are. The id of an event is as old as what occurred, so an order by event_id is one
-- by occurred_at. While Pending, next_attempt_at is always set; that nothing is sent at the moment is the lane's to say.
create table webhook_deliveries (
  partner_id       uuid not null,
  delivery_id      uuid not null,
  event_id         uuid not null,
  event_type       text not null,
  event_version    smallint not null,
  occurred_at      timestamptz not null,
  status           text not null constraint webhook_deliveries_status check (status in ('Pending', 'Delivered', 'Exhausted')),
  class            text not null constraint webhook_deliveries_class check (class in ('First', 'Retry', 'Replay')),
  attempt_count    smallint not null default 0 check (attempt_count between 0 and 8),
  next_attempt_at  timestamptz,
  last_status_code smallint,
  is_replay        boolean not null,
  -- The window replay that it belongs to.
  replay_series    uuid,
  completed_at     timestamptz,
  primary key (partner_id, delivery_id),
  constraint webhook_deliveries_pending check (status <> 'Pending' or (next_attempt_at is not null and completed_at is null))
) partition by range (delivery_id);
create index webhook_deliveries_due on webhook_deliveries (partner_id, class, next_attempt_at, delivery_id) where status = 'Pending';
create index webhook_deliveries_by_status on webhook_deliveries (partner_id, status, event_id, delivery_id);
create index webhook_deliveries_by_type on webhook_deliveries (partner_id, status, event_type, event_id, delivery_id);
-- Few at any time: counted before another test is accepted.
create index webhook_deliveries_tests on webhook_deliveries (partner_id)
  where status = 'Pending' and event_type = 'webhook.test' and not is_replay;

-- With their delivery's partition, so that they are found and dropped together.
create table webhook_attempts (
  partner_id       uuid not null,
  delivery_id      uuid not null,
  attempt_no       smallint not null check (attempt_no between 1 and 8),
  sent_at          timestamptz not null,
  duration_ms      integer not null,
  url              text not null,
  status_code      smallint,
  error_kind       text constraint webhook_attempts_error_kind check (error_kind in ('DnsFailure', 'BlockedAddress', 'ConnectRefused',
                     'ConnectTimeout', 'TlsFailure', 'ConnectionReset', 'ResponseTimeout', 'Redirect', 'HttpStatus', 'ProtocolError')),
  response_excerpt text,
  primary key (partner_id, delivery_id, attempt_no)
) partition by range (delivery_id);

-- A replay of a window. Which events it sends is settled when it is asked for; the batches wait for the job, which takes
-- each away in the transaction that makes its deliveries.
create table webhook_replays (
  partner_id       uuid not null references webhook_endpoints,
  replay_id        uuid not null,
  requested_by     uuid not null,
  requested_at     timestamptz not null,
  from_at          timestamptz not null,
  to_at            timestamptz not null,
  event_type       text,
  include_unrouted boolean not null,
  created          integer not null,
  completed_at     timestamptz,
  primary key (partner_id, replay_id)
);
create table webhook_replay_batches (
  partner_id uuid not null,
  replay_id  uuid not null,
  batch_no   integer not null,
  event_ids  uuid[] not null,
  primary key (partner_id, replay_id, batch_no),
  foreign key (partner_id, replay_id) references webhook_replays
);

-- Who did what to an endpoint: people, operators, and the health rules themselves.
create table webhook_changes (
  partner_id  uuid not null,
  change_id   uuid not null,
  occurred_at timestamptz not null,
  action      text not null constraint webhook_changes_action check (action in ('Registered', 'UrlReplaced', 'SecretRotated',
                'Enabled', 'Paused', 'Resumed', 'Degraded', 'Disabled', 'Recovered', 'ReplayRequested')),
  actor_kind  text not null constraint webhook_changes_actor_kind check (actor_kind in ('PartnerPerson', 'Operator', 'Service')),
  actor_id    text not null,
  request_id  text,
  details     text not null,
  primary key (partner_id, change_id)
);

-- Dispatchers show here that they are at work.
create table webhook_dispatchers (
  dispatcher_id uuid primary key,
  started_at    timestamptz not null,
  beat_at       timestamptz not null
);

alter table webhook_endpoints enable row level security;
alter table webhook_lanes enable row level security;
alter table webhook_deliveries enable row level security;
alter table webhook_attempts enable row level security;
alter table webhook_replays enable row level security;
alter table webhook_replay_batches enable row level security;
alter table webhook_changes enable row level security;
create policy own_partner on webhook_endpoints using (partner_id = current_partner());
create policy own_partner on webhook_lanes using (partner_id = current_partner());
create policy own_partner on webhook_deliveries using (partner_id = current_partner());
create policy own_partner on webhook_attempts using (partner_id = current_partner());
create policy own_partner on webhook_replays using (partner_id = current_partner());
create policy own_partner on webhook_replay_batches using (partner_id = current_partner());
create policy own_partner on webhook_changes using (partner_id = current_partner());
-- The dispatcher works for all partners.
create policy worker_works on events for select to onboarding_worker using (true);
create policy worker_works on event_outbox to onboarding_worker using (true);
create policy worker_works on webhook_endpoints for select to onboarding_worker using (true);
create policy worker_works on webhook_lanes to onboarding_worker using (true);
create policy worker_works on webhook_deliveries to onboarding_worker using (true);
create policy worker_works on webhook_attempts to onboarding_worker using (true);
create policy worker_works on webhook_replays to onboarding_worker using (true);
create policy worker_works on webhook_replay_batches to onboarding_worker using (true);
create policy worker_works on webhook_changes to onboarding_worker using (true);

grant select, insert, update on webhook_endpoints, webhook_lanes to onboarding_app;
grant select, insert on webhook_deliveries, webhook_replays, webhook_replay_batches, webhook_changes to onboarding_app;
grant select on webhook_attempts, webhook_dispatchers to onboarding_app;
grant select on events, webhook_endpoints, webhook_attempts to onboarding_worker;
-- Taking rows with "for update skip locked" needs the right to update them.
grant select, update, delete on event_outbox to onboarding_worker;
grant select, update on webhook_lanes to onboarding_worker;
grant select, insert, update on webhook_deliveries to onboarding_worker;
grant insert on webhook_attempts, webhook_changes to onboarding_worker;
grant select on webhook_changes to onboarding_worker;
grant select, update on webhook_replays to onboarding_worker;
grant select, update, delete on webhook_replay_batches to onboarding_worker;
grant select, insert, update, delete on webhook_dispatchers to onboarding_worker;

-- Rows come and go by the thousand; without this its dead rows would be walked over for a long time.
alter table event_outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

create or replace function make_partitions(days_ahead integer default 7) returns integer
  language plpgsql security definer set search_path = onboarding, pg_temp
as $$
declare
  today date := (now() at time zone 'utc')::date;
  day date;
  month date;
  parent text;
  made integer := 0;
begin
  if days_ahead not between 1 and 60 then
    raise exception 'days_ahead must be between 1 and 60';
  end if;
  -- A lock of our own, so that two callers never both miss a partition and make it twice.
  perform pg_advisory_xact_lock(hashtext('onboarding.make_partitions'));
  for day in select generate_series(today - 1, today + days_ahead, interval '1 day')::date loop
    foreach parent in array array['events', 'token_requests', 'webhook_deliveries', 'webhook_attempts'] loop
      made := made + make_partition(parent, to_char(day, 'YYYYMMDD'), uuid_floor(day::timestamp at time zone 'utc')::text,
        uuid_floor((day + 1)::timestamp at time zone 'utc')::text);
    end loop;
    made := made + make_partition('idempotency_keys', to_char(day, 'YYYYMMDD'), day::text, (day + 1)::text);
  end loop;
  for month in
    select generate_series(date_trunc('month', (today - 1)::timestamp), (today + days_ahead)::timestamp, interval '1 month')::date
  loop
    foreach parent in array array['audit_entries', 'account_events'] loop
      made := made + make_partition(parent, to_char(month, 'YYYYMM'), uuid_floor(month::timestamp at time zone 'utc')::text,
        uuid_floor((month + interval '1 month')::timestamp at time zone 'utc')::text);
    end loop;
  end loop;
  return made;
end
$$;

-- Dropping needs the whole table for a moment. It waits for that a quarter of a second at most, because everybody else
-- waits behind it; what could not be dropped is left for the next call.
create or replace function drop_partitions(parent text, keep_days integer) returns integer
  language plpgsql security definer set search_path = onboarding, pg_temp set lock_timeout = '250ms'
as $$
declare
  oldest text := to_char((now() at time zone 'utc')::date - keep_days, 'YYYYMMDD');
  child text;
  dropped integer := 0;
begin
  if parent not in ('idempotency_keys', 'token_requests', 'events', 'webhook_deliveries', 'webhook_attempts') or keep_days < 2 then
    raise exception 'partitions of % are not dropped after % days', parent, keep_days;
  end if;
  for child in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent::regclass and c.relname < parent || '_' || oldest order by 1
  loop
    begin
      execute format('drop table %I', child);
    exception when lock_not_available then
      exit;
    end;
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$$;
