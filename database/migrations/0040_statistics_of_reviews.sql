-- What a supervisor sees of the work: packages that came in, and what each analyst did.

-- When the package last entered the queue; queued_at is gone once it is decided. Null for packages that entered earlier.
alter table reviews add column entered_at timestamptz;

-- What each of our reviewers did on a UTC day, counted in the transaction that does it. Only that person writes the row, one
-- request after the other, so nobody waits for anybody here.
create table analyst_days (
  day               date not null,
  account_id        uuid not null,
  claims            integer not null,
  proposals         integer not null,
  confirmations     integer not null,
  changes_requested integer not null,
  primary key (day, account_id)
) with (fillfactor = 70);

alter table analyst_days enable row level security;
alter table analyst_days force row level security;
create policy owner_works on analyst_days to current_user using (true);
create policy own_work on analyst_days to onboarding_staff using (account_id = current_account());
-- As with staff_reads: only those who supervise the others read what these do, whatever a route may forget.
create policy staff_supervises on analyst_days for select to onboarding_staff using (exists (
  select from accounts a where a.account_id = current_account() and a.realm = 'staff' and a.role in ('supervisor', 'auditor')));
grant select, insert, update on analyst_days to onboarding_staff;
