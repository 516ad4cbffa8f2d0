-- The audit trail, the reads of our staff, the actions of operators and the events of accounts leave for a security system outside,
-- in the order of the transactions that wrote them: by time or id, a row of a long transaction would be skipped.
alter table operator_actions add column transaction_id xid8 not null default '0';
alter table operator_actions alter column transaction_id set default pg_current_xact_id();
create index operator_actions_transaction on operator_actions (transaction_id, action_id);
-- A partitioned table has no "concurrently", so sign-ins wait for about a second per million events while this index is built.
alter table account_events add column transaction_id xid8 not null default '0';
alter table account_events alter column transaction_id set default pg_current_xact_id();
create index account_events_transaction on account_events (transaction_id, event_id);

-- How far each log has been sent. A process takes a log for a minute; if it dies, another one continues from the last position.
create table audit_streams (
  log            text primary key constraint audit_streams_log check (log in ('audit', 'staff-reads', 'operators', 'accounts')),
  transaction_id xid8 not null,
  row_id         uuid not null,
  leased_until   timestamptz not null
);
grant select, insert, update on audit_streams to onboarding_worker;

-- Ids and fixed words only. The details of an entry stay where an erasure finds them.
grant select (customer_id, sequence, action, actor_kind, actor_id, request_id, occurred_at) on audit_entries to onboarding_worker;
grant select (action_id, transaction_id, occurred_at, action, subject_kind, subject_id, actor_kind, actor_id, address, request_id)
  on operator_actions to onboarding_worker;
grant select (event_id, transaction_id, account_id, partner_id, actor_id, realm, kind, reason, address, occurred_at)
  on account_events to onboarding_worker;
create policy worker_reads on account_events for select to onboarding_worker using (true);
