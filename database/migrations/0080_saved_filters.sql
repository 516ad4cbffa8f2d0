-- The filters that a person saved for a list of the portal or the console. One row per list, replaced as a whole; the version detects
-- changes from another browser.
create table saved_filters (
  account_id  uuid not null references accounts on delete cascade,
  list        text not null constraint saved_filters_list
                check (list in ('Customers', 'Deliveries', 'ApiRequests', 'Activity', 'Queue', 'Search')),
  version     integer not null,
  filters     jsonb not null,
  primary key (account_id, list)
);

alter table saved_filters enable row level security;
alter table saved_filters force row level security;
create policy owner_works on saved_filters to current_user using (true);
create policy own_account on saved_filters to onboarding_app using (account_id = current_account());
grant select, insert, update (version, filters) on saved_filters to onboarding_app;
