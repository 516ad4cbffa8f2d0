-- outside a transaction
-- The search over all partners: by the beginning of a term, newest first among equal ones.
create index concurrently if not exists customer_terms_of_all on customer_terms (term, customer_id, partner_id);
