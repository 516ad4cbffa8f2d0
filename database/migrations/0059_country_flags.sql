-- outside a transaction
-- As for each flag: see 0011.
create index concurrently if not exists reviews_waiting_high_risk_country on reviews ((0 - priority), queued_at, customer_id)
  where queued_at is not null and claimed_by is null and flag_codes @> '{HighRiskCountry}';
create index concurrently if not exists reviews_waiting_prohibited_country on reviews ((0 - priority), queued_at, customer_id)
  where queued_at is not null and claimed_by is null and flag_codes @> '{ProhibitedCountry}';
