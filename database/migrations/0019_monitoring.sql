-- What is watched after an approval.

-- The package of an Approved business in our hands: it waits for an analyst, or somebody has it. Null at any other time. Here and
-- not with the package, because it decides whether the partner may change the business.
alter table customers add column monitoring text constraint customers_monitoring check (monitoring in ('Waiting', 'Claimed'));
grant update (monitoring) on customers to onboarding_staff, onboarding_worker;

alter table reviews
  -- Why the package was queued last.
  add column queue_reason text not null default 'Submitted' constraint reviews_queue_reason
    check (queue_reason in ('Submitted', 'Answered', 'Changed', 'Reopened', 'Monitoring')),
  -- What the last approval knew of. Null for one of before: then it knew what was pointed out until the next look.
  add column decided_flags jsonb;
update reviews set queue_reason = case when priority >= 2 then 'Changed' else 'Answered' end
  where queued_at is not null and priority > 0;

-- What has made a proposal void.
alter table review_decisions add column voided_by text constraint review_decisions_voided_by
  check (voided_by in ('DocumentConfirmed', 'ScreeningHit', 'Verdict', 'Handover', 'Transition', 'Erasure'));
