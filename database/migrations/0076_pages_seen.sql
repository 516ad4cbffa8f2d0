-- How many pages of a document a member of our staff has seen since the package was queued. Shown to colleagues, and required by
-- nothing. A row of an earlier review no longer counts, and is reused.
create table document_pages_seen (
  partner_id   uuid not null,
  customer_id  uuid not null,
  document_id  uuid not null,
  account_id   uuid not null,
  pages_seen   smallint not null check (pages_seen >= 1),
  pages_total  smallint not null check (pages_total <= 10000),
  seen_at      timestamptz not null,
  primary key (partner_id, customer_id, document_id, account_id),
  foreign key (partner_id, customer_id) references customers,
  constraint document_pages_seen_within check (pages_seen <= pages_total)
);

alter table document_pages_seen enable row level security;
alter table document_pages_seen force row level security;
create policy owner_works on document_pages_seen to current_user using (true);
create policy own_partner on document_pages_seen using (partner_id = current_partner());
create policy staff_works on document_pages_seen to onboarding_staff using (true);
grant select, insert, update (pages_seen, pages_total, seen_at) on document_pages_seen to onboarding_staff;
