-- The log of a partner's API requests: every write, and every request that was refused. Without queries and bodies; the path has
-- the names of its parameters instead of their values. An entry's id contains the time of the response. request_id
-- is what the caller received, and may be its own, so it is not unique.
create table api_requests (
  partner_id  uuid not null,
  entry_id    uuid not null,
  request_id  text not null,
  method      text not null,
  path        text not null,
  customer_id uuid,
  status      smallint not null,
  failed      boolean not null generated always as (status >= 400) stored,
  code        text,
  problems    jsonb not null,
  duration_ms integer not null,
  primary key (partner_id, entry_id)
) partition by range (entry_id);
create index api_requests_by_request_id on api_requests (partner_id, request_id, entry_id);
create index api_requests_by_outcome on api_requests (partner_id, failed, entry_id);

alter table api_requests enable row level security;
alter table api_requests force row level security;
create policy owner_works on api_requests to current_user using (true);
create policy own_partner on api_requests for select to onboarding_app using (partner_id = current_partner());
-- Requests of several partners are recorded together.
create policy app_records on api_requests for insert to onboarding_app with check (true);
grant select, insert on api_requests to onboarding_app;

create or replace function partition_has_few_partners(parent text) returns boolean
  language sql immutable parallel safe
  return parent in ('events', 'idempotency_keys', 'webhook_deliveries', 'api_requests');

create or replace function partition_parameters(parent text) returns text
  language sql immutable parallel safe
  return case parent
    when 'events' then 'autovacuum_analyze_threshold = 1000'
    -- Each row is updated at least once, when it was delivered, and its status is in every index.
    when 'webhook_deliveries' then 'autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 5000,
      autovacuum_analyze_scale_factor = 0.05, autovacuum_analyze_threshold = 1000'
    -- Written once, read by key and dropped within weeks: a vacuum would only read it all.
    when 'webhook_attempts' then 'autovacuum_vacuum_insert_threshold = -1'
    when 'idempotency_keys' then 'autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_threshold = 1000'
    when 'api_requests' then 'autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_threshold = 1000'
    -- Written once and kept for years: frozen by the first vacuum, so that none has to read it all again.
    when 'audit_entries' then 'autovacuum_freeze_min_age = 0'
    when 'account_events' then 'autovacuum_freeze_min_age = 0'
    when 'staff_reads' then 'autovacuum_freeze_min_age = 0'
  end;

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
    foreach parent in array array['events', 'token_requests', 'api_requests', 'webhook_deliveries', 'webhook_attempts'] loop
      made := made + make_partition(parent, to_char(day, 'YYYYMMDD'), uuid_floor(day::timestamp at time zone 'utc')::text,
        uuid_floor((day + 1)::timestamp at time zone 'utc')::text);
    end loop;
    made := made + make_partition('idempotency_keys', to_char(day, 'YYYYMMDD'), day::text, (day + 1)::text);
  end loop;
  for month in
    select generate_series(date_trunc('month', (today - 1)::timestamp), (today + days_ahead)::timestamp, interval '1 month')::date
  loop
    foreach parent in array array['audit_entries', 'account_events', 'staff_reads'] loop
      made := made + make_partition(parent, to_char(month, 'YYYYMM'), uuid_floor(month::timestamp at time zone 'utc')::text,
        uuid_floor((month + interval '1 month')::timestamp at time zone 'utc')::text);
    end loop;
  end loop;
  return made;
end
$$;

create or replace function retire_partitions(parent text, keep_days integer, out dropped integer, out dropped_rows bigint,
    out oldest timestamptz)
  language plpgsql security definer set search_path = onboarding, pg_temp set lock_timeout = '250ms'
as $$
declare
  of_customers constant boolean := parent in ('audit_entries', 'staff_reads');
  by_month constant boolean := of_customers or parent = 'account_events';
  least_days constant integer := case parent
    when 'idempotency_keys' then 2
    when 'events' then 31 when 'webhook_deliveries' then 31 when 'webhook_attempts' then 31
    when 'token_requests' then 90
    when 'api_requests' then 7
    when 'account_events' then 365
    -- Five years, as laws against money laundering ask for.
    when 'audit_entries' then 1827 when 'staff_reads' then 1827
  end;
  until constant date := (now() at time zone 'utc')::date - keep_days;
  child text;
  estimate bigint;
  needed boolean := false;
begin
  if least_days is null or keep_days < least_days then
    raise exception 'partitions of % are not dropped after % days', parent, keep_days
      using hint = format('They are kept for at least %s days.', least_days);
  end if;
  dropped := 0;
  dropped_rows := 0;
  for child, estimate in
    select c.relname, greatest(c.reltuples, 0)::bigint from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent::regclass
      and c.relname < parent || '_' || to_char(until, case when by_month then 'YYYYMM' else 'YYYYMMDD' end)
    order by 1
  loop
    if of_customers then
      execute format('select exists (select from %I kept left join customers c using (partner_id, customer_id)
        where c.erased_at is null or c.erased_at >= $1)', child) into needed using until;
    end if;
    exit when needed;
    -- Dropping needs the whole table for a moment. It gives up after a quarter of a second, because everybody else waits behind
    -- it; what could not be dropped is left for the next call.
    begin
      execute format('drop table %I', child);
    exception when lock_not_available then
      exit;
    end;
    dropped := dropped + 1;
    dropped_rows := dropped_rows + estimate;
  end loop;
  select to_date(rpad(substr(min(c.relname), length(parent) + 2), 8, '01'), 'YYYYMMDD')::timestamp at time zone 'utc' into oldest
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = parent::regclass;
end
$$;

select make_partitions();
