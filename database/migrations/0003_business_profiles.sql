-- The business profile: the business (customers), its people and their identity documents.

create table customers (
  partner_id            uuid not null references partners,
  customer_id           uuid not null,
  partner_customer_id   text not null,
  company_name          text not null,
  trading_name          text,
  email                 text not null,
  phone_number          text,
  business_type_code    text not null,
  incorporation_country text not null,
  industry              text not null,
  description           text,
  website               text not null,
  registration_number   text not null,
  registration_date     date,
  addresses             jsonb not null default '[]',
  financials            jsonb,
  verification_status   text not null constraint customers_verification_status check (verification_status in
                        ('NotStarted', 'PendingVerification', 'StartedNotCompleted', 'Approved', 'Rejected', 'ChangesRequested')),
  version               integer not null default 1,
  -- The numbers of the customer's last event and last audit entry, and that entry's hash: both chains are continued
  -- under the lock of this row, so they have no gaps and no forks.
  event_sequence        bigint not null,
  audit_sequence        bigint not null,
  audit_hash            bytea not null,
  -- The customer's own data key, wrapped by the key ring's key data_key_id. Erasing it makes every value that was
  -- encrypted with it unreadable, in backups too.
  data_key              bytea,
  data_key_id           text not null,
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  primary key (partner_id, customer_id),
  constraint customers_reference unique (partner_id, partner_customer_id)
);
-- Customer ids are unique over all partners: customer_exists() below tells a foreign id from an unknown one.
create unique index customers_id on customers (customer_id);

create table people (
  partner_id            uuid not null,
  customer_id           uuid not null,
  ubo_id                uuid not null,
  first_name            text not null,
  last_name             text not null,
  birth_date            date,
  tax_residence_country text,
  nationality           text not null,
  email                 text not null,
  email_key             text not null,
  phone                 text,
  ownership_type        text[] not null
                        constraint people_ownership_type check (ownership_type <@ array['SHAREHOLDER', 'DIRECTOR', 'UBO']),
  percentage_share      smallint check (percentage_share between 1 and 100),
  address               jsonb not null,
  verification_status   text not null constraint people_verification_status check (verification_status in
                        ('NotStarted', 'PendingVerification', 'StartedNotCompleted', 'Approved', 'Rejected', 'ChangesRequested')),
  created_at            timestamptz not null,
  updated_at            timestamptz not null,
  primary key (partner_id, customer_id, ubo_id),
  constraint people_email unique (partner_id, customer_id, email_key),
  foreign key (partner_id, customer_id) references customers
);

create table identities (
  partner_id         uuid not null,
  customer_id        uuid not null,
  ubo_id             uuid not null,
  identity_id        uuid not null,
  identity_type_code text not null constraint identities_type check (identity_type_code in
                     ('PASSPORT', 'NATIOANL_ID', 'DRIVING_LICENCE', 'IDENTITY_CARD', 'RESIDENCE_CARD', 'VOTER_CARD', 'BVN', 'OTHERS')),
  issuing_country    text not null,
  -- The number itself only encrypted with the customer's data key; a keyed hash finds equal numbers without reading them.
  value_cipher       bytea not null,
  value_masked       text not null,
  value_hash         bytea not null,
  value_hash_key_id  text not null,
  issue_date         date,
  expiry_date        date,
  requirement_set_id integer not null,
  created_at         timestamptz not null,
  primary key (partner_id, customer_id, ubo_id, identity_id),
  foreign key (partner_id, customer_id, ubo_id) references people
);

alter table customers enable row level security;
alter table people enable row level security;
alter table identities enable row level security;
create policy own_partner on customers using (partner_id = current_partner());
create policy own_partner on people using (partner_id = current_partner());
create policy own_partner on identities using (partner_id = current_partner());
grant select, insert, update on customers, people, identities to onboarding_app;

-- The one look over the wall: whether anybody owns a customer id, and nothing else about it.
create function customer_exists(wanted uuid) returns boolean
  language sql stable security definer
begin atomic
  select exists (select from customers c where c.customer_id = wanted);
end;
revoke execute on function customer_exists(uuid) from public;
grant execute on function customer_exists(uuid) to onboarding_app;
