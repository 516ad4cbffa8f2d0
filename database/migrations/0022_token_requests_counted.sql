-- Refused requests of one kind from one address share a row: a stranger who sends thousands must not push a partner's own
-- requests out of sight. Null: the only one.
alter table token_requests add column requests integer not null default 1, add column last_occurred_at timestamptz;
grant update (requests, last_occurred_at) on token_requests to onboarding_identity;
