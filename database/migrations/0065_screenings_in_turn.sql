-- outside a transaction
-- Workers take partners in turn, and the oldest package of each: see decision 0070.
create index concurrently if not exists reviews_screening_due_by_partner on reviews (partner_id, screening_due_at)
  where screening_due_at is not null;
