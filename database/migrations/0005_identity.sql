-- Identity: what machines and people prove who they are with. The identity process works for all partners and has a role
-- of its own, which sees these tables and nothing of the partners' business; the application role sees its partner's part.

create policy identity_reads on partners for select to onboarding_identity using (true);
grant select on partners to onboarding_identity;
create policy worker_reads on partners for select to onboarding_worker using (true);
grant select on partners to onboarding_worker;
grant select, insert, update on health_probes to onboarding_identity, onboarding_worker;

-- The certificates that a partner has registered for getting tokens. Never deleted: the log of token requests names them.
create table api_certificates (
  partner_id     uuid not null references partners,
  certificate_id uuid not null,
  name           text not null,
  subject        text not null,
  -- x5t#S256 of RFC 7515: what an assertion's kid must be, if it has one.
  thumbprint     text not null,
  -- One key never serves two clients, and a revoked key never comes back.
  spki_hash      bytea not null constraint api_certificates_key unique,
  pem            text not null,
  not_before     timestamptz not null,
  not_after      timestamptz not null,
  registered_at  timestamptz not null,
  registered_by  uuid,
  revoked_at     timestamptz,
  revoked_by     uuid,
  last_used_at   timestamptz,
  -- The number of days before expiry for which its partner was warned last.
  warned_days    smallint,
  primary key (partner_id, certificate_id)
);
create index api_certificates_expiry on api_certificates (not_after) where revoked_at is null;
alter table api_certificates enable row level security;
create policy own_partner on api_certificates to onboarding_app using (partner_id = current_partner());
create policy identity_works on api_certificates to onboarding_identity using (true);
create policy worker_works on api_certificates to onboarding_worker using (true);
grant select, insert, update on api_certificates to onboarding_app;
grant select on api_certificates to onboarding_identity, onboarding_worker;
grant update (last_used_at) on api_certificates to onboarding_identity;
grant update (warned_days) on api_certificates to onboarding_worker;

-- Every request for a token and what became of it, with the true reason, which the caller is never told. A request whose
-- client is unknown belongs to nobody: its partner is the nil UUID.
create table token_requests (
  partner_id     uuid not null,
  request_id     uuid not null,
  client_id      text not null,
  outcome        text not null constraint token_requests_outcome check (outcome in ('Issued', 'Refused')),
  error          text,
  reason         text,
  certificate_id uuid,
  scope          text,
  address        text not null,
  occurred_at    timestamptz not null,
  primary key (partner_id, request_id)
) partition by range (request_id);
alter table token_requests enable row level security;
create policy own_partner on token_requests to onboarding_app using (partner_id = current_partner());
create policy identity_works on token_requests to onboarding_identity using (true);
grant select on token_requests to onboarding_app;
grant select, insert on token_requests to onboarding_identity;

-- Assertions that were used, until they expire: one assertion, one token. Not partitioned, because the same jti must be
-- refused whatever else is in the assertion.
create table used_assertions (
  assertion_hash bytea primary key,
  expires_at     timestamptz not null
);
create index used_assertions_expiry on used_assertions (expires_at);
grant select, insert on used_assertions to onboarding_identity;
grant select, delete on used_assertions to onboarding_worker;

-- The keys that sign tokens; the private half only sealed by the key ring.
create table signing_keys (
  key_id       text primary key,
  status       text not null constraint signing_keys_status check (status in ('Published', 'Active', 'Retiring', 'Retired')),
  public_jwk   text not null,
  private_key  bytea,
  published_at timestamptz not null,
  activated_at timestamptz,
  retiring_at  timestamptz,
  retired_at   timestamptz
);
create unique index signing_keys_active on signing_keys (status) where status = 'Active';
grant select, insert, update on signing_keys to onboarding_identity;

-- What the OpenID provider keeps: sessions, interactions, grants, codes. Found by the hash of its id and sealed, so that a
-- copy of this table signs nobody in.
create table oidc_records (
  model       text not null,
  record_hash bytea not null,
  account_id  uuid,
  grant_hash  bytea,
  uid_hash    bytea,
  payload     bytea not null,
  consumed_at timestamptz,
  expires_at  timestamptz not null,
  primary key (model, record_hash)
);
create index oidc_records_grant on oidc_records (grant_hash) where grant_hash is not null;
create index oidc_records_uid on oidc_records (uid_hash) where uid_hash is not null;
create index oidc_records_account on oidc_records (account_id) where account_id is not null;
create index oidc_records_expiry on oidc_records (expires_at);
grant select, insert, update, delete on oidc_records to onboarding_identity;
grant select, delete on oidc_records to onboarding_worker;

