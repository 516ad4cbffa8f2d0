-- Pairs of a partner's own on its businesses and their people. In a table of their own, because analysts and background processes
-- have no business with them: only the API's role can read it. subject_id is the customer, or one of its people.
create table customer_metadata (
  partner_id  uuid not null,
  customer_id uuid not null,
  subject_id  uuid not null,
  key         text collate "C" not null,
  value       text collate "C" not null,
  primary key (partner_id, customer_id, subject_id, key),
  foreign key (partner_id, customer_id) references customers
);
-- The businesses that have a pair, newest first.
create index customer_metadata_pairs on customer_metadata (partner_id, key, value, customer_id);

alter table customer_metadata enable row level security;
alter table customer_metadata force row level security;
create policy owner_works on customer_metadata to current_user using (true);
create policy own_partner on customer_metadata using (partner_id = current_partner());
grant select, insert, update, delete on customer_metadata to onboarding_app;
