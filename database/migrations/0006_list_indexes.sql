-- outside a transaction
-- One index for each filter of the list, each in the order of the list, so that a page is read and not sorted.
create index concurrently if not exists customers_by_status on customers (partner_id, verification_status, customer_id);
create index concurrently if not exists customers_by_type on customers (partner_id, business_type_code, customer_id);
create index concurrently if not exists customers_by_country on customers (partner_id, incorporation_country, customer_id);
create index concurrently if not exists customers_by_registration on customers (partner_id, registration_number, customer_id);
create index concurrently if not exists customers_by_update on customers (partner_id, updated_at, customer_id);
