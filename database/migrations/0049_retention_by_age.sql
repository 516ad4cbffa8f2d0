-- outside a transaction
-- What is removed by its age is found by it.
create index concurrently if not exists screenings_superseded on screenings (superseded_at) where superseded_at is not null;
create index concurrently if not exists webhook_changes_by_age on webhook_changes (occurred_at);
create index concurrently if not exists webhook_replays_by_age on webhook_replays (requested_at);
create index concurrently if not exists identity_comparisons_by_age on identity_comparisons (begun_at);
