-- outside a transaction
-- As for screenings: see 0065.
create index concurrently if not exists reviews_flags_due_by_partner on reviews (partner_id, flags_due_at)
  where flags_due_at is not null;
