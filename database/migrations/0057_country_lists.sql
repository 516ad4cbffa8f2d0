-- Which countries we never serve, and which ones analysts look at first: decided by operators, apart from the rules for
-- documents. A decision is kept when it is taken back, so that loading the shipped lists again undoes nothing.
create table country_lists (
  list         text not null constraint country_lists_list check (list in ('Prohibited', 'HighRisk')),
  country_code text not null references countries,
  -- Undecided: shipped as a question. Such a country is not served, and no production process starts before it is answered.
  standing     text not null constraint country_lists_standing check (standing in ('Listed', 'Unlisted', 'Undecided')),
  reason       text not null,
  since        timestamptz not null default now(),
  decided_by   text,
  primary key (country_code, list),
  check ((standing = 'Undecided') = (decided_by is null))
);
grant select on country_lists to onboarding_app, onboarding_identity, onboarding_worker, onboarding_operations;
grant insert, update (standing, reason, since, decided_by) on country_lists to onboarding_operations;

-- A change of a list, and how far the worker has come in looking for the businesses that it concerns.
create table country_looks (
  look_id        bigint generated always as identity primary key,
  countries      text[] not null check (cardinality(countries) > 0),
  asked_by       text not null,
  asked_at       timestamptz not null default now(),
  -- The last customer that was looked at.
  after_partner  uuid not null default '00000000-0000-0000-0000-000000000000',
  after_customer uuid not null default '00000000-0000-0000-0000-000000000000',
  looked_at      bigint not null default 0,
  concerned      bigint not null default 0,
  finished_at    timestamptz
);
create index country_looks_open on country_looks (look_id) where finished_at is null;
grant select on country_looks to onboarding_worker, onboarding_operations;
grant insert (countries, asked_by, asked_at) on country_looks to onboarding_operations;
grant update (after_partner, after_customer, looked_at, concerned, finished_at) on country_looks to onboarding_worker;

alter table operator_actions
  drop constraint operator_actions_action,
  add constraint operator_actions_action check (action in ('PartnerCreated', 'PartnerApproved', 'PartnerRejected',
    'PartnerActivated', 'PartnerDeactivated', 'LimitsChanged', 'PersonInvited', 'RulesActivated', 'CountryClosed',
    'DeadLetterRetried', 'CertificateAdded', 'CertificateRevoked', 'PersonRoleChanged', 'PersonDisabled', 'PersonEnabled',
    'PersonFactorsReset', 'PersonSignedOut', 'RulesDrafted', 'BusinessTypeAdded', 'BusinessTypeDocumentsSet',
    'BusinessTypeRetired', 'KeysRewrapped', 'RootKeyRetired', 'SigningKeyPublished', 'SigningKeyActivated',
    'SigningKeyRetired', 'CountryProhibited', 'CountryAllowed', 'CountryHighRisk', 'CountryOrdinaryRisk', 'CountryOpened'));
