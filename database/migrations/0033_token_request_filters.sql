-- outside a transaction
-- The log of token requests by outcome and by certificate. An index on a partitioned table cannot be built concurrently, so each
-- partition gets its own, in a transaction of its own that holds up the requests of that day alone; the table takes them over.
do $$ declare day text; begin
  for day in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'token_requests'::regclass
  loop execute format('create index if not exists %I on %I (partner_id, outcome, request_id)', day || '_by_outcome', day); execute
    format('create index if not exists %I on %I (partner_id, certificate_id, request_id) where certificate_id is not null',
      day || '_by_certificate', day); commit; end loop; end $$;
create index if not exists token_requests_by_outcome on token_requests (partner_id, outcome, request_id);
create index if not exists token_requests_by_certificate on token_requests (partner_id, certificate_id, request_id)
  where certificate_id is not null;
