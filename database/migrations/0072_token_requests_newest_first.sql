-- outside a transaction
-- The log of token requests is listed by the id of the last request of each entry, which contains its time. An entry for several
-- requests has the id of the start of their ten minutes, so the order of request_id is not that of time. A CASE instead of coalesce():
-- PostgreSQL does not take coalesce() for leakproof, as row-level security requires of the condition of an index scan. The filters have
-- it the other way round, so that a list with a filter is never read from the index of all. As in 0033, each partition gets each
-- index in a transaction of its own, so that token requests wait for one at most, and the table takes them over. Nothing uses the indexes of 0033 any longer.
do $$ declare day text; newest text := '(case when last_request_id is null then request_id else last_request_id end)'; filtered
  text := '(case when last_request_id is not null then last_request_id else request_id end)'; begin
  for day in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'token_requests'::regclass
  loop execute format('create index if not exists %I on %I (partner_id, %s)', day || '_newest', day, newest); commit; execute
    format('create index if not exists %I on %I (partner_id, outcome, %s)', day || '_newest_of_outcome', day, filtered); commit; execute
    format('create index if not exists %I on %I (partner_id, certificate_id, %s) where certificate_id is not null',
      day || '_newest_of_certificate', day, filtered); commit; end loop; end $$;
create index if not exists token_requests_newest on token_requests
  (partner_id, (case when last_request_id is null then request_id else last_request_id end));
create index if not exists token_requests_newest_of_outcome on token_requests
  (partner_id, outcome, (case when last_request_id is not null then last_request_id else request_id end));
create index if not exists token_requests_newest_of_certificate on token_requests
  (partner_id, certificate_id, (case when last_request_id is not null then last_request_id else request_id end))
  where certificate_id is not null;
drop index if exists token_requests_by_outcome;
drop index if exists token_requests_by_certificate;
