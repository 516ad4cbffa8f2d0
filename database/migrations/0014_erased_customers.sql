-- outside a transaction
-- Who was erased, for erasing them again after a backup was restored.
create index concurrently if not exists customers_erased on customers ((coalesce(erased_at, '-infinity'::timestamptz)), customer_id)
  where data_key is null;
