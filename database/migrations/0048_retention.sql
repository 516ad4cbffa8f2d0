-- How long rows are kept, and how tables that change much are vacuumed. Periods are settings of the worker; the shortest ones are
-- here as well, so that neither a wrong setting nor a stolen password of the worker removes what must be kept.

-- When a newer result about the same subject took its place: from then on it only serves as evidence.
alter table screenings add column superseded_at timestamptz;
update screenings s set superseded_at = later.screened_at
from (
  select partner_id, customer_id, screening_id,
    lead(screened_at) over (partition by partner_id, customer_id, ubo_id, provider order by screened_at, screening_id) as screened_at
  from screenings
) later
where later.screened_at is not null and s.partner_id = later.partner_id and s.customer_id = later.customer_id
  and s.screening_id = later.screening_id;
grant update (superseded_at) on screenings to onboarding_worker;

-- Drops the partitions that are older than the period. Answers how many, how many rows they had (as the planner estimates) and
-- when the oldest that is left begins. What people did to a customer, or looked at, is kept until every customer of that month
-- was erased as long ago; months go in order, so that a trail never has a gap.
create function retire_partitions(parent text, keep_days integer, out dropped integer, out dropped_rows bigint,
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
revoke execute on function retire_partitions(text, integer) from public;
grant execute on function retire_partitions(text, integer) to onboarding_worker;

-- For workers of the release before; a later one drops it.
create or replace function drop_partitions(parent text, keep_days integer) returns integer
  language sql security definer set search_path = onboarding, pg_temp
as $$ select dropped from retire_partitions(parent, keep_days) $$;

-- Removes, oldest first, at most so many rows that are older than the period; without a period none. Answers how many, and how
-- old the oldest is that is left. The worker has no right to delete these rows otherwise.
create function forget_rows(family text, keep_days integer, most integer, out removed integer, out oldest timestamptz)
  language plpgsql security definer set search_path = onboarding, pg_temp
as $$
declare
  least_days constant integer := case family
    when 'identity_comparisons' then 1
    when 'webhook_replays' then 31
    when 'webhook_changes' then 365
    when 'analyst_days' then 366
    when 'operator_actions' then 1827 when 'screenings' then 1827
  end;
  age constant text := case family
    when 'identity_comparisons' then 'begun_at'
    when 'webhook_replays' then 'requested_at'
    when 'webhook_changes' then 'occurred_at'
    when 'analyst_days' then 'day'
    -- An id begins with the time of the action.
    when 'operator_actions' then 'action_id'
    when 'screenings' then 'superseded_at'
  end;
  before constant timestamptz := now() - keep_days * interval '1 day';
  limit_of_age constant text := case family
    when 'operator_actions' then 'uuid_floor($1)'
    when 'analyst_days' then '($1 at time zone ''utc'')::date'
    else '$1'
  end;
  -- A replay is needed as long as one of its deliveries is kept, and the last was made when it was completed.
  further constant text := case family
    when 'webhook_replays' then 'and coalesce(completed_at, cancelled_at) < $1 and not exists (
      select from webhook_replay_batches b where b.partner_id = old.partner_id and b.replay_id = old.replay_id)'
    else ''
  end;
begin
  if least_days is null or keep_days < least_days then
    raise exception 'rows of % are not removed after % days', family, keep_days
      using hint = format('They are kept for at least %s days.', least_days);
  end if;
  removed := 0;
  if keep_days is not null then
    execute format('with gone as (
        delete from %1$I where ctid = any (array(
          select ctid from %1$I old where %2$I < %3$s %4$s order by %2$I limit $2)) returning 1
      ) select count(*) from gone', family, age, limit_of_age, further)
      into removed using before, most;
  end if;
  execute case family
    when 'operator_actions' then 'select occurred_at from operator_actions order by action_id limit 1'
    when 'analyst_days' then 'select min(day)::timestamp at time zone ''utc'' from analyst_days'
    else format('select min(%I) from %I', age, family)
  end into oldest;
end
$$;
revoke execute on function forget_rows(text, integer, integer) from public;
grant execute on function forget_rows(text, integer, integer) to onboarding_worker;

-- A table is vacuumed once a fifth of its rows have changed, which for ten million rows means two million dead ones, walked over
-- by every index scan until then. Large tables that change all the time: after a fiftieth.
do $$
declare
  busy text;
begin
  foreach busy in array array['customers', 'people', 'identities', 'documents', 'reviews', 'business_fingerprints',
    'business_name_blocks', 'customer_terms', 'screenings']
  loop
    execute format('alter table %I set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02,
      autovacuum_vacuum_insert_scale_factor = 0.05)', busy);
  end loop;
end
$$;
-- Small tables that live on updates and deletes. Their size says nothing about how much they change, so a fixed number of dead rows
-- starts the vacuum; it does not pause, because they are small; and it does not give pages back, because that needs the whole
-- table for itself, while dispatchers and requests wait.
alter table event_outbox set (autovacuum_vacuum_cost_delay = 0, vacuum_truncate = false);
alter table webhook_lanes set (autovacuum_vacuum_cost_delay = 0, vacuum_truncate = false);
alter table customer_counts set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
  autovacuum_vacuum_cost_delay = 0, vacuum_truncate = false);
alter table webhook_statistics set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
alter table process_probes set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500,
  autovacuum_vacuum_cost_delay = 0, vacuum_truncate = false);
alter table used_assertions set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
alter table oidc_records set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
-- last_seen_at changes each minute and is in no index: with room on its page the new version of a row needs no index entry.
alter table sessions set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
alter table sign_ins set (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);
alter table api_certificates set (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 500);

-- A partitioned table has no such parameters and hands none down: each partition gets them when it is made.
create function partition_parameters(parent text) returns text
  language sql immutable parallel safe
  return case parent
    -- Each row is updated at least once, when it was delivered, and its status is in every index.
    when 'webhook_deliveries' then 'autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 5000,
      autovacuum_analyze_scale_factor = 0.05'
    -- Written once, read by key and dropped within weeks: a vacuum would only read it all.
    when 'webhook_attempts' then 'autovacuum_vacuum_insert_threshold = -1'
    when 'idempotency_keys' then 'autovacuum_vacuum_insert_threshold = -1'
    -- Written once and kept for years: frozen by the first vacuum, so that none has to read it all again.
    when 'audit_entries' then 'autovacuum_freeze_min_age = 0'
    when 'account_events' then 'autovacuum_freeze_min_age = 0'
    when 'staff_reads' then 'autovacuum_freeze_min_age = 0'
  end;
revoke execute on function partition_parameters(text) from public;

create or replace function make_partition(parent text, suffix text, lower_bound text, upper_bound text) returns integer
  language plpgsql set search_path = onboarding, pg_temp
as $$
declare
  child text := parent || '_' || suffix;
begin
  if to_regclass(child) is not null then
    return 0;
  end if;
  execute format('create table %I (like %I including all)', child, parent);
  if partition_parameters(parent) is not null then
    execute format('alter table %I set (%s)', child, partition_parameters(parent));
  end if;
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, child, lower_bound, upper_bound);
  return 1;
end
$$;

do $$
declare
  parent text;
  child text;
begin
  for parent, child in
    select p.relname, c.relname from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_class c on c.oid = i.inhrelid
    where p.relnamespace = 'onboarding'::regnamespace and p.relkind = 'p' and partition_parameters(p.relname) is not null
  loop
    execute format('alter table %I set (%s)', child, partition_parameters(parent));
  end loop;
end
$$;
