-- Replays that can be followed and cancelled, and what each attempt was signed with.

-- Svc-Signature as it was sent; secrets change, so it cannot be computed again later. Null: made before this column existed.
alter table webhook_attempts add column signature text;

-- Which deliveries a replay was asked for, beside its window and its type; and the time of its cancellation. Deliveries that
-- were waiting then are given up with exactly this time.
alter table webhook_replays
  add column delivery_status text constraint webhook_replays_delivery_status
    check (delivery_status in ('Pending', 'Delivered', 'Exhausted')),
  add column customer_id uuid,
  add column source_series uuid,
  add column cancelled_at timestamptz;
grant update (cancelled_at) on webhook_replays to onboarding_app;

alter table webhook_changes drop constraint webhook_changes_action, add constraint webhook_changes_action check (action in
  ('Registered', 'UrlReplaced', 'SecretRotated', 'Enabled', 'Paused', 'Resumed', 'Degraded', 'Disabled', 'Recovered',
   'ReplayRequested', 'ReplayCancelled'));

-- The deliveries of a replay, in the order of the history, and all that is counted of them. Holds replays only, so that live
-- deliveries do not pay for it.
create index webhook_deliveries_by_series on webhook_deliveries (partner_id, status, replay_series, event_id, delivery_id)
  include (completed_at) where replay_series is not null;
