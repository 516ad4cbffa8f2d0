-- outside a transaction
-- Workers take partners in turn, and the oldest package of each: see decision 0070. The index by time has the partner too, so that
-- reading whose packages are due touches no row; it replaces the one that has not. The other one's condition keeps the planner
-- from reading all of it where the first few by time are wanted: with old statistics it takes one for as good as the other.
create index concurrently if not exists reviews_screening_due_by_partner on reviews (partner_id, screening_due_at)
  where screening_due_at > '-infinity';
create index concurrently if not exists reviews_screening_due_by_time on reviews (screening_due_at, partner_id)
  where screening_due_at is not null;
drop index concurrently if exists reviews_screening_due;
