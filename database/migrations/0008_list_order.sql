-- outside a transaction
-- Whether anybody owns a customer id is a question of equality. An index that also knows the order of all partners' ids
-- looks to the planner like a way to list one partner's, and leads it through everybody else's newer rows.
create index concurrently if not exists customers_by_id on customers using hash (customer_id);
drop index concurrently if exists customers_id;
