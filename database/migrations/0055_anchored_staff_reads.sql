-- Statements vouch for what people of ours have looked at as they do for the audit trail, by the number of the transaction that
-- wrote a row. Rows from before have none: all of them are in the first statement that covers reads.
alter table staff_reads add column transaction_id xid8 not null default '0';
alter table staff_reads alter column transaction_id set default pg_current_xact_id();

-- A row has no hash of its own, so the worker that signs reads all of it.
grant select on staff_reads to onboarding_worker;
create policy worker_reads on staff_reads for select to onboarding_worker using (true);

-- A statement that leaves goes by what is there already. This column is a hint.
comment on column audit_anchors.published_at is
  'When the worker last handed the statement on. A hint: only the place outside proves what it holds.';
