-- Erasing a customer takes everything that names or describes it and its people, not the identity numbers alone.

-- When that was done. A customer without a data key and without this time was erased by a release that left names, addresses
-- and e-mails: it is to be erased again.
alter table customers add column erased_at timestamptz;

-- The comment of 0003 on this column promises too much.
comment on column customers.data_key is
  'The customer''s own data key, wrapped by the key ring''s key data_key_id; null once the customer was erased. Without it nothing that it has encrypted can be read. A backup from before the erasure holds the wrapped key as well, and stays readable to whoever has the key ring until that backup ends.';

-- Whose an answer is: it goes with the customer. The table holds two days, so that building the index takes seconds.
alter table idempotency_keys add column customer_id uuid;
create index idempotency_keys_customer on idempotency_keys (partner_id, customer_id);
