-- outside a transaction
-- The packages that came in on a day are counted here, without looking at any other day; see 0040.
create index concurrently if not exists reviews_entered on reviews (entered_at) where entered_at is not null;
