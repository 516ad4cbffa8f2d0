-- Notices for analysts are derived from packages and decisions. Stored is only what these do not say: when evidence last arrived
-- while an analyst had the package, up to when each analyst has seen their notices, and the day of their last mail about them.
alter table reviews add column evidence_at timestamptz;

create table analyst_notices (
  account_id uuid primary key,
  seen_until timestamptz,
  mailed_on  date
);
alter table analyst_notices enable row level security;
alter table analyst_notices force row level security;
create policy owner_works on analyst_notices to current_user using (true);
create policy own_work on analyst_notices to onboarding_staff using (account_id = current_account());
create policy worker_works on analyst_notices to onboarding_worker using (true);
grant select, insert (account_id, seen_until), update (seen_until) on analyst_notices to onboarding_staff;
grant select, insert (account_id, mailed_on), update (mailed_on) on analyst_notices to onboarding_worker;

-- Whether a decision took effect within the target of its package, which no longer says so once it has left the queue. Null for
-- decisions that a process of the release before has made, and for proposals.
alter table review_decisions add column within_target boolean;
