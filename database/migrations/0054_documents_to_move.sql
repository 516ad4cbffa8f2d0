-- outside a transaction
alter table documents validate constraint documents_kept;
-- What the operators' command has still to move; empty afterwards.
create index concurrently if not exists documents_to_move on documents (document_id)
  where status = 'Confirmed' and kept_key is null and erased_at is null;
