-- A row per process for the readiness probe. With one row per service, a process that froze while it held the row kept all
-- others of its kind from being ready. The old table goes in a later release: processes of this one's predecessor write it.
create table process_probes (
  service text not null,
  process_id uuid not null,
  probed_at timestamptz not null,
  primary key (service, process_id)
);
create index process_probes_probed_at on process_probes (probed_at);
grant select, insert, update on process_probes to onboarding_app, onboarding_identity, onboarding_worker;
grant delete on process_probes to onboarding_worker;
