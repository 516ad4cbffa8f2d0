-- A sign-in: the provider's session in one browser, from password and second factor on, and everything that came of it. The
-- provider keeps its own record of it in oidc_records, sealed; here is what ends it: half an hour without any request, to
-- the provider or to the API, twelve hours after the last time that password and second factor were both shown, or somebody
-- who signs out. A row that has ended stays until its time is over: a request that was under way must not bring it back.
create table sign_ins (
  sign_in_id    uuid primary key,
  account_id    uuid not null references accounts,
  -- The hash of the id by which the provider knows its session.
  provider_hash bytea not null constraint sign_ins_provider unique,
  signed_in_at  timestamptz not null,
  last_seen_at  timestamptz not null,
  expires_at    timestamptz not null,
  ended_at      timestamptz
);
create index sign_ins_account on sign_ins (account_id);
create index sign_ins_expiry on sign_ins (expires_at);
grant select, insert, update on sign_ins to onboarding_identity;
grant select, delete on sign_ins to onboarding_worker;

-- Sessions of an outside provider have none, and neither have those from before.
alter table sessions add column sign_in_id uuid;

-- Whether a session may come of a sign-in. It stays so until the transaction ends: whoever signs out waits for the session
-- and then ends it too.
create function hold_sign_in(held uuid, of_account uuid, at timestamptz) returns boolean
  language sql volatile security definer
begin atomic
  select i.ended_at is null and i.expires_at > at from sign_ins i
    where i.sign_in_id = held and i.account_id = of_account for share;
end;
revoke execute on function hold_sign_in(uuid, uuid, timestamptz) from public;
grant execute on function hold_sign_in(uuid, uuid, timestamptz) to onboarding_app;

-- Signs a person out of one browser: the session, every other one that came of the same sign-in, and the provider's.
create function end_sign_in(hashed bytea) returns void
  language sql volatile security definer
begin atomic
  update sign_ins i set ended_at = now() from sessions s
    where s.session_hash = hashed and i.sign_in_id = s.sign_in_id and i.account_id = s.account_id and i.ended_at is null;
  delete from oidc_records r using sessions s, sign_ins i
    where s.session_hash = hashed and i.sign_in_id = s.sign_in_id and i.account_id = s.account_id
      and r.uid_hash = i.provider_hash and r.model = 'Session';
  delete from sessions s using sessions own
    where own.session_hash = hashed and s.account_id = own.account_id
      and (s.session_hash = own.session_hash or s.sign_in_id = own.sign_in_id);
end;
revoke execute on function end_sign_in(bytea) from public;
grant execute on function end_sign_in(bytea) to onboarding_app;

create or replace function end_sessions(of_account uuid) returns bigint
  language sql volatile security definer
begin atomic
  update sign_ins set ended_at = now() where sign_ins.account_id = of_account and sign_ins.ended_at is null;
  delete from oidc_records where oidc_records.account_id = of_account;
  with ended as (delete from sessions where sessions.account_id = of_account returning 1) select count(*) from ended;
end;
