-- What people of ours have looked at: a row for each customer of whom something was shown, whichever way. Ids only, so that an
-- erasure leaves it; kept as long as the trail.
create table staff_reads (
  partner_id   uuid not null,
  -- Made from the time of the read, which also leads to its partition.
  read_id      uuid not null,
  customer_id  uuid not null,
  account_id   uuid not null,
  kind         text not null constraint staff_reads_kind
    check (kind in ('Package', 'Trail', 'Document', 'Comparison', 'SearchResult')),
  -- Of a Document, which; of a Comparison, the customer in whose package this one was named.
  subject_id   uuid,
  address      text not null,
  request_id   text not null,
  read_at      timestamptz not null,
  primary key (partner_id, read_id)
) partition by range (read_id);
create index staff_reads_newest on staff_reads (read_id);
create index staff_reads_by_account on staff_reads (account_id, read_id);
create index staff_reads_by_customer on staff_reads (customer_id, read_id);

alter table staff_reads enable row level security;
alter table staff_reads force row level security;
create policy owner_works on staff_reads to current_user using (true);
create policy own_partner on staff_reads using (partner_id = current_partner());
-- Everybody of ours adds to it; only those who supervise the others read it, whatever a route may forget.
create policy staff_records on staff_reads for insert to onboarding_staff with check (true);
create policy staff_supervises on staff_reads for select to onboarding_staff using (exists (
  select from accounts a where a.account_id = current_account() and a.realm = 'staff' and a.role in ('supervisor', 'auditor')));
grant select, insert on staff_reads to onboarding_staff;

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
    foreach parent in array array['audit_entries', 'account_events', 'staff_reads'] loop
      made := made + make_partition(parent, to_char(month, 'YYYYMM'), uuid_floor(month::timestamp at time zone 'utc')::text,
        uuid_floor((month + interval '1 month')::timestamp at time zone 'utc')::text);
    end loop;
  end loop;
  return made;
end
$$;
