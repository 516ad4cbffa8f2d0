-- What a partner's deliveries came to, hour by hour. Dispatchers count an attempt in the transaction that records it, while
-- they hold the lane, so that two of them never wait for each other here; a page adds up a few rows instead of reading
-- deliveries. An outcome is Delivered or the kind of error of an attempt; Exhausted counts deliveries that were given up.
create table webhook_statistics (
  partner_id uuid not null,
  hour       timestamptz not null,
  outcome    text not null constraint webhook_statistics_outcome check (outcome in ('Delivered', 'Exhausted', 'DnsFailure',
               'BlockedAddress', 'ConnectRefused', 'ConnectTimeout', 'TlsFailure', 'ConnectionReset', 'ResponseTimeout',
               'Redirect', 'HttpStatus', 'ProtocolError')),
  counted    integer not null,
  -- How many of the attempts took how long, by classes that grow by a fifth; classes at the end without an attempt are left out.
  durations  integer[] not null,
  primary key (partner_id, hour, outcome)
) with (fillfactor = 50);
create index webhook_statistics_by_hour on webhook_statistics (hour);

alter table webhook_statistics enable row level security;
alter table webhook_statistics force row level security;
create policy owner_works on webhook_statistics to current_user using (true);
create policy own_partner on webhook_statistics using (partner_id = current_partner());
create policy worker_works on webhook_statistics to onboarding_worker using (true);
grant select on webhook_statistics to onboarding_app;
grant select, insert, update, delete on webhook_statistics to onboarding_worker;

-- Of receivers that are known already, the newest event that they accepted tells it well enough.
alter table webhook_lanes add column last_success_at timestamptz;
update webhook_lanes l set last_success_at = (
  select d.completed_at from webhook_deliveries d where d.partner_id = l.partner_id and d.status = 'Delivered'
  order by d.event_id desc limit 1);
