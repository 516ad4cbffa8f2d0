-- Wrong passwords and codes, counted by who gives them: everybody whom we do not know, each device on which the account has
-- signed in before, and each sign-in that is asked again. A stranger who guesses blocks strangers. This takes the place of
-- failed_attempts and blocked_until of accounts, which nothing reads any more; a later release drops them.
create table account_attempts (
  account_id    uuid not null references accounts,
  source        text not null constraint account_attempts_source check (source in ('Anonymous', 'Device', 'SignIn')),
  -- Which device or sign-in; empty for all whom we do not know.
  source_key    text not null,
  failures      integer not null,
  counted_at    timestamptz not null,
  blocked_until timestamptz,
  primary key (account_id, source, source_key)
);
create index account_attempts_counted on account_attempts (counted_at);
grant select, insert, update, delete on account_attempts to onboarding_identity;
grant select, delete on account_attempts to onboarding_worker;
