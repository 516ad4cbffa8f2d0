-- What updates, verification status, the change feed and limits need.

-- Null means: since the creation.
alter table customers
  add column attempt           integer not null default 1 check (attempt > 0),
  add column submitted_at      timestamptz,
  add column status_changed_at timestamptz,
  add column decided_at        timestamptz;

-- A corrected person's earlier documents stay, but no longer count.
alter table identities add column replaced_at timestamptz;

-- From when to when a set of requirements counted: a profile is judged by the sets of the day it was created on.
alter table requirement_sets
  add column activated_at timestamptz,
  add column retired_at   timestamptz;
update requirement_sets set activated_at = created_at where status <> 'Draft';
alter table requirement_sets add constraint requirement_sets_activated check (status = 'Draft' or activated_at is not null);

-- The transaction that wrote an event. A reader that stays below the oldest transaction still running, and goes by this
-- number, never passes an event that commits late; the event's own time and id cannot tell.
alter table events add column transaction_id xid8 not null default pg_current_xact_id();
create index events_feed on events (partner_id, transaction_id, event_id);

-- What a partner may do per second where it differs from everybody else.
alter table partners
  add column reads_per_second        integer check (reads_per_second > 0),
  add column writes_per_second       integer check (writes_per_second > 0),
  add column upload_links_per_second integer check (upload_links_per_second > 0);

-- The exceptions, for the process that counts; few, because most partners are like all others.
create function partner_limits()
  returns table (partner_id uuid, reads_per_second integer, writes_per_second integer, upload_links_per_second integer)
  language sql stable security definer
begin atomic
  select p.partner_id, p.reads_per_second, p.writes_per_second, p.upload_links_per_second from partners p
    where p.reads_per_second is not null or p.writes_per_second is not null or p.upload_links_per_second is not null;
end;
revoke execute on function partner_limits() from public;
grant execute on function partner_limits() to onboarding_app;
