-- outside a transaction
-- Finds, partner by partner, the documents that have been due longest; without it, the documents of one partner hide all others.
create index concurrently if not exists documents_to_check_in_turn on documents (partner_id, next_check_at)
  where next_check_at is not null;
