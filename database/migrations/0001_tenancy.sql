-- Partners, and the mechanism that keeps them apart.
--
-- Every business table carries partner_id, leading in its keys, and has row-level security: the application role
-- does not own the tables, so a query that forgets its partner sees nothing at all. The partner of a transaction is
-- the setting app.partner_id, set by enter_partner() and gone with the transaction.

create function current_partner() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.partner_id', true), '')::uuid;

create table partners (
  partner_id        uuid primary key,
  name              text not null,
  client_id         text not null unique,
  status            text not null default 'Active' constraint partners_status check (status in ('Active', 'Inactive')),
  onboarding_status text not null default 'Pending'
                    constraint partners_onboarding_status check (onboarding_status in ('Pending', 'Approved', 'Rejected')),
  created_at        timestamptz not null default now()
);
alter table partners enable row level security;
create policy own_partner on partners using (partner_id = current_partner());
grant select on partners to onboarding_app;

-- Enters a partner for the rest of the transaction and answers its standing, or no row when there is no such partner.
-- The body is bound when the function is made (begin atomic), so no search_path can redirect it; a SET clause would
-- undo the setting on return.
create function enter_partner(entering uuid) returns table (status text, onboarding_status text)
  language sql volatile security definer
begin atomic
  select set_config('app.partner_id', entering::text, true);
  select p.status, p.onboarding_status from partners p where p.partner_id = entering;
end;
revoke execute on function enter_partner(uuid) from public;
grant execute on function enter_partner(uuid) to onboarding_app;

-- What the readiness probe writes: a server that answers reads but cannot commit is not ready.
create table health_probes (
  service   text primary key,
  probed_at timestamptz not null
);
grant select, insert, update on health_probes to onboarding_app;
