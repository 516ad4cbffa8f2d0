-- A partition is analysed with its first rows. If each is of another partner, partner_id looks unique: then every index that begins
-- with it looks as good as the key, and a lookup by key may read all rows of a partner. So the planner is told that there are a few
-- partners, and the first statistics come later.
create function partition_has_few_partners(parent text) returns boolean
  language sql immutable parallel safe
  return parent in ('events', 'idempotency_keys', 'webhook_deliveries');
revoke execute on function partition_has_few_partners(text) from public;

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
    -- Written once and kept for years: frozen by the first vacuum, so that none has to read it all again.
    when 'audit_entries' then 'autovacuum_freeze_min_age = 0'
    when 'account_events' then 'autovacuum_freeze_min_age = 0'
    when 'staff_reads' then 'autovacuum_freeze_min_age = 0'
  end;

-- All that a partition does not have from its table.
create function tune_partition(parent text, child text) returns void
  language plpgsql set search_path = onboarding, pg_temp
as $$
begin
  if partition_parameters(parent) is not null then
    execute format('alter table %I set (%s)', child, partition_parameters(parent));
  end if;
  if partition_has_few_partners(parent) then
    execute format('alter table %I alter column partner_id set (n_distinct = 20)', child);
  end if;
end
$$;
revoke execute on function tune_partition(text, text) from public;

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
  perform tune_partition(parent, child);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, child, lower_bound, upper_bound);
  return 1;
end
$$;

select tune_partition(p.relname, c.relname)
from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_class c on c.oid = i.inhrelid
where p.relnamespace = 'onboarding'::regnamespace and p.relkind = 'p' and partition_has_few_partners(p.relname);
