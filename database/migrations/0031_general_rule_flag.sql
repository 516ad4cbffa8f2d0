-- outside a transaction
-- As for each flag: see 0011.
create index concurrently if not exists reviews_waiting_general_rule_only on reviews ((0 - priority), queued_at, customer_id)
  where queued_at is not null and claimed_by is null and flag_codes @> '{GeneralRuleOnly}';
