-- Reference data: loaded by the migrate command from database/reference, extended by operators without a release.

create table countries (
  country_code text primary key check (country_code ~ '^[A-Z]{3}$'),
  name         text not null
);

create table business_types (
  business_type_code text primary key check (business_type_code ~ '^[A-Za-z]+$'),
  status             text not null default 'Active' constraint business_types_status check (status in ('Active', 'Retired'))
);
-- Matching ignores case, so two names that differ only in case would be one name with two spellings.
create unique index business_types_folded on business_types (lower(business_type_code));

-- Identity documents accepted from people living in a country. A country has at most one active version; older ones
-- stay, because stored identities name the version that they were accepted under.
create table requirement_sets (
  requirement_set_id integer generated always as identity primary key,
  country_code       text not null references countries,
  version            integer not null check (version > 0),
  status             text not null constraint requirement_sets_status check (status in ('Draft', 'Active', 'Retired')),
  entries            jsonb not null check (jsonb_typeof(entries) = 'array'),
  created_at         timestamptz not null default now(),
  unique (country_code, version)
);
create unique index requirement_sets_active on requirement_sets (country_code) where status = 'Active';

grant select on countries, business_types, requirement_sets to onboarding_app;
