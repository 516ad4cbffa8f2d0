-- Confirmed documents are copied to a bucket that no upload link leads to. Null: the document is where its link led, because it
-- was confirmed before there was that bucket, or is not confirmed.
alter table documents add column kept_key text;

-- Below incoming/ the storage expires what it holds, so nothing may count as confirmed there: not even by a process of the
-- release before, which knows nothing of the other bucket and leaves such a document to a newer one.
alter table documents add constraint documents_kept
  check (status <> 'Confirmed' or erased_at is not null or kept_key is not null or object_key not like 'incoming/%') not valid;
