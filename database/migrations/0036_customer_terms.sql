-- outside a transaction
-- See 0035.
call fill_customer_terms();
drop procedure fill_customer_terms();
