-- What grows with time: events, audit entries, idempotency keys. Each is partitioned by time and its partitions are
-- made ahead; old ones are dropped, never deleted row by row. There is no default partition: a row that fits nowhere is
-- an error that shows at once, not a partition that can never be split again.

-- Events and audit entries are partitioned by their UUIDv7 id, whose first 48 bits are the time in milliseconds, so an
-- id alone leads to its partition and unique keys survive partitioning.
create function uuid_floor(at timestamptz) returns uuid
  language sql immutable strict parallel safe
  return (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

create table events (
  partner_id    uuid not null,
  event_id      uuid not null,
  customer_id   uuid,
  event_type    text not null,
  event_version smallint not null,
  sequence      bigint,
  occurred_at   timestamptz not null,
  -- Text, never jsonb: these exact bytes are signed and sent.
  body          text not null,
  primary key (partner_id, event_id)
) partition by range (event_id);

-- The hand-over to the webhook dispatcher: a row per event not yet fanned out. Small, because rows leave again.
create table event_outbox (
  event_id   uuid primary key,
  partner_id uuid not null
);

create table audit_entries (
  partner_id    uuid not null,
  audit_id      uuid not null,
  customer_id   uuid not null,
  sequence      bigint not null,
  action        text not null,
  actor_kind    text not null constraint audit_entries_actor_kind check (actor_kind in ('Client')),
  actor_id      text not null,
  request_id    text not null,
  occurred_at   timestamptz not null,
  -- Text, never jsonb: these exact bytes are part of the hash.
  details       text not null,
  previous_hash bytea not null,
  hash          bytea not null,
  primary key (partner_id, customer_id, audit_id)
) partition by range (audit_id);

create table idempotency_keys (
  partner_id   uuid not null,
  route        text not null,
  key          text not null,
  created_on   date not null,
  created_at   timestamptz not null,
  body_hash    bytea not null,
  status       smallint not null,
  headers      text not null,
  answer       text not null,
  replay_count integer not null default 0,
  primary key (partner_id, route, key, created_on)
) partition by range (created_on);

alter table events enable row level security;
alter table event_outbox enable row level security;
alter table audit_entries enable row level security;
alter table idempotency_keys enable row level security;
create policy own_partner on events using (partner_id = current_partner());
create policy own_partner on event_outbox using (partner_id = current_partner());
create policy own_partner on audit_entries using (partner_id = current_partner());
create policy own_partner on idempotency_keys using (partner_id = current_partner());
-- Recorded is recorded: the application may not change or remove an event or an audit entry.
grant select, insert on events, event_outbox, audit_entries to onboarding_app;
grant select, insert, update on idempotency_keys to onboarding_app;

-- Makes one partition unless it is there. Built apart and then attached: attaching locks out other DDL only, while
-- "create table ... partition of" would wait for, and hold up, every writer of the table.
create function make_partition(parent text, suffix text, lower_bound text, upper_bound text) returns integer
  language plpgsql set search_path = onboarding, pg_temp
as $$
declare
  child text := parent || '_' || suffix;
begin
  if to_regclass(child) is not null then
    return 0;
  end if;
  execute format('create table %I (like %I including all)', child, parent);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, child, lower_bound, upper_bound);
  return 1;
end
$$;
revoke execute on function make_partition(text, text, text, text) from public;

-- Makes the partitions for yesterday up to the days ahead; safe to call at any time from many processes. The
-- application role may call it but owns nothing that it makes. Answers how many partitions were new.
create function make_partitions(days_ahead integer default 7) returns integer
  language plpgsql security definer set search_path = onboarding, pg_temp
as $$
declare
  today date := (now() at time zone 'utc')::date;
  day date;
  month date;
  made integer := 0;
begin
  if days_ahead not between 1 and 60 then
    raise exception 'days_ahead must be between 1 and 60';
  end if;
  -- A lock of our own, so that two callers never both miss a partition and make it twice.
  perform pg_advisory_xact_lock(hashtext('onboarding.make_partitions'));
  for day in select generate_series(today - 1, today + days_ahead, interval '1 day')::date loop
    made := made
      + make_partition('events', to_char(day, 'YYYYMMDD'), uuid_floor(day::timestamp at time zone 'utc')::text,
          uuid_floor((day + 1)::timestamp at time zone 'utc')::text)
      + make_partition('idempotency_keys', to_char(day, 'YYYYMMDD'), day::text, (day + 1)::text);
  end loop;
  for month in
    select generate_series(date_trunc('month', (today - 1)::timestamp), (today + days_ahead)::timestamp, interval '1 month')::date
  loop
    made := made
      + make_partition('audit_entries', to_char(month, 'YYYYMM'), uuid_floor(month::timestamp at time zone 'utc')::text,
          uuid_floor((month + interval '1 month')::timestamp at time zone 'utc')::text);
  end loop;
  return made;
end
$$;
revoke execute on function make_partitions(integer) from public;
grant execute on function make_partitions(integer) to onboarding_app;