-- People. Those of a partner and our own staff live in two realms that share nothing but this table.
create table accounts (
  account_id          uuid primary key,
  realm               text not null constraint accounts_realm check (realm in ('partner', 'staff')),
  partner_id          uuid references partners,
  role                text not null,
  email               text not null,
  email_key           text not null,
  name                text not null,
  status              text not null constraint accounts_status check (status in ('Invited', 'Active', 'Disabled')),
  password_hash       text,
  password_changed_at timestamptz,
  -- Wrong passwords and codes since the last success, and until when another try is not even looked at.
  failed_attempts     integer not null default 0,
  blocked_until       timestamptz,
  created_at          timestamptz not null,
  constraint accounts_email unique (realm, email_key),
  constraint accounts_partner check ((realm = 'partner') = (partner_id is not null)),
  constraint accounts_role check (
    (realm = 'partner' and role in ('admin', 'developer', 'viewer'))
    or (realm = 'staff' and role in ('analyst', 'supervisor', 'auditor', 'operator')))
);
create index accounts_of_partner on accounts (partner_id) where partner_id is not null;
alter table accounts enable row level security;
create policy own_partner on accounts to onboarding_app using (partner_id = current_partner());
create policy identity_works on accounts to onboarding_identity using (true);
create policy worker_reads on accounts for select to onboarding_worker using (true);
grant select (account_id, realm, partner_id, role, email, name, status, created_at) on accounts to onboarding_app, onboarding_worker;
grant select, insert, update on accounts to onboarding_identity;

