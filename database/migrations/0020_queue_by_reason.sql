-- outside a transaction
-- The queue of one reason, in the order of the queue like its other filters.
create index concurrently if not exists reviews_waiting_by_reason on reviews (queue_reason, (-priority), queued_at, customer_id)
  where queued_at is not null and claimed_by is null;
