-- Statements about the trails of all partners, each about what was written since the one before. They are signed with a key that
-- is not in the database and handed on to where its owner cannot change them; what is here is for making the next one.
create table audit_anchors (
  number       bigint primary key,
  made_at      timestamptz not null,
  -- Byte for byte as it was signed.
  statement    text not null,
  key_id       text not null,
  signature    bytea not null,
  -- Null until it has been handed on.
  published_at timestamptz
);
create index audit_anchors_unpublished on audit_anchors (number) where published_at is null;
grant select, insert on audit_anchors to onboarding_worker;
grant update (published_at) on audit_anchors to onboarding_worker;

-- What a statement is about goes by transactions, as the change feed does: entries get their time before they are committed, so a
-- period of time would never be known to be complete. Entries from before have no number, and are all in the first statement.
alter table audit_entries add column transaction_id xid8 not null default '0';
alter table audit_entries alter column transaction_id set default pg_current_xact_id();
create index audit_entries_transaction on audit_entries (transaction_id, audit_id);

-- The worker reads of an entry only what its statement is made from.
grant select (partner_id, audit_id, transaction_id, hash) on audit_entries to onboarding_worker;
create policy worker_reads on audit_entries for select to onboarding_worker using (true);