create table second_factors (
  account_id    uuid not null references accounts,
  factor_id     uuid not null,
  kind          text not null constraint second_factors_kind check (kind in ('Totp', 'Passkey')),
  name          text not null,
  -- Totp: the shared secret, sealed. Passkey: the public key.
  secret        bytea not null,
  credential_id text constraint second_factors_credential unique,
  transports    text[],
  -- Totp: the last time step that was accepted, so that a code works once. Passkey: the authenticator's counter.
  counter       bigint not null default 0,
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  primary key (account_id, factor_id)
);
create table recovery_codes (
  account_id uuid not null references accounts,
  code_hash  bytea not null,
  used_at    timestamptz,
  primary key (account_id, code_hash)
);
-- Links sent by mail. Only the hash is kept; a link works once.
create table account_links (
  link_hash  bytea primary key,
  account_id uuid not null references accounts,
  purpose    text not null constraint account_links_purpose check (purpose in ('Invitation', 'PasswordReset')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at    timestamptz
);
create index account_links_account on account_links (account_id);
create index account_links_expiry on account_links (expires_at);
grant select, insert, update, delete on second_factors, recovery_codes to onboarding_identity;
grant select, insert, update on account_links to onboarding_identity;
grant select, delete on account_links to onboarding_worker;

-- What people did with their accounts: sign-ins, refusals with their reason, changes of password and factors.
create table account_events (
  event_id    uuid not null primary key,
  account_id  uuid,
  realm       text not null,
  kind        text not null,
  reason      text,
  address     text not null,
  user_agent  text,
  occurred_at timestamptz not null
) partition by range (event_id);
create index account_events_account on account_events (account_id, event_id);
grant select, insert on account_events to onboarding_identity;

-- A person's session with the API, found by the hash of its cookie.
create table sessions (
  session_hash     bytea primary key,
  session_id       uuid not null unique,
  account_id       uuid not null references accounts,
  realm            text not null constraint sessions_realm check (realm in ('partner', 'staff')),
  created_at       timestamptz not null,
  last_seen_at     timestamptz not null,
  expires_at       timestamptz not null,
  -- When a second factor was last shown; some operations want a recent one.
  second_factor_at timestamptz not null,
  address          text not null,
  user_agent       text not null
);
create index sessions_account on sessions (account_id);
create index sessions_expiry on sessions (expires_at);
grant select, insert, update, delete on sessions to onboarding_app;
grant select, delete on sessions to onboarding_identity, onboarding_worker;

-- Enters a session for the rest of the transaction, as enter_partner() does for a token: its partner's rows become
-- visible, and its account and its partner are read as they stand now. No row: no such session, or its time is over.
-- Idle sessions end after 30 minutes; to be seen once a minute is often enough to know.
create function enter_session(hashed bytea, of_realm text, at timestamptz)
  returns table (session_id uuid, account_id uuid, partner_id uuid, role text, name text, email text, created_at timestamptz,
    expires_at timestamptz, second_factor_at timestamptz, partner_name text, client_id text, status text, onboarding_status text)
  language sql volatile security definer
begin atomic
  update sessions s set last_seen_at = at
    where s.session_hash = hashed and s.realm = of_realm and s.last_seen_at > at - interval '30 minutes'
      and s.last_seen_at <= at - interval '1 minute'
      and s.expires_at > at;
  select set_config('app.partner_id', coalesce((
    select a.partner_id::text from sessions s join accounts a using (account_id, realm)
    where s.session_hash = hashed and s.realm = of_realm and s.expires_at > at and s.last_seen_at > at - interval '30 minutes'
      and a.status = 'Active'), ''), true);
  select s.session_id, a.account_id, a.partner_id, a.role, a.name, a.email, s.created_at, s.expires_at, s.second_factor_at,
      p.name, p.client_id, p.status, p.onboarding_status
    from sessions s join accounts a using (account_id, realm) left join partners p on p.partner_id = a.partner_id
    where s.session_hash = hashed and s.realm = of_realm and s.expires_at > at and s.last_seen_at > at - interval '30 minutes'
      and a.status = 'Active';
end;
revoke execute on function enter_session(bytea, text, timestamptz) from public;
grant execute on function enter_session(bytea, text, timestamptz) to onboarding_app;

-- Signs a person out everywhere: every session with the API, and every one with the provider, so that none comes back by
-- itself. Answers how many sessions with the API ended.
create function end_sessions(of_account uuid) returns bigint
  language sql volatile security definer
begin atomic
  delete from oidc_records where oidc_records.account_id = of_account;
  with ended as (delete from sessions where sessions.account_id = of_account returning 1) select count(*) from ended;
end;
revoke execute on function end_sessions(uuid) from public;
grant execute on function end_sessions(uuid) to onboarding_app, onboarding_identity;

create or replace function make_partitions(days_ahead integer default 7) returns integer
  language plpgsql security definer set search_path = onboarding, pg_temp
as $$
declare
  today date := (now() at time zone 'utc')::date;
  day date;
  month date;
  parent text;
  made integer := 0;
begin
  if days_ahead not between 1 and 60 then
    raise exception 'days_ahead must be between 1 and 60';
  end if;
  -- A lock of our own, so that two callers never both miss a partition and make it twice.
  perform pg_advisory_xact_lock(hashtext('onboarding.make_partitions'));
  for day in select generate_series(today - 1, today + days_ahead, interval '1 day')::date loop
    foreach parent in array array['events', 'token_requests'] loop
      made := made + make_partition(parent, to_char(day, 'YYYYMMDD'), uuid_floor(day::timestamp at time zone 'utc')::text,
        uuid_floor((day + 1)::timestamp at time zone 'utc')::text);
    end loop;
    made := made + make_partition('idempotency_keys', to_char(day, 'YYYYMMDD'), day::text, (day + 1)::text);
  end loop;
  for month in
    select generate_series(date_trunc('month', (today - 1)::timestamp), (today + days_ahead)::timestamp, interval '1 month')::date
  loop
    foreach parent in array array['audit_entries', 'account_events'] loop
      made := made + make_partition(parent, to_char(month, 'YYYYMM'), uuid_floor(month::timestamp at time zone 'utc')::text,
        uuid_floor((month + interval '1 month')::timestamp at time zone 'utc')::text);
    end loop;
  end loop;
  return made;
end
$$;
grant execute on function make_partitions(integer) to onboarding_identity, onboarding_worker;

-- Drops the partitions of a table that is kept for a number of days only. Answers how many were dropped.
create function drop_partitions(parent text, keep_days integer) returns integer
  language plpgsql security definer set search_path = onboarding, pg_temp
as $$
declare
  oldest text := to_char((now() at time zone 'utc')::date - keep_days, 'YYYYMMDD');
  child text;
  dropped integer := 0;
begin
  if parent not in ('idempotency_keys', 'token_requests') or keep_days < 2 then
    raise exception 'partitions of % are not dropped after % days', parent, keep_days;
  end if;
  for child in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent::regclass and c.relname < parent || '_' || oldest order by 1
  loop
    execute format('drop table %I', child);
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$$;
revoke execute on function drop_partitions(text, integer) from public;
grant execute on function drop_partitions(text, integer) to onboarding_worker;
