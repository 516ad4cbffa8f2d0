-- Made by npm run generate: the schema after all migrations. Change it by a new migration, not here.
CREATE SCHEMA onboarding;

ALTER SCHEMA onboarding OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.current_partner() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (NULLIF(current_setting('app.partner_id'::text, true), ''::text))::uuid;

ALTER FUNCTION onboarding.current_partner() OWNER TO onboarding_owner;

CREATE TABLE onboarding.accounts (
    account_id uuid NOT NULL,
    realm text NOT NULL,
    partner_id uuid,
    role text NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    name text NOT NULL,
    status text NOT NULL,
    password_hash text,
    password_changed_at timestamp with time zone,
    failed_attempts integer DEFAULT 0 NOT NULL,
    blocked_until timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    last_sign_in_at timestamp with time zone,
    review_mails boolean,
    holds_email boolean GENERATED ALWAYS AS (((status = 'Active'::text) OR (password_changed_at IS NOT NULL))) STORED NOT NULL,
    CONSTRAINT accounts_partner CHECK (((realm = 'partner'::text) = (partner_id IS NOT NULL))),
    CONSTRAINT accounts_realm CHECK ((realm = ANY (ARRAY['partner'::text, 'staff'::text]))),
    CONSTRAINT accounts_role CHECK ((((realm = 'partner'::text) AND (role = ANY (ARRAY['admin'::text, 'developer'::text, 'viewer'::text]))) OR ((realm = 'staff'::text) AND (role = ANY (ARRAY['analyst'::text, 'supervisor'::text, 'auditor'::text, 'operator'::text]))))),
    CONSTRAINT accounts_status CHECK ((status = ANY (ARRAY['Invited'::text, 'Active'::text, 'Disabled'::text])))
);

ALTER TABLE ONLY onboarding.accounts FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.accounts OWNER TO onboarding_owner;

CREATE TABLE onboarding.sessions (
    session_hash bytea NOT NULL,
    session_id uuid NOT NULL,
    account_id uuid NOT NULL,
    realm text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    second_factor_at timestamp with time zone NOT NULL,
    address text NOT NULL,
    user_agent text NOT NULL,
    sign_in_id uuid,
    CONSTRAINT sessions_realm CHECK ((realm = ANY (ARRAY['partner'::text, 'staff'::text])))
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='500');

ALTER TABLE ONLY onboarding.sessions FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.sessions OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.colleague_sessions(of_account uuid, at timestamp with time zone, seen_after timestamp with time zone) RETURNS TABLE(session_id uuid, created_at timestamp with time zone, last_seen_at timestamp with time zone, address text, user_agent text)
    LANGUAGE sql STABLE SECURITY DEFINER
    BEGIN ATOMIC
 SELECT s.session_id,
     s.created_at,
     s.last_seen_at,
     s.address,
     s.user_agent
    FROM (onboarding.sessions s
      JOIN onboarding.accounts a ON ((a.account_id = s.account_id)))
   WHERE ((s.account_id = colleague_sessions.of_account) AND (a.partner_id = onboarding.current_partner()) AND (s.expires_at > colleague_sessions.at) AND (s.last_seen_at > colleague_sessions.seen_after));
END;

ALTER FUNCTION onboarding.colleague_sessions(of_account uuid, at timestamp with time zone, seen_after timestamp with time zone) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.current_account() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid;

ALTER FUNCTION onboarding.current_account() OWNER TO onboarding_owner;

CREATE TABLE onboarding.customers (
    partner_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    partner_customer_id text NOT NULL,
    company_name text NOT NULL,
    trading_name text,
    email text NOT NULL,
    phone_number text,
    business_type_code text NOT NULL,
    incorporation_country text NOT NULL,
    industry text NOT NULL,
    description text,
    website text NOT NULL,
    registration_number text NOT NULL,
    registration_date date,
    addresses jsonb DEFAULT '[]'::jsonb NOT NULL,
    financials jsonb,
    verification_status text NOT NULL,
    version integer DEFAULT 1 NOT NULL,
    event_sequence bigint NOT NULL,
    audit_sequence bigint NOT NULL,
    audit_hash bytea NOT NULL,
    data_key bytea,
    data_key_id text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    attempt integer DEFAULT 1 NOT NULL,
    submitted_at timestamp with time zone,
    status_changed_at timestamp with time zone,
    decided_at timestamp with time zone,
    erased_at timestamp with time zone,
    monitoring text,
    CONSTRAINT customers_attempt_check CHECK ((attempt > 0)),
    CONSTRAINT customers_monitoring CHECK ((monitoring = ANY (ARRAY['Waiting'::text, 'Claimed'::text]))),
    CONSTRAINT customers_verification_status CHECK ((verification_status = ANY (ARRAY['NotStarted'::text, 'PendingVerification'::text, 'StartedNotCompleted'::text, 'Approved'::text, 'Rejected'::text, 'ChangesRequested'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05');

ALTER TABLE ONLY onboarding.customers FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.customers OWNER TO onboarding_owner;

COMMENT ON COLUMN onboarding.customers.data_key IS 'The customer''s own data key, wrapped by the key ring''s key data_key_id; null once the customer was erased. Without it nothing that it has encrypted can be read. A backup from before the erasure holds the wrapped key as well, and stays readable to whoever has the key ring until that backup ends.';

CREATE FUNCTION onboarding.customer_exists(wanted uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM onboarding.customers c
           WHERE (c.customer_id = customer_exists.wanted))) AS "exists";
END;

ALTER FUNCTION onboarding.customer_exists(wanted uuid) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.customer_moved() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'onboarding', 'pg_temp'
    AS $$
begin
  insert into customer_counts as c (partner_id, verification_status, stripe, customers)
  select new.partner_id, moved.status, pg_backend_pid() % 64, moved.by
  from (values (old.verification_status, -1), (new.verification_status, 1)) as moved (status, by) order by moved.status
  on conflict (partner_id, verification_status, stripe) do update set customers = c.customers + excluded.customers;
  return null;
end
$$;

ALTER FUNCTION onboarding.customer_moved() OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.customer_renamed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'onboarding', 'pg_temp'
    AS $$
begin
  delete from customer_terms t where t.partner_id = old.partner_id and t.customer_id = old.customer_id and t.term = any
    (search_terms(old.company_name, old.trading_name, old.partner_customer_id, old.registration_number));
  insert into customer_terms (partner_id, term, customer_id)
  select new.partner_id, term, new.customer_id
  from unnest(search_terms(new.company_name, new.trading_name, new.partner_customer_id, new.registration_number)) as term
  where term <> '' on conflict do nothing;
  return null;
end
$$;

ALTER FUNCTION onboarding.customer_renamed() OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.customers_added() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'onboarding', 'pg_temp'
    AS $$
begin
  insert into customer_counts as c (partner_id, verification_status, stripe, customers)
  select a.partner_id, a.verification_status, pg_backend_pid() % 64, count(*) from added a group by 1, 2 order by 1, 2
  on conflict (partner_id, verification_status, stripe) do update set customers = c.customers + excluded.customers;
  insert into customer_terms (partner_id, term, customer_id)
  select a.partner_id, term, a.customer_id
  from added a cross join unnest(search_terms(a.company_name, a.trading_name, a.partner_customer_id, a.registration_number)) as term
  where term <> '' on conflict do nothing;
  return null;
end
$$;

ALTER FUNCTION onboarding.customers_added() OWNER TO onboarding_owner;

CREATE TABLE onboarding.documents (
    partner_id uuid NOT NULL,
    document_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    ubo_id uuid,
    category text NOT NULL,
    content_type text NOT NULL,
    status text NOT NULL,
    refusal text,
    object_key text NOT NULL,
    version_id text,
    etag text,
    size_bytes bigint,
    sha256 text,
    created_at timestamp with time zone NOT NULL,
    link_expires_at timestamp with time zone NOT NULL,
    uploaded_at timestamp with time zone,
    confirmed_at timestamp with time zone,
    superseded_at timestamp with time zone,
    erased_at timestamp with time zone,
    next_check_at timestamp with time zone,
    findings text[] DEFAULT '{}'::text[] NOT NULL,
    handed_in_at timestamp with time zone,
    kept_key text,
    scan_tries smallint DEFAULT 0 NOT NULL,
    CONSTRAINT documents_category CHECK ((category = ANY (ARRAY['CertificateOfIncorporation'::text, 'MemorandumArticles'::text, 'ShareholderRegister'::text, 'DirectorRegister'::text, 'ProofOfBusinessAddress'::text, 'TaxCertificate'::text, 'BankStatement'::text, 'OperatingLicence'::text, 'BoardResolution'::text, 'SourceOfFunds'::text, 'OwnershipChart'::text, 'IdentityFront'::text, 'IdentityBack'::text, 'ProofOfPersonAddress'::text, 'Selfie'::text, 'Other'::text]))),
    CONSTRAINT documents_confirmed CHECK (((status <> 'Confirmed'::text) OR (erased_at IS NOT NULL) OR ((version_id IS NOT NULL) AND (sha256 IS NOT NULL) AND (size_bytes IS NOT NULL) AND (confirmed_at IS NOT NULL)))),
    CONSTRAINT documents_content_type CHECK ((content_type = ANY (ARRAY['application/pdf'::text, 'image/jpeg'::text, 'image/png'::text]))),
    CONSTRAINT documents_kept CHECK (((status <> 'Confirmed'::text) OR (erased_at IS NOT NULL) OR (kept_key IS NOT NULL) OR (object_key !~~ 'incoming/%'::text))),
    CONSTRAINT documents_refusal CHECK ((refusal = ANY (ARRAY['Empty'::text, 'TooLarge'::text, 'ContentMismatch'::text, 'Infected'::text, 'Unscannable'::text]))),
    CONSTRAINT documents_status CHECK ((status = ANY (ARRAY['LinkIssued'::text, 'Uploaded'::text, 'Confirmed'::text, 'Quarantined'::text, 'Rejected'::text, 'Expired'::text, 'Superseded'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05');

ALTER TABLE ONLY onboarding.documents FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.documents OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.document_exists(wanted uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM onboarding.documents d
           WHERE (d.document_id = document_exists.wanted))) AS "exists";
END;

ALTER FUNCTION onboarding.document_exists(wanted uuid) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.documents_arrived(partner_ids uuid[], document_ids uuid[], arrived_at timestamp with time zone) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    BEGIN ATOMIC
 UPDATE onboarding.documents d SET next_check_at = documents_arrived.arrived_at
    FROM UNNEST(documents_arrived.partner_ids, documents_arrived.document_ids) arrived(partner_id, document_id)
   WHERE ((d.partner_id = arrived.partner_id) AND (d.document_id = arrived.document_id) AND ((d.next_check_at IS NULL) OR (d.next_check_at > documents_arrived.arrived_at)));
END;

ALTER FUNCTION onboarding.documents_arrived(partner_ids uuid[], document_ids uuid[], arrived_at timestamp with time zone) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.drop_partitions(parent text, keep_days integer) RETURNS integer
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'onboarding', 'pg_temp'
    AS $$ select dropped from retire_partitions(parent, keep_days) $$;

ALTER FUNCTION onboarding.drop_partitions(parent text, keep_days integer) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.end_session(hashed bytea) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    BEGIN ATOMIC
 DELETE FROM onboarding.sessions
   WHERE (sessions.session_hash = end_session.hashed);
END;

ALTER FUNCTION onboarding.end_session(hashed bytea) OWNER TO onboarding_owner;

CREATE TABLE onboarding.oidc_records (
    model text NOT NULL,
    record_hash bytea NOT NULL,
    account_id uuid,
    grant_hash bytea,
    uid_hash bytea,
    payload bytea NOT NULL,
    consumed_at timestamp with time zone,
    expires_at timestamp with time zone NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000');

ALTER TABLE onboarding.oidc_records OWNER TO onboarding_owner;

CREATE TABLE onboarding.sign_ins (
    sign_in_id uuid NOT NULL,
    account_id uuid NOT NULL,
    provider_hash bytea NOT NULL,
    signed_in_at timestamp with time zone NOT NULL,
    last_seen_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='500');

ALTER TABLE onboarding.sign_ins OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.end_sessions(of_account uuid) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    BEGIN ATOMIC
 UPDATE onboarding.sign_ins SET ended_at = now()
   WHERE ((sign_ins.account_id = end_sessions.of_account) AND (sign_ins.ended_at IS NULL));
 DELETE FROM onboarding.oidc_records
   WHERE (oidc_records.account_id = end_sessions.of_account);
 WITH ended AS (
          DELETE FROM onboarding.sessions
           WHERE (sessions.account_id = end_sessions.of_account)
           RETURNING 1 AS "?column?"
         )
  SELECT count(*) AS count
    FROM ended;
END;

ALTER FUNCTION onboarding.end_sessions(of_account uuid) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.end_sign_in(hashed bytea) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    BEGIN ATOMIC
 UPDATE onboarding.sign_ins i SET ended_at = now()
    FROM onboarding.sessions s
   WHERE ((s.session_hash = end_sign_in.hashed) AND (i.sign_in_id = s.sign_in_id) AND (i.account_id = s.account_id) AND (i.ended_at IS NULL));
 DELETE FROM onboarding.oidc_records r
    USING onboarding.sessions s,
     onboarding.sign_ins i
   WHERE ((s.session_hash = end_sign_in.hashed) AND (i.sign_in_id = s.sign_in_id) AND (i.account_id = s.account_id) AND (r.uid_hash = i.provider_hash) AND (r.model = 'Session'::text));
 DELETE FROM onboarding.sessions s
    USING onboarding.sessions own
   WHERE ((own.session_hash = end_sign_in.hashed) AND (s.account_id = own.account_id) AND ((s.session_hash = own.session_hash) OR (s.sign_in_id = own.sign_in_id)));
END;

ALTER FUNCTION onboarding.end_sign_in(hashed bytea) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.enter_partner(entering uuid) RETURNS TABLE(status text, onboarding_status text)
    LANGUAGE plpgsql SECURITY DEFINER
    AS $$
begin
  perform pg_catalog.set_config('app.partner_id', entering::pg_catalog.text, true);
  return query
    select p.status, p.onboarding_status from onboarding.partners p where p.partner_id operator(pg_catalog.=) entering;
end
$$;

ALTER FUNCTION onboarding.enter_partner(entering uuid) OWNER TO onboarding_owner;

CREATE TABLE onboarding.partners (
    partner_id uuid NOT NULL,
    name text NOT NULL,
    client_id text NOT NULL,
    status text DEFAULT 'Active'::text NOT NULL,
    onboarding_status text DEFAULT 'Pending'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    reads_per_second integer,
    writes_per_second integer,
    upload_links_per_second integer,
    CONSTRAINT partners_onboarding_status CHECK ((onboarding_status = ANY (ARRAY['Pending'::text, 'Approved'::text, 'Rejected'::text]))),
    CONSTRAINT partners_reads_per_second_check CHECK ((reads_per_second > 0)),
    CONSTRAINT partners_status CHECK ((status = ANY (ARRAY['Active'::text, 'Inactive'::text]))),
    CONSTRAINT partners_upload_links_per_second_check CHECK ((upload_links_per_second > 0)),
    CONSTRAINT partners_writes_per_second_check CHECK ((writes_per_second > 0))
);

ALTER TABLE ONLY onboarding.partners FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.partners OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.enter_session(hashed bytea, of_realm text, at timestamp with time zone) RETURNS TABLE(session_id uuid, account_id uuid, partner_id uuid, role text, name text, email text, created_at timestamp with time zone, expires_at timestamp with time zone, second_factor_at timestamp with time zone, partner_name text, client_id text, status text, onboarding_status text)
    LANGUAGE sql SECURITY DEFINER
    BEGIN ATOMIC
 UPDATE onboarding.sessions s SET last_seen_at = enter_session.at
   WHERE ((s.session_hash = enter_session.hashed) AND (s.realm = enter_session.of_realm) AND (s.last_seen_at > (enter_session.at - '00:30:00'::interval)) AND (s.last_seen_at <= (enter_session.at - '00:01:00'::interval)) AND (s.expires_at > enter_session.at));
 SELECT set_config('app.partner_id'::text, COALESCE((found.partner_id)::text, ''::text), true) AS set_config,
     set_config('app.account_id'::text, COALESCE((found.account_id)::text, ''::text), true) AS set_config
    FROM (( VALUES (true)) one
      LEFT JOIN ( SELECT a.partner_id,
             a.account_id
            FROM (onboarding.sessions s
              JOIN onboarding.accounts a USING (account_id, realm))
           WHERE ((s.session_hash = enter_session.hashed) AND (s.realm = enter_session.of_realm) AND (s.expires_at > enter_session.at) AND (s.last_seen_at > (enter_session.at - '00:30:00'::interval)) AND (a.status = 'Active'::text))) found ON (true));
 SELECT s.session_id,
     a.account_id,
     a.partner_id,
     a.role,
     a.name,
     a.email,
     s.created_at,
     s.expires_at,
     s.second_factor_at,
     p.name,
     p.client_id,
     p.status,
     p.onboarding_status
    FROM ((onboarding.sessions s
      JOIN onboarding.accounts a USING (account_id, realm))
      LEFT JOIN onboarding.partners p ON ((p.partner_id = a.partner_id)))
   WHERE ((s.session_hash = enter_session.hashed) AND (s.realm = enter_session.of_realm) AND (s.expires_at > enter_session.at) AND (s.last_seen_at > (enter_session.at - '00:30:00'::interval)) AND (a.status = 'Active'::text));
END;

ALTER FUNCTION onboarding.enter_session(hashed bytea, of_realm text, at timestamp with time zone) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.enter_session(hashed bytea, of_realm text, at timestamp with time zone, in_use boolean) RETURNS TABLE(session_id uuid, account_id uuid, partner_id uuid, role text, name text, email text, created_at timestamp with time zone, last_seen_at timestamp with time zone, expires_at timestamp with time zone, second_factor_at timestamp with time zone, partner_name text, client_id text, status text, onboarding_status text)
    LANGUAGE sql SECURITY DEFINER
    BEGIN ATOMIC
 UPDATE onboarding.sessions s SET last_seen_at = enter_session.at
   WHERE (enter_session.in_use AND (s.session_hash = enter_session.hashed) AND (s.realm = enter_session.of_realm) AND (s.last_seen_at > (enter_session.at - '00:30:00'::interval)) AND (s.last_seen_at <= (enter_session.at - '00:01:00'::interval)) AND (s.expires_at > enter_session.at));
 SELECT set_config('app.partner_id'::text, COALESCE((found.partner_id)::text, ''::text), true) AS set_config,
     set_config('app.account_id'::text, COALESCE((found.account_id)::text, ''::text), true) AS set_config
    FROM (( VALUES (true)) one
      LEFT JOIN ( SELECT a.partner_id,
             a.account_id
            FROM (onboarding.sessions s
              JOIN onboarding.accounts a USING (account_id, realm))
           WHERE ((s.session_hash = enter_session.hashed) AND (s.realm = enter_session.of_realm) AND (s.expires_at > enter_session.at) AND (s.last_seen_at > (enter_session.at - '00:30:00'::interval)) AND (a.status = 'Active'::text))) found ON (true));
 SELECT s.session_id,
     a.account_id,
     a.partner_id,
     a.role,
     a.name,
     a.email,
     s.created_at,
     s.last_seen_at,
     s.expires_at,
     s.second_factor_at,
     p.name,
     p.client_id,
     p.status,
     p.onboarding_status
    FROM ((onboarding.sessions s
      JOIN onboarding.accounts a USING (account_id, realm))
      LEFT JOIN onboarding.partners p ON ((p.partner_id = a.partner_id)))
   WHERE ((s.session_hash = enter_session.hashed) AND (s.realm = enter_session.of_realm) AND (s.expires_at > enter_session.at) AND (s.last_seen_at > (enter_session.at - '00:30:00'::interval)) AND (a.status = 'Active'::text));
END;

ALTER FUNCTION onboarding.enter_session(hashed bytea, of_realm text, at timestamp with time zone, in_use boolean) OWNER TO onboarding_owner;

CREATE TABLE onboarding.identities (
    partner_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    ubo_id uuid NOT NULL,
    identity_id uuid NOT NULL,
    identity_type_code text NOT NULL,
    issuing_country text NOT NULL,
    value_cipher bytea NOT NULL,
    value_masked text NOT NULL,
    value_hash bytea NOT NULL,
    value_hash_key_id text NOT NULL,
    issue_date date,
    expiry_date date,
    requirement_set_id integer NOT NULL,
    created_at timestamp with time zone NOT NULL,
    replaced_at timestamp with time zone,
    document_id uuid,
    general_rule boolean DEFAULT false NOT NULL,
    CONSTRAINT identities_type CHECK ((identity_type_code = ANY (ARRAY['PASSPORT'::text, 'NATIOANL_ID'::text, 'DRIVING_LICENCE'::text, 'IDENTITY_CARD'::text, 'RESIDENCE_CARD'::text, 'VOTER_CARD'::text, 'BVN'::text, 'OTHERS'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05');

ALTER TABLE ONLY onboarding.identities FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.identities OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.equal_numbers(of_partner uuid, of_customer uuid) RETURNS TABLE(identity_id uuid, key_id text, number_group bigint)
    LANGUAGE sql STABLE SECURITY DEFINER
    BEGIN ATOMIC
 SELECT i.identity_id,
     i.value_hash_key_id,
     dense_rank() OVER (ORDER BY i.value_hash_key_id, i.value_hash) AS dense_rank
    FROM onboarding.identities i
   WHERE ((i.partner_id = equal_numbers.of_partner) AND (i.customer_id = equal_numbers.of_customer));
END;

ALTER FUNCTION onboarding.equal_numbers(of_partner uuid, of_customer uuid) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.forget_password(of_account uuid, at timestamp with time zone) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    BEGIN ATOMIC
 UPDATE onboarding.accounts SET password_hash = NULL::text, password_changed_at = forget_password.at
   WHERE ((accounts.account_id = forget_password.of_account) AND ((onboarding.current_partner() IS NULL) OR (accounts.partner_id = onboarding.current_partner())));
END;

ALTER FUNCTION onboarding.forget_password(of_account uuid, at timestamp with time zone) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.forget_rows(family text, keep_days integer, most integer, OUT removed integer, OUT oldest timestamp with time zone) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'onboarding', 'pg_temp'
    AS $_$
declare
  least_days constant integer := case family
    when 'identity_comparisons' then 1
    when 'webhook_replays' then 31
    when 'webhook_changes' then 365
    when 'list_exports' then 365
    when 'analyst_days' then 366
    when 'operator_actions' then 1827 when 'screenings' then 1827
  end;
  age constant text := case family
    when 'identity_comparisons' then 'begun_at'
    when 'webhook_replays' then 'requested_at'
    when 'webhook_changes' then 'occurred_at'
    when 'list_exports' then 'begun_at'
    when 'analyst_days' then 'day'
    -- An id begins with the time of the action.
    when 'operator_actions' then 'action_id'
    when 'screenings' then 'superseded_at'
  end;
  before constant timestamptz := now() - keep_days * interval '1 day';
  limit_of_age constant text := case family
    when 'operator_actions' then 'uuid_floor($1)'
    when 'analyst_days' then '($1 at time zone ''utc'')::date'
    else '$1'
  end;
  -- A replay is needed as long as one of its deliveries is kept, and the last was made when it was completed.
  further constant text := case family
    when 'webhook_replays' then 'and coalesce(completed_at, cancelled_at) < $1 and not exists (
      select from webhook_replay_batches b where b.partner_id = old.partner_id and b.replay_id = old.replay_id)'
    else ''
  end;
begin
  if least_days is null or keep_days < least_days then
    raise exception 'rows of % are not removed after % days', family, keep_days
      using hint = format('They are kept for at least %s days.', least_days);
  end if;
  removed := 0;
  if keep_days is not null then
    execute format('with gone as (
        delete from %1$I where ctid = any (array(
          select ctid from %1$I old where %2$I < %3$s %4$s order by %2$I limit $2)) returning 1
      ) select count(*) from gone', family, age, limit_of_age, further)
      into removed using before, most;
  end if;
  execute case family
    when 'operator_actions' then 'select occurred_at from operator_actions order by action_id limit 1'
    when 'analyst_days' then 'select min(day)::timestamp at time zone ''utc'' from analyst_days'
    else format('select min(%I) from %I', age, family)
  end into oldest;
end
$_$;

ALTER FUNCTION onboarding.forget_rows(family text, keep_days integer, most integer, OUT removed integer, OUT oldest timestamp with time zone) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.hold_sign_in(held uuid, of_account uuid, at timestamp with time zone) RETURNS boolean
    LANGUAGE sql SECURITY DEFINER
    BEGIN ATOMIC
 SELECT ((i.ended_at IS NULL) AND (i.expires_at > hold_sign_in.at))
    FROM onboarding.sign_ins i
   WHERE ((i.sign_in_id = hold_sign_in.held) AND (i.account_id = hold_sign_in.of_account))
  FOR SHARE OF i;
END;

ALTER FUNCTION onboarding.hold_sign_in(held uuid, of_account uuid, at timestamp with time zone) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.invitation_standing(of_account uuid) RETURNS TABLE(organisation text, held_elsewhere boolean)
    LANGUAGE sql STABLE SECURITY DEFINER
    BEGIN ATOMIC
 SELECT p.name,
     (EXISTS ( SELECT
            FROM onboarding.accounts other
           WHERE ((other.realm = a.realm) AND (other.email_key = a.email_key) AND other.holds_email AND (other.account_id <> a.account_id)))) AS "exists"
    FROM (onboarding.accounts a
      LEFT JOIN onboarding.partners p ON ((p.partner_id = a.partner_id)))
   WHERE ((a.account_id = invitation_standing.of_account) AND ((onboarding.current_partner() IS NULL) OR (a.partner_id = onboarding.current_partner())));
END;

ALTER FUNCTION onboarding.invitation_standing(of_account uuid) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.make_partition(parent text, suffix text, lower_bound text, upper_bound text) RETURNS integer
    LANGUAGE plpgsql
    SET search_path TO 'onboarding', 'pg_temp'
    AS $$
declare
  child text := parent || '_' || suffix;
begin
  if to_regclass(child) is not null then
    return 0;
  end if;
  execute format('create table %I (like %I including all)', child, parent);
  perform tune_partition(parent, child);
  execute format('alter table %I attach partition %I for values from (%L) to (%L)', parent, child, lower_bound, upper_bound);
  return 1;
end
$$;

ALTER FUNCTION onboarding.make_partition(parent text, suffix text, lower_bound text, upper_bound text) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.make_partitions(days_ahead integer DEFAULT 7) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'onboarding', 'pg_temp'
    AS $$
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
    foreach parent in array array['events', 'token_requests', 'api_requests', 'webhook_deliveries', 'webhook_attempts'] loop
      made := made + make_partition(parent, to_char(day, 'YYYYMMDD'), uuid_floor(day::timestamp at time zone 'utc')::text,
        uuid_floor((day + 1)::timestamp at time zone 'utc')::text);
    end loop;
    made := made + make_partition('idempotency_keys', to_char(day, 'YYYYMMDD'), day::text, (day + 1)::text);
  end loop;
  for month in
    select generate_series(date_trunc('month', (today - 1)::timestamp), (today + days_ahead)::timestamp, interval '1 month')::date
  loop
    foreach parent in array array['audit_entries', 'account_events', 'staff_reads'] loop
      made := made + make_partition(parent, to_char(month, 'YYYYMM'), uuid_floor(month::timestamp at time zone 'utc')::text,
        uuid_floor((month + interval '1 month')::timestamp at time zone 'utc')::text);
    end loop;
  end loop;
  return made;
end
$$;

ALTER FUNCTION onboarding.make_partitions(days_ahead integer) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.note_sign_in(of_account uuid, at timestamp with time zone) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    BEGIN ATOMIC
 UPDATE onboarding.accounts SET last_sign_in_at = note_sign_in.at
   WHERE ((accounts.account_id = note_sign_in.of_account) AND ((accounts.last_sign_in_at IS NULL) OR (accounts.last_sign_in_at < note_sign_in.at)));
END;

ALTER FUNCTION onboarding.note_sign_in(of_account uuid, at timestamp with time zone) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.number_matches(of_partner uuid, of_customer uuid, of_identity uuid, key_ids text[], hashes bytea[]) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM (onboarding.identities i
              JOIN UNNEST(number_matches.key_ids, number_matches.hashes) typed(key_id, hash) ON (((typed.key_id = i.value_hash_key_id) AND (typed.hash = i.value_hash))))
           WHERE ((i.partner_id = number_matches.of_partner) AND (i.customer_id = number_matches.of_customer) AND (i.identity_id = number_matches.of_identity) AND (i.value_hash <> '\x'::bytea)))) AS "exists";
END;

ALTER FUNCTION onboarding.number_matches(of_partner uuid, of_customer uuid, of_identity uuid, key_ids text[], hashes bytea[]) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.partition_has_few_partners(parent text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (parent = ANY (ARRAY['events'::text, 'idempotency_keys'::text, 'webhook_deliveries'::text, 'api_requests'::text]));

ALTER FUNCTION onboarding.partition_has_few_partners(parent text) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.partition_parameters(parent text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE parent WHEN 'events'::text THEN 'autovacuum_analyze_threshold = 1000'::text WHEN 'webhook_deliveries'::text THEN 'autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 5000,
      autovacuum_analyze_scale_factor = 0.05, autovacuum_analyze_threshold = 1000'::text WHEN 'webhook_attempts'::text THEN 'autovacuum_vacuum_insert_threshold = -1'::text WHEN 'idempotency_keys'::text THEN 'autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_threshold = 1000'::text WHEN 'api_requests'::text THEN 'autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_threshold = 1000'::text WHEN 'audit_entries'::text THEN 'autovacuum_freeze_min_age = 0'::text WHEN 'account_events'::text THEN 'autovacuum_freeze_min_age = 0'::text WHEN 'staff_reads'::text THEN 'autovacuum_freeze_min_age = 0'::text ELSE NULL::text END;

ALTER FUNCTION onboarding.partition_parameters(parent text) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.partner_limits() RETURNS TABLE(partner_id uuid, reads_per_second integer, writes_per_second integer, upload_links_per_second integer)
    LANGUAGE sql STABLE SECURITY DEFINER
    BEGIN ATOMIC
 SELECT p.partner_id,
     p.reads_per_second,
     p.writes_per_second,
     p.upload_links_per_second
    FROM onboarding.partners p
   WHERE ((p.reads_per_second IS NOT NULL) OR (p.writes_per_second IS NOT NULL) OR (p.upload_links_per_second IS NOT NULL));
END;

ALTER FUNCTION onboarding.partner_limits() OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.retire_partitions(parent text, keep_days integer, OUT dropped integer, OUT dropped_rows bigint, OUT oldest timestamp with time zone) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'onboarding', 'pg_temp'
    SET lock_timeout TO '250ms'
    AS $_$
declare
  of_customers constant boolean := parent in ('audit_entries', 'staff_reads');
  by_month constant boolean := of_customers or parent = 'account_events';
  least_days constant integer := case parent
    when 'idempotency_keys' then 2
    when 'events' then 31 when 'webhook_deliveries' then 31 when 'webhook_attempts' then 31
    when 'token_requests' then 90
    when 'api_requests' then 7
    when 'account_events' then 365
    -- Five years, as laws against money laundering ask for.
    when 'audit_entries' then 1827 when 'staff_reads' then 1827
  end;
  until constant date := (now() at time zone 'utc')::date - keep_days;
  child text;
  estimate bigint;
  needed boolean := false;
begin
  if least_days is null or keep_days < least_days then
    raise exception 'partitions of % are not dropped after % days', parent, keep_days
      using hint = format('They are kept for at least %s days.', least_days);
  end if;
  dropped := 0;
  dropped_rows := 0;
  for child, estimate in
    select c.relname, greatest(c.reltuples, 0)::bigint from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = parent::regclass
      and c.relname < parent || '_' || to_char(until, case when by_month then 'YYYYMM' else 'YYYYMMDD' end)
    order by 1
  loop
    if of_customers then
      execute format('select exists (select from %I kept left join customers c using (partner_id, customer_id)
        where c.erased_at is null or c.erased_at >= $1)', child) into needed using until;
    end if;
    exit when needed;
    -- Dropping needs the whole table for a moment. It gives up after a quarter of a second, because everybody else waits behind
    -- it; what could not be dropped is left for the next call.
    begin
      execute format('drop table %I', child);
    exception when lock_not_available then
      exit;
    end;
    dropped := dropped + 1;
    dropped_rows := dropped_rows + estimate;
  end loop;
  select to_date(rpad(substr(min(c.relname), length(parent) + 2), 8, '01'), 'YYYYMMDD')::timestamp at time zone 'utc' into oldest
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = parent::regclass;
end
$_$;

ALTER FUNCTION onboarding.retire_partitions(parent text, keep_days integer, OUT dropped integer, OUT dropped_rows bigint, OUT oldest timestamp with time zone) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.search_terms(company_name text, trading_name text, reference text, registration_number text) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $_$
declare
  signs constant text := '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~';
  number constant text := onboarding.search_text(registration_number);
  names constant text := onboarding.search_text(company_name || ' ' || coalesce(trading_name, '')) || ' ' || number;
  own constant text := onboarding.search_text(reference);
  parted constant text := case when length(own) - length(translate(own, signs, '')) < 4 then names || ' ' || own else names end;
begin
  return string_to_array(
    translate(names || ' ' || own, signs, '') || ' ' || translate(parted, signs, repeat(' ', length(signs))) || ' '
      || translate(number, signs || ' ', ''),
    ' ');
end
$_$;

ALTER FUNCTION onboarding.search_terms(company_name text, trading_name text, reference text, registration_number text) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.search_text(given text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
    AS $$
begin
  if octet_length(given) = length(given) then
    return lower(given);
  end if;
  return lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f\u00a1-\u00bf\u2010-\u205e\u3001-\u303f]', '', 'g'));
end
$$;

ALTER FUNCTION onboarding.search_text(given text) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.search_words(given text) RETURNS text[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN string_to_array(translate(onboarding.search_text(given), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~'::text, ''::text), ' '::text);

ALTER FUNCTION onboarding.search_words(given text) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.staff_sessions(of_account uuid, at timestamp with time zone, seen_after timestamp with time zone) RETURNS TABLE(session_id uuid, created_at timestamp with time zone, last_seen_at timestamp with time zone, address text, user_agent text)
    LANGUAGE sql STABLE SECURITY DEFINER
    BEGIN ATOMIC
 SELECT s.session_id,
     s.created_at,
     s.last_seen_at,
     s.address,
     s.user_agent
    FROM onboarding.sessions s
   WHERE ((s.account_id = staff_sessions.of_account) AND (s.realm = 'staff'::text) AND (s.expires_at > staff_sessions.at) AND (s.last_seen_at > staff_sessions.seen_after));
END;

ALTER FUNCTION onboarding.staff_sessions(of_account uuid, at timestamp with time zone, seen_after timestamp with time zone) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.tune_partition(parent text, child text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'onboarding', 'pg_temp'
    AS $$
begin
  if partition_parameters(parent) is not null then
    execute format('alter table %I set (%s)', child, partition_parameters(parent));
  end if;
  if partition_has_few_partners(parent) then
    execute format('alter table %I alter column partner_id set (n_distinct = 20)', child);
  end if;
end
$$;

ALTER FUNCTION onboarding.tune_partition(parent text, child text) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.uuid_floor(at timestamp with time zone) RETURNS uuid
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ((lpad(to_hex(((EXTRACT(epoch FROM at) * (1000)::numeric))::bigint), 12, '0'::text) || repeat('0'::text, 20)))::uuid;

ALTER FUNCTION onboarding.uuid_floor(at timestamp with time zone) OWNER TO onboarding_owner;

CREATE TABLE onboarding.account_attempts (
    account_id uuid NOT NULL,
    source text NOT NULL,
    source_key text NOT NULL,
    failures integer NOT NULL,
    counted_at timestamp with time zone NOT NULL,
    blocked_until timestamp with time zone,
    CONSTRAINT account_attempts_source CHECK ((source = ANY (ARRAY['Anonymous'::text, 'Device'::text, 'SignIn'::text])))
);

ALTER TABLE onboarding.account_attempts OWNER TO onboarding_owner;

CREATE TABLE onboarding.account_events (
    event_id uuid NOT NULL,
    account_id uuid,
    realm text NOT NULL,
    kind text NOT NULL,
    reason text,
    address text NOT NULL,
    user_agent text,
    occurred_at timestamp with time zone NOT NULL,
    partner_id uuid,
    actor_id uuid,
    transaction_id xid8 DEFAULT pg_current_xact_id() NOT NULL
)
PARTITION BY RANGE (event_id);

ALTER TABLE ONLY onboarding.account_events FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.account_events OWNER TO onboarding_owner;

CREATE TABLE onboarding.account_links (
    link_hash bytea NOT NULL,
    account_id uuid NOT NULL,
    purpose text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    expires_at timestamp with time zone NOT NULL,
    used_at timestamp with time zone,
    CONSTRAINT account_links_purpose CHECK ((purpose = ANY (ARRAY['Invitation'::text, 'PasswordReset'::text])))
);

ALTER TABLE ONLY onboarding.account_links FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.account_links OWNER TO onboarding_owner;

CREATE TABLE onboarding.analyst_days (
    day date NOT NULL,
    account_id uuid NOT NULL,
    claims integer NOT NULL,
    proposals integer NOT NULL,
    confirmations integer NOT NULL,
    changes_requested integer NOT NULL
)
WITH (fillfactor='70');

ALTER TABLE ONLY onboarding.analyst_days FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.analyst_days OWNER TO onboarding_owner;

CREATE TABLE onboarding.analyst_notices (
    account_id uuid NOT NULL,
    seen_until timestamp with time zone,
    mailed_on date
);

ALTER TABLE ONLY onboarding.analyst_notices FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.analyst_notices OWNER TO onboarding_owner;

CREATE TABLE onboarding.api_certificates (
    partner_id uuid NOT NULL,
    certificate_id uuid NOT NULL,
    name text NOT NULL,
    subject text NOT NULL,
    thumbprint text NOT NULL,
    spki_hash bytea NOT NULL,
    pem text NOT NULL,
    not_before timestamp with time zone NOT NULL,
    not_after timestamp with time zone NOT NULL,
    registered_at timestamp with time zone NOT NULL,
    registered_by uuid,
    revoked_at timestamp with time zone,
    revoked_by uuid,
    last_used_at timestamp with time zone,
    warned_days smallint
)
WITH (fillfactor='80', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='500');

ALTER TABLE ONLY onboarding.api_certificates FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.api_certificates OWNER TO onboarding_owner;

CREATE TABLE onboarding.api_requests (
    partner_id uuid NOT NULL,
    entry_id uuid NOT NULL,
    request_id text NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    customer_id uuid,
    status smallint NOT NULL,
    failed boolean GENERATED ALWAYS AS ((status >= 400)) STORED NOT NULL,
    code text,
    problems jsonb NOT NULL,
    duration_ms integer NOT NULL
)
PARTITION BY RANGE (entry_id);

ALTER TABLE ONLY onboarding.api_requests FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.api_requests OWNER TO onboarding_owner;

CREATE TABLE onboarding.audit_anchors (
    number bigint NOT NULL,
    made_at timestamp with time zone NOT NULL,
    statement text NOT NULL,
    key_id text NOT NULL,
    signature bytea NOT NULL,
    published_at timestamp with time zone
);

ALTER TABLE onboarding.audit_anchors OWNER TO onboarding_owner;

COMMENT ON COLUMN onboarding.audit_anchors.published_at IS 'When the worker last handed the statement on. A hint: only the place outside proves what it holds.';

CREATE TABLE onboarding.audit_entries (
    partner_id uuid NOT NULL,
    audit_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    sequence bigint NOT NULL,
    action text NOT NULL,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    request_id text NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    details text NOT NULL,
    previous_hash bytea NOT NULL,
    hash bytea NOT NULL,
    transaction_id xid8 DEFAULT pg_current_xact_id() NOT NULL,
    CONSTRAINT audit_entries_actor_kind CHECK ((actor_kind = ANY (ARRAY['Client'::text, 'Service'::text, 'PartnerPerson'::text, 'StaffPerson'::text, 'Operator'::text])))
)
PARTITION BY RANGE (audit_id);

ALTER TABLE ONLY onboarding.audit_entries FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.audit_entries OWNER TO onboarding_owner;

CREATE TABLE onboarding.audit_streams (
    log text NOT NULL,
    transaction_id xid8 NOT NULL,
    row_id uuid NOT NULL,
    leased_until timestamp with time zone NOT NULL,
    CONSTRAINT audit_streams_log CHECK ((log = ANY (ARRAY['audit'::text, 'staff-reads'::text, 'operators'::text, 'accounts'::text])))
);

ALTER TABLE onboarding.audit_streams OWNER TO onboarding_owner;

CREATE TABLE onboarding.business_fingerprints (
    partner_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    country text NOT NULL,
    registration_key text NOT NULL,
    name_key text NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05');

ALTER TABLE ONLY onboarding.business_fingerprints FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.business_fingerprints OWNER TO onboarding_owner;

CREATE TABLE onboarding.business_name_blocks (
    partner_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    country text NOT NULL,
    block text NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05');

ALTER TABLE ONLY onboarding.business_name_blocks FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.business_name_blocks OWNER TO onboarding_owner;

CREATE TABLE onboarding.business_types (
    business_type_code text NOT NULL,
    status text DEFAULT 'Active'::text NOT NULL,
    document_categories text[],
    CONSTRAINT business_types_business_type_code_check CHECK ((business_type_code ~ '^[A-Za-z]+$'::text)),
    CONSTRAINT business_types_status CHECK ((status = ANY (ARRAY['Active'::text, 'Retired'::text])))
);

ALTER TABLE onboarding.business_types OWNER TO onboarding_owner;

CREATE TABLE onboarding.countries (
    country_code text NOT NULL,
    name text NOT NULL,
    standing text DEFAULT 'New'::text NOT NULL,
    decided_at timestamp with time zone,
    decided_by text,
    CONSTRAINT countries_country_code_check CHECK ((country_code ~ '^[A-Z]{3}$'::text)),
    CONSTRAINT countries_standing CHECK ((standing = ANY (ARRAY['New'::text, 'Open'::text, 'Closed'::text])))
);

ALTER TABLE onboarding.countries OWNER TO onboarding_owner;

CREATE TABLE onboarding.country_lists (
    list text NOT NULL,
    country_code text NOT NULL,
    standing text NOT NULL,
    reason text NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL,
    decided_by text,
    CONSTRAINT country_lists_check CHECK (((standing = 'Undecided'::text) = (decided_by IS NULL))),
    CONSTRAINT country_lists_list CHECK ((list = ANY (ARRAY['Prohibited'::text, 'HighRisk'::text]))),
    CONSTRAINT country_lists_standing CHECK ((standing = ANY (ARRAY['Listed'::text, 'Unlisted'::text, 'Undecided'::text])))
);

ALTER TABLE onboarding.country_lists OWNER TO onboarding_owner;

CREATE TABLE onboarding.country_looks (
    look_id bigint NOT NULL,
    countries text[] NOT NULL,
    asked_by text NOT NULL,
    asked_at timestamp with time zone DEFAULT now() NOT NULL,
    after_partner uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    after_customer uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
    looked_at bigint DEFAULT 0 NOT NULL,
    concerned bigint DEFAULT 0 NOT NULL,
    finished_at timestamp with time zone,
    CONSTRAINT country_looks_countries_check CHECK ((cardinality(countries) > 0))
);

ALTER TABLE onboarding.country_looks OWNER TO onboarding_owner;

ALTER TABLE onboarding.country_looks ALTER COLUMN look_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME onboarding.country_looks_look_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE onboarding.customer_counts (
    partner_id uuid NOT NULL,
    verification_status text NOT NULL,
    stripe smallint NOT NULL,
    customers bigint NOT NULL,
    CONSTRAINT customer_counts_verification_status CHECK ((verification_status = ANY (ARRAY['NotStarted'::text, 'PendingVerification'::text, 'StartedNotCompleted'::text, 'Approved'::text, 'Rejected'::text, 'ChangesRequested'::text])))
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='1000', autovacuum_vacuum_cost_delay='0', vacuum_truncate='false');

ALTER TABLE ONLY onboarding.customer_counts FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.customer_counts OWNER TO onboarding_owner;

CREATE TABLE onboarding.customer_metadata (
    partner_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    subject_id uuid NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    value text NOT NULL COLLATE pg_catalog."C"
);

ALTER TABLE ONLY onboarding.customer_metadata FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.customer_metadata OWNER TO onboarding_owner;

CREATE TABLE onboarding.customer_terms (
    partner_id uuid NOT NULL,
    term text NOT NULL COLLATE pg_catalog."C",
    customer_id uuid NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05');

ALTER TABLE ONLY onboarding.customer_terms FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.customer_terms OWNER TO onboarding_owner;

CREATE TABLE onboarding.document_pages_seen (
    partner_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    document_id uuid NOT NULL,
    account_id uuid NOT NULL,
    pages_seen smallint NOT NULL,
    pages_total smallint NOT NULL,
    seen_at timestamp with time zone NOT NULL,
    CONSTRAINT document_pages_seen_pages_seen_check CHECK ((pages_seen >= 1)),
    CONSTRAINT document_pages_seen_pages_total_check CHECK ((pages_total <= 10000)),
    CONSTRAINT document_pages_seen_within CHECK ((pages_seen <= pages_total))
);

ALTER TABLE ONLY onboarding.document_pages_seen FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.document_pages_seen OWNER TO onboarding_owner;

CREATE TABLE onboarding.event_outbox (
    event_id uuid NOT NULL,
    partner_id uuid NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='5000', autovacuum_vacuum_cost_delay='0', vacuum_truncate='false');

ALTER TABLE ONLY onboarding.event_outbox FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.event_outbox OWNER TO onboarding_owner;

CREATE TABLE onboarding.events (
    partner_id uuid NOT NULL,
    event_id uuid NOT NULL,
    customer_id uuid,
    event_type text NOT NULL,
    event_version smallint NOT NULL,
    sequence bigint,
    occurred_at timestamp with time zone NOT NULL,
    body text NOT NULL,
    transaction_id xid8 DEFAULT pg_current_xact_id() NOT NULL,
    traceparent text
)
PARTITION BY RANGE (event_id);

ALTER TABLE ONLY onboarding.events FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.events OWNER TO onboarding_owner;

CREATE TABLE onboarding.health_probes (
    service text NOT NULL,
    probed_at timestamp with time zone NOT NULL
);

ALTER TABLE onboarding.health_probes OWNER TO onboarding_owner;

CREATE TABLE onboarding.hit_findings (
    partner_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    hit_hash bytea NOT NULL,
    finding text NOT NULL,
    note_cipher bytea,
    found_by uuid NOT NULL,
    found_at timestamp with time zone NOT NULL,
    CONSTRAINT hit_findings_finding CHECK ((finding = ANY (ARRAY['NotTheSame'::text, 'Same'::text])))
);

ALTER TABLE ONLY onboarding.hit_findings FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.hit_findings OWNER TO onboarding_owner;

CREATE TABLE onboarding.idempotency_keys (
    partner_id uuid NOT NULL,
    route text NOT NULL,
    key text NOT NULL,
    created_on date NOT NULL,
    created_at timestamp with time zone NOT NULL,
    body_hash bytea NOT NULL,
    status smallint NOT NULL,
    headers text NOT NULL,
    answer text NOT NULL,
    replay_count integer DEFAULT 0 NOT NULL,
    customer_id uuid
)
PARTITION BY RANGE (created_on);

ALTER TABLE ONLY onboarding.idempotency_keys FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.idempotency_keys OWNER TO onboarding_owner;

CREATE TABLE onboarding.identity_comparisons (
    partner_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    identity_id uuid NOT NULL,
    compared_by uuid NOT NULL,
    begun_at timestamp with time zone NOT NULL,
    tries integer NOT NULL
);

ALTER TABLE ONLY onboarding.identity_comparisons FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.identity_comparisons OWNER TO onboarding_owner;

CREATE TABLE onboarding.list_exports (
    partner_id uuid NOT NULL,
    export_id uuid NOT NULL,
    account_id uuid NOT NULL,
    list text NOT NULL,
    filters text[] NOT NULL,
    begun_at timestamp with time zone NOT NULL,
    outcome text,
    row_count integer,
    CONSTRAINT list_exports_ended CHECK (((outcome IS NULL) = (row_count IS NULL))),
    CONSTRAINT list_exports_list CHECK ((list = ANY (ARRAY['Customers'::text, 'Deliveries'::text, 'Activity'::text]))),
    CONSTRAINT list_exports_outcome CHECK ((outcome = ANY (ARRAY['Complete'::text, 'Cut'::text, 'Interrupted'::text])))
);

ALTER TABLE ONLY onboarding.list_exports FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.list_exports OWNER TO onboarding_owner;

CREATE TABLE onboarding.operator_actions (
    action_id uuid NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    action text NOT NULL,
    subject_kind text NOT NULL,
    subject_id text NOT NULL,
    reason text,
    details text NOT NULL,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    address text,
    request_id text,
    transaction_id xid8 DEFAULT pg_current_xact_id() NOT NULL,
    CONSTRAINT operator_actions_action CHECK ((action = ANY (ARRAY['PartnerCreated'::text, 'PartnerApproved'::text, 'PartnerRejected'::text, 'PartnerActivated'::text, 'PartnerDeactivated'::text, 'LimitsChanged'::text, 'PersonInvited'::text, 'RulesActivated'::text, 'CountryClosed'::text, 'DeadLetterRetried'::text, 'DeadLetterDiscarded'::text, 'CertificateAdded'::text, 'CertificateRevoked'::text, 'PersonRoleChanged'::text, 'PersonDisabled'::text, 'PersonEnabled'::text, 'PersonFactorsReset'::text, 'PersonSignedOut'::text, 'RulesDrafted'::text, 'BusinessTypeAdded'::text, 'BusinessTypeDocumentsSet'::text, 'BusinessTypeRetired'::text, 'KeysRewrapped'::text, 'RootKeyRetired'::text, 'SigningKeyPublished'::text, 'SigningKeyActivated'::text, 'SigningKeyRetired'::text, 'CountryProhibited'::text, 'CountryAllowed'::text, 'CountryHighRisk'::text, 'CountryOrdinaryRisk'::text, 'CountryOpened'::text, 'DocumentsReconciled'::text, 'DocumentsMoved'::text, 'StatementMade'::text]))),
    CONSTRAINT operator_actions_actor_kind CHECK ((actor_kind = ANY (ARRAY['StaffPerson'::text, 'Operator'::text]))),
    CONSTRAINT operator_actions_subject_kind CHECK ((subject_kind = ANY (ARRAY['Partner'::text, 'Country'::text, 'DeadLetter'::text, 'Account'::text, 'BusinessType'::text, 'RootKey'::text, 'SigningKey'::text, 'Documents'::text, 'AuditTrails'::text])))
);

ALTER TABLE onboarding.operator_actions OWNER TO onboarding_owner;

CREATE TABLE onboarding.package_snapshots (
    partner_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    decision_id uuid NOT NULL,
    taken_at timestamp with time zone NOT NULL,
    content_cipher bytea NOT NULL
);

ALTER TABLE ONLY onboarding.package_snapshots FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.package_snapshots OWNER TO onboarding_owner;

CREATE TABLE onboarding.people (
    partner_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    ubo_id uuid NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    birth_date date,
    tax_residence_country text,
    nationality text NOT NULL,
    email text NOT NULL,
    email_key text NOT NULL,
    phone text,
    ownership_type text[] NOT NULL,
    percentage_share smallint,
    address jsonb NOT NULL,
    verification_status text NOT NULL,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT people_ownership_type CHECK ((ownership_type <@ ARRAY['SHAREHOLDER'::text, 'DIRECTOR'::text, 'UBO'::text])),
    CONSTRAINT people_percentage_share_check CHECK (((percentage_share >= 1) AND (percentage_share <= 100))),
    CONSTRAINT people_verification_status CHECK ((verification_status = ANY (ARRAY['NotStarted'::text, 'PendingVerification'::text, 'StartedNotCompleted'::text, 'Approved'::text, 'Rejected'::text, 'ChangesRequested'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05');

ALTER TABLE ONLY onboarding.people FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.people OWNER TO onboarding_owner;

CREATE TABLE onboarding.process_probes (
    service text NOT NULL,
    process_id uuid NOT NULL,
    probed_at timestamp with time zone NOT NULL,
    ended_at timestamp with time zone
)
WITH (autovacuum_vacuum_scale_factor='0', autovacuum_vacuum_threshold='500', autovacuum_vacuum_cost_delay='0', vacuum_truncate='false');

ALTER TABLE onboarding.process_probes OWNER TO onboarding_owner;

CREATE TABLE onboarding.recovery_codes (
    account_id uuid NOT NULL,
    code_hash bytea NOT NULL,
    used_at timestamp with time zone
);

ALTER TABLE ONLY onboarding.recovery_codes FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.recovery_codes OWNER TO onboarding_owner;

CREATE TABLE onboarding.requirement_sets (
    requirement_set_id integer NOT NULL,
    country_code text NOT NULL,
    version integer NOT NULL,
    status text NOT NULL,
    entries jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    activated_at timestamp with time zone,
    retired_at timestamp with time zone,
    CONSTRAINT requirement_sets_activated CHECK (((status = 'Draft'::text) OR (activated_at IS NOT NULL))),
    CONSTRAINT requirement_sets_entries_check CHECK ((jsonb_typeof(entries) = 'array'::text)),
    CONSTRAINT requirement_sets_status CHECK ((status = ANY (ARRAY['Draft'::text, 'Active'::text, 'Retired'::text]))),
    CONSTRAINT requirement_sets_version_check CHECK ((version > 0))
);

ALTER TABLE onboarding.requirement_sets OWNER TO onboarding_owner;

ALTER TABLE onboarding.requirement_sets ALTER COLUMN requirement_set_id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME onboarding.requirement_sets_requirement_set_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);

CREATE TABLE onboarding.review_decisions (
    partner_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    decision_id uuid NOT NULL,
    outcome text NOT NULL,
    state text NOT NULL,
    attempt integer NOT NULL,
    proposed_by uuid NOT NULL,
    proposed_at timestamp with time zone NOT NULL,
    settled_by uuid,
    settled_at timestamp with time zone,
    voided_by text,
    evidence_version text,
    note_id uuid,
    within_target boolean,
    CONSTRAINT review_decisions_outcome CHECK ((outcome = ANY (ARRAY['Approve'::text, 'Reject'::text, 'RequestChanges'::text]))),
    CONSTRAINT review_decisions_settled CHECK (((state = 'Proposed'::text) = (settled_at IS NULL))),
    CONSTRAINT review_decisions_state CHECK ((state = ANY (ARRAY['Proposed'::text, 'Confirmed'::text, 'Withdrawn'::text, 'Voided'::text]))),
    CONSTRAINT review_decisions_voided_by CHECK ((voided_by = ANY (ARRAY['DocumentConfirmed'::text, 'ScreeningHit'::text, 'Verdict'::text, 'Handover'::text, 'Transition'::text, 'Erasure'::text])))
);

ALTER TABLE ONLY onboarding.review_decisions FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.review_decisions OWNER TO onboarding_owner;

CREATE TABLE onboarding.review_mail_rounds (
    partner_id uuid NOT NULL,
    sent_at timestamp with time zone NOT NULL
);

ALTER TABLE ONLY onboarding.review_mail_rounds FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.review_mail_rounds OWNER TO onboarding_owner;

CREATE TABLE onboarding.review_notes (
    partner_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    note_id uuid NOT NULL,
    written_by uuid NOT NULL,
    written_at timestamp with time zone NOT NULL,
    text_cipher bytea NOT NULL
);

ALTER TABLE ONLY onboarding.review_notes FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.review_notes OWNER TO onboarding_owner;

CREATE TABLE onboarding.review_notices (
    partner_id uuid NOT NULL,
    notice_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    partner_customer_id text NOT NULL,
    outcome text NOT NULL,
    CONSTRAINT review_notices_outcome CHECK ((outcome = ANY (ARRAY['Approved'::text, 'Rejected'::text, 'ChangesRequested'::text])))
);

ALTER TABLE ONLY onboarding.review_notices FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.review_notices OWNER TO onboarding_owner;

CREATE TABLE onboarding.review_reasons (
    partner_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    decision_id uuid NOT NULL,
    reason_id uuid NOT NULL,
    code text NOT NULL,
    message text,
    pointer text,
    ubo_id uuid,
    document_id uuid
);

ALTER TABLE ONLY onboarding.review_reasons FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.review_reasons OWNER TO onboarding_owner;

CREATE TABLE onboarding.review_statistics (
    singleton boolean DEFAULT true NOT NULL,
    taken_at timestamp with time zone NOT NULL,
    figures jsonb NOT NULL,
    CONSTRAINT review_statistics_singleton_check CHECK (singleton)
);

ALTER TABLE onboarding.review_statistics OWNER TO onboarding_owner;

CREATE TABLE onboarding.review_verdicts (
    partner_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    subject_kind text NOT NULL,
    subject_id uuid NOT NULL,
    verdict text NOT NULL,
    reason_code text,
    given_by uuid NOT NULL,
    given_at timestamp with time zone NOT NULL,
    CONSTRAINT review_verdicts_subject_kind CHECK ((subject_kind = ANY (ARRAY['Person'::text, 'Document'::text]))),
    CONSTRAINT review_verdicts_verdict CHECK ((verdict = ANY (ARRAY['Approved'::text, 'Rejected'::text, 'ChangesRequested'::text])))
);

ALTER TABLE ONLY onboarding.review_verdicts FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.review_verdicts OWNER TO onboarding_owner;

CREATE TABLE onboarding.reviews (
    partner_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    priority smallint DEFAULT 0 NOT NULL,
    queued_at timestamp with time zone,
    claimed_by uuid,
    claimed_at timestamp with time zone,
    claim_ends_at timestamp with time zone,
    country text NOT NULL,
    business_type_code text NOT NULL,
    flag_codes text[] DEFAULT '{}'::text[] NOT NULL,
    flags jsonb DEFAULT '[]'::jsonb NOT NULL,
    flags_due_at timestamp with time zone,
    screening_due_at timestamp with time zone,
    screening_tries integer DEFAULT 0 NOT NULL,
    screening_since timestamp with time zone,
    queue_reason text DEFAULT 'Submitted'::text NOT NULL,
    decided_flags jsonb,
    entered_at timestamp with time zone,
    screen_again_at timestamp with time zone,
    evidence_at timestamp with time zone,
    CONSTRAINT reviews_claim CHECK ((((claimed_by IS NULL) = (claimed_at IS NULL)) AND ((claimed_by IS NULL) = (claim_ends_at IS NULL)) AND ((claimed_by IS NULL) OR (queued_at IS NOT NULL)))),
    CONSTRAINT reviews_queue_reason CHECK ((queue_reason = ANY (ARRAY['Submitted'::text, 'Answered'::text, 'Changed'::text, 'Reopened'::text, 'Monitoring'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05');

ALTER TABLE ONLY onboarding.reviews FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.reviews OWNER TO onboarding_owner;

CREATE TABLE onboarding.saved_filters (
    account_id uuid NOT NULL,
    list text NOT NULL,
    version integer NOT NULL,
    filters jsonb NOT NULL,
    CONSTRAINT saved_filters_list CHECK ((list = ANY (ARRAY['Customers'::text, 'Deliveries'::text, 'ApiRequests'::text, 'Activity'::text, 'Queue'::text, 'Search'::text])))
);

ALTER TABLE ONLY onboarding.saved_filters FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.saved_filters OWNER TO onboarding_owner;

CREATE TABLE onboarding.schema_migrations (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE onboarding.schema_migrations OWNER TO onboarding_owner;

CREATE TABLE onboarding.screenings (
    partner_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    screening_id uuid NOT NULL,
    ubo_id uuid,
    provider text NOT NULL,
    outcome text NOT NULL,
    subject_hash bytea NOT NULL,
    hit_count integer NOT NULL,
    hits_cipher bytea,
    screened_at timestamp with time zone NOT NULL,
    superseded_at timestamp with time zone,
    CONSTRAINT screenings_hits CHECK ((((outcome = 'Hit'::text) = (hit_count > 0)) AND ((outcome = 'Hit'::text) = (hits_cipher IS NOT NULL)))),
    CONSTRAINT screenings_outcome CHECK ((outcome = ANY (ARRAY['Clear'::text, 'Hit'::text])))
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_analyze_scale_factor='0.02', autovacuum_vacuum_insert_scale_factor='0.05');

ALTER TABLE ONLY onboarding.screenings FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.screenings OWNER TO onboarding_owner;

CREATE TABLE onboarding.second_factors (
    account_id uuid NOT NULL,
    factor_id uuid NOT NULL,
    kind text NOT NULL,
    name text NOT NULL,
    secret bytea NOT NULL,
    credential_id text,
    transports text[],
    counter bigint DEFAULT 0 NOT NULL,
    created_at timestamp with time zone NOT NULL,
    last_used_at timestamp with time zone,
    CONSTRAINT second_factors_kind CHECK ((kind = ANY (ARRAY['Totp'::text, 'Passkey'::text])))
);

ALTER TABLE ONLY onboarding.second_factors FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.second_factors OWNER TO onboarding_owner;

CREATE TABLE onboarding.signing_keys (
    key_id text NOT NULL,
    status text NOT NULL,
    public_jwk text NOT NULL,
    private_key bytea,
    published_at timestamp with time zone NOT NULL,
    activated_at timestamp with time zone,
    retiring_at timestamp with time zone,
    retired_at timestamp with time zone,
    CONSTRAINT signing_keys_status CHECK ((status = ANY (ARRAY['Published'::text, 'Active'::text, 'Retiring'::text, 'Retired'::text])))
);

ALTER TABLE onboarding.signing_keys OWNER TO onboarding_owner;

CREATE TABLE onboarding.staff_reads (
    partner_id uuid NOT NULL,
    read_id uuid NOT NULL,
    customer_id uuid NOT NULL,
    account_id uuid NOT NULL,
    kind text NOT NULL,
    subject_id uuid,
    address text NOT NULL,
    request_id text NOT NULL,
    read_at timestamp with time zone NOT NULL,
    transaction_id xid8 DEFAULT pg_current_xact_id() NOT NULL,
    CONSTRAINT staff_reads_kind CHECK ((kind = ANY (ARRAY['Package'::text, 'Trail'::text, 'Document'::text, 'Comparison'::text, 'SearchResult'::text])))
)
PARTITION BY RANGE (read_id);

ALTER TABLE ONLY onboarding.staff_reads FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.staff_reads OWNER TO onboarding_owner;

CREATE TABLE onboarding.token_requests (
    partner_id uuid NOT NULL,
    request_id uuid NOT NULL,
    client_id text NOT NULL,
    outcome text NOT NULL,
    error text,
    reason text,
    certificate_id uuid,
    scope text,
    address text NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    requests integer DEFAULT 1 NOT NULL,
    last_occurred_at timestamp with time zone,
    last_request_id uuid,
    CONSTRAINT token_requests_outcome CHECK ((outcome = ANY (ARRAY['Issued'::text, 'Refused'::text])))
)
PARTITION BY RANGE (request_id);

ALTER TABLE ONLY onboarding.token_requests FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.token_requests OWNER TO onboarding_owner;

CREATE TABLE onboarding.upload_quotas (
    partner_id uuid NOT NULL,
    day date NOT NULL,
    bytes bigint NOT NULL
);

ALTER TABLE ONLY onboarding.upload_quotas FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.upload_quotas OWNER TO onboarding_owner;

CREATE TABLE onboarding.used_assertions (
    assertion_hash bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000');

ALTER TABLE onboarding.used_assertions OWNER TO onboarding_owner;

CREATE TABLE onboarding.webhook_attempts (
    partner_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    attempt_no smallint NOT NULL,
    sent_at timestamp with time zone NOT NULL,
    duration_ms integer NOT NULL,
    url text NOT NULL,
    status_code smallint,
    error_kind text,
    response_excerpt text,
    signature text,
    CONSTRAINT webhook_attempts_attempt_no_check CHECK (((attempt_no >= 1) AND (attempt_no <= 8))),
    CONSTRAINT webhook_attempts_error_kind CHECK ((error_kind = ANY (ARRAY['DnsFailure'::text, 'BlockedAddress'::text, 'ConnectRefused'::text, 'ConnectTimeout'::text, 'TlsFailure'::text, 'ConnectionReset'::text, 'ResponseTimeout'::text, 'Redirect'::text, 'HttpStatus'::text, 'ProtocolError'::text])))
)
PARTITION BY RANGE (delivery_id);

ALTER TABLE ONLY onboarding.webhook_attempts FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.webhook_attempts OWNER TO onboarding_owner;

CREATE TABLE onboarding.webhook_changes (
    partner_id uuid NOT NULL,
    change_id uuid NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    action text NOT NULL,
    actor_kind text NOT NULL,
    actor_id text NOT NULL,
    request_id text,
    details text NOT NULL,
    CONSTRAINT webhook_changes_action CHECK ((action = ANY (ARRAY['Registered'::text, 'UrlReplaced'::text, 'SecretRotated'::text, 'Enabled'::text, 'Paused'::text, 'Resumed'::text, 'Degraded'::text, 'Disabled'::text, 'Recovered'::text, 'ReplayRequested'::text, 'ReplayCancelled'::text]))),
    CONSTRAINT webhook_changes_actor_kind CHECK ((actor_kind = ANY (ARRAY['PartnerPerson'::text, 'Operator'::text, 'Service'::text])))
);

ALTER TABLE ONLY onboarding.webhook_changes FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.webhook_changes OWNER TO onboarding_owner;

CREATE TABLE onboarding.webhook_deliveries (
    partner_id uuid NOT NULL,
    delivery_id uuid NOT NULL,
    event_id uuid NOT NULL,
    event_type text NOT NULL,
    event_version smallint NOT NULL,
    occurred_at timestamp with time zone NOT NULL,
    status text NOT NULL,
    class text NOT NULL,
    attempt_count smallint DEFAULT 0 NOT NULL,
    next_attempt_at timestamp with time zone,
    last_status_code smallint,
    is_replay boolean NOT NULL,
    replay_series uuid,
    completed_at timestamp with time zone,
    CONSTRAINT webhook_deliveries_attempt_count_check CHECK (((attempt_count >= 0) AND (attempt_count <= 8))),
    CONSTRAINT webhook_deliveries_class CHECK ((class = ANY (ARRAY['First'::text, 'Retry'::text, 'Replay'::text]))),
    CONSTRAINT webhook_deliveries_pending CHECK (((status <> 'Pending'::text) OR ((next_attempt_at IS NOT NULL) AND (completed_at IS NULL)))),
    CONSTRAINT webhook_deliveries_status CHECK ((status = ANY (ARRAY['Pending'::text, 'Delivered'::text, 'Exhausted'::text])))
)
PARTITION BY RANGE (delivery_id);

ALTER TABLE ONLY onboarding.webhook_deliveries FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.webhook_deliveries OWNER TO onboarding_owner;

CREATE TABLE onboarding.webhook_dispatchers (
    dispatcher_id uuid NOT NULL,
    started_at timestamp with time zone NOT NULL,
    beat_at timestamp with time zone NOT NULL
);

ALTER TABLE onboarding.webhook_dispatchers OWNER TO onboarding_owner;

CREATE TABLE onboarding.webhook_endpoints (
    partner_id uuid NOT NULL,
    url text NOT NULL,
    secret bytea NOT NULL,
    previous_secret bytea,
    previous_secret_expires_at timestamp with time zone,
    created_at timestamp with time zone NOT NULL,
    updated_at timestamp with time zone NOT NULL,
    CONSTRAINT webhook_endpoints_overlap CHECK (((previous_secret IS NULL) = (previous_secret_expires_at IS NULL)))
);

ALTER TABLE ONLY onboarding.webhook_endpoints FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.webhook_endpoints OWNER TO onboarding_owner;

CREATE TABLE onboarding.webhook_lanes (
    partner_id uuid NOT NULL,
    status text NOT NULL,
    consecutive_failures integer DEFAULT 0 NOT NULL,
    degraded_since timestamp with time zone,
    disabled_at timestamp with time zone,
    disabled_reason text,
    health jsonb DEFAULT '{}'::jsonb NOT NULL,
    paused_at timestamp with time zone,
    resumed_at timestamp with time zone,
    replays_from timestamp with time zone,
    due_at timestamp with time zone,
    leased_until timestamp with time zone,
    lease_id uuid,
    last_success_at timestamp with time zone,
    CONSTRAINT webhook_lanes_disabled CHECK (((status = 'Disabled'::text) = (disabled_at IS NOT NULL))),
    CONSTRAINT webhook_lanes_disabled_reason CHECK ((disabled_reason = ANY (ARRAY['NoSuccess'::text, 'Gone'::text]))),
    CONSTRAINT webhook_lanes_status CHECK ((status = ANY (ARRAY['Active'::text, 'Degraded'::text, 'Disabled'::text])))
)
WITH (fillfactor='60', autovacuum_vacuum_scale_factor='0.05', autovacuum_vacuum_threshold='1000', autovacuum_vacuum_cost_delay='0', vacuum_truncate='false');

ALTER TABLE ONLY onboarding.webhook_lanes FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.webhook_lanes OWNER TO onboarding_owner;

CREATE TABLE onboarding.webhook_replay_batches (
    partner_id uuid NOT NULL,
    replay_id uuid NOT NULL,
    batch_no integer NOT NULL,
    event_ids uuid[] NOT NULL
);

ALTER TABLE ONLY onboarding.webhook_replay_batches FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.webhook_replay_batches OWNER TO onboarding_owner;

CREATE TABLE onboarding.webhook_replays (
    partner_id uuid NOT NULL,
    replay_id uuid NOT NULL,
    requested_by uuid NOT NULL,
    requested_at timestamp with time zone NOT NULL,
    from_at timestamp with time zone NOT NULL,
    to_at timestamp with time zone NOT NULL,
    event_type text,
    include_unrouted boolean NOT NULL,
    created integer NOT NULL,
    completed_at timestamp with time zone,
    delivery_status text,
    customer_id uuid,
    source_series uuid,
    cancelled_at timestamp with time zone,
    CONSTRAINT webhook_replays_delivery_status CHECK ((delivery_status = ANY (ARRAY['Pending'::text, 'Delivered'::text, 'Exhausted'::text])))
);

ALTER TABLE ONLY onboarding.webhook_replays FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.webhook_replays OWNER TO onboarding_owner;

CREATE TABLE onboarding.webhook_statistics (
    partner_id uuid NOT NULL,
    hour timestamp with time zone NOT NULL,
    outcome text NOT NULL,
    counted integer NOT NULL,
    durations integer[] NOT NULL,
    CONSTRAINT webhook_statistics_outcome CHECK ((outcome = ANY (ARRAY['Delivered'::text, 'Exhausted'::text, 'DnsFailure'::text, 'BlockedAddress'::text, 'ConnectRefused'::text, 'ConnectTimeout'::text, 'TlsFailure'::text, 'ConnectionReset'::text, 'ResponseTimeout'::text, 'Redirect'::text, 'HttpStatus'::text, 'ProtocolError'::text])))
)
WITH (fillfactor='50', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='1000');

ALTER TABLE ONLY onboarding.webhook_statistics FORCE ROW LEVEL SECURITY;

ALTER TABLE onboarding.webhook_statistics OWNER TO onboarding_owner;

ALTER TABLE ONLY onboarding.account_attempts
    ADD CONSTRAINT account_attempts_pkey PRIMARY KEY (account_id, source, source_key);

ALTER TABLE ONLY onboarding.account_events
    ADD CONSTRAINT account_events_pkey PRIMARY KEY (event_id);

ALTER TABLE ONLY onboarding.account_links
    ADD CONSTRAINT account_links_pkey PRIMARY KEY (link_hash);

ALTER TABLE ONLY onboarding.accounts
    ADD CONSTRAINT accounts_email UNIQUE NULLS NOT DISTINCT (realm, email_key, partner_id);

ALTER TABLE ONLY onboarding.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY onboarding.analyst_days
    ADD CONSTRAINT analyst_days_pkey PRIMARY KEY (day, account_id);

ALTER TABLE ONLY onboarding.analyst_notices
    ADD CONSTRAINT analyst_notices_pkey PRIMARY KEY (account_id);

ALTER TABLE ONLY onboarding.api_certificates
    ADD CONSTRAINT api_certificates_key UNIQUE (spki_hash);

ALTER TABLE ONLY onboarding.api_certificates
    ADD CONSTRAINT api_certificates_pkey PRIMARY KEY (partner_id, certificate_id);

ALTER TABLE ONLY onboarding.api_requests
    ADD CONSTRAINT api_requests_pkey PRIMARY KEY (partner_id, entry_id);

ALTER TABLE ONLY onboarding.audit_anchors
    ADD CONSTRAINT audit_anchors_pkey PRIMARY KEY (number);

ALTER TABLE ONLY onboarding.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (partner_id, customer_id, audit_id);

ALTER TABLE ONLY onboarding.audit_streams
    ADD CONSTRAINT audit_streams_pkey PRIMARY KEY (log);

ALTER TABLE ONLY onboarding.business_fingerprints
    ADD CONSTRAINT business_fingerprints_pkey PRIMARY KEY (partner_id, customer_id);

ALTER TABLE ONLY onboarding.business_name_blocks
    ADD CONSTRAINT business_name_blocks_pkey PRIMARY KEY (partner_id, customer_id, block);

ALTER TABLE ONLY onboarding.business_types
    ADD CONSTRAINT business_types_pkey PRIMARY KEY (business_type_code);

ALTER TABLE ONLY onboarding.countries
    ADD CONSTRAINT countries_pkey PRIMARY KEY (country_code);

ALTER TABLE ONLY onboarding.country_lists
    ADD CONSTRAINT country_lists_pkey PRIMARY KEY (country_code, list);

ALTER TABLE ONLY onboarding.country_looks
    ADD CONSTRAINT country_looks_pkey PRIMARY KEY (look_id);

ALTER TABLE ONLY onboarding.customer_counts
    ADD CONSTRAINT customer_counts_pkey PRIMARY KEY (partner_id, verification_status, stripe);

ALTER TABLE ONLY onboarding.customer_metadata
    ADD CONSTRAINT customer_metadata_pkey PRIMARY KEY (partner_id, customer_id, subject_id, key);

ALTER TABLE ONLY onboarding.customer_terms
    ADD CONSTRAINT customer_terms_pkey PRIMARY KEY (partner_id, term, customer_id);

ALTER TABLE ONLY onboarding.customers
    ADD CONSTRAINT customers_pkey PRIMARY KEY (partner_id, customer_id);

ALTER TABLE ONLY onboarding.customers
    ADD CONSTRAINT customers_reference UNIQUE (partner_id, partner_customer_id);

ALTER TABLE ONLY onboarding.document_pages_seen
    ADD CONSTRAINT document_pages_seen_pkey PRIMARY KEY (partner_id, customer_id, document_id, account_id);

ALTER TABLE onboarding.documents
    ADD CONSTRAINT documents_findings CHECK ((findings <@ ARRAY['EmbeddedFile'::text, 'Encrypted'::text, 'JavaScript'::text, 'Launch'::text, 'SubmitForm'::text, 'Unchecked'::text, 'Xfa'::text])) NOT VALID;

ALTER TABLE ONLY onboarding.documents
    ADD CONSTRAINT documents_pkey PRIMARY KEY (partner_id, document_id);

ALTER TABLE ONLY onboarding.event_outbox
    ADD CONSTRAINT event_outbox_pkey PRIMARY KEY (event_id);

ALTER TABLE ONLY onboarding.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (partner_id, event_id);

ALTER TABLE ONLY onboarding.health_probes
    ADD CONSTRAINT health_probes_pkey PRIMARY KEY (service);

ALTER TABLE ONLY onboarding.hit_findings
    ADD CONSTRAINT hit_findings_pkey PRIMARY KEY (partner_id, customer_id, hit_hash);

ALTER TABLE ONLY onboarding.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (partner_id, route, key, created_on);

ALTER TABLE ONLY onboarding.identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (partner_id, customer_id, ubo_id, identity_id);

ALTER TABLE ONLY onboarding.identity_comparisons
    ADD CONSTRAINT identity_comparisons_pkey PRIMARY KEY (partner_id, customer_id, identity_id, compared_by);

ALTER TABLE ONLY onboarding.list_exports
    ADD CONSTRAINT list_exports_pkey PRIMARY KEY (partner_id, export_id);

ALTER TABLE ONLY onboarding.oidc_records
    ADD CONSTRAINT oidc_records_pkey PRIMARY KEY (model, record_hash);

ALTER TABLE ONLY onboarding.operator_actions
    ADD CONSTRAINT operator_actions_pkey PRIMARY KEY (action_id);

ALTER TABLE ONLY onboarding.package_snapshots
    ADD CONSTRAINT package_snapshots_pkey PRIMARY KEY (partner_id, customer_id, decision_id);

ALTER TABLE ONLY onboarding.partners
    ADD CONSTRAINT partners_client_id_key UNIQUE (client_id);

ALTER TABLE ONLY onboarding.partners
    ADD CONSTRAINT partners_pkey PRIMARY KEY (partner_id);

ALTER TABLE ONLY onboarding.people
    ADD CONSTRAINT people_email UNIQUE (partner_id, customer_id, email_key);

ALTER TABLE ONLY onboarding.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (partner_id, customer_id, ubo_id);

ALTER TABLE ONLY onboarding.process_probes
    ADD CONSTRAINT process_probes_pkey PRIMARY KEY (service, process_id);

ALTER TABLE ONLY onboarding.recovery_codes
    ADD CONSTRAINT recovery_codes_pkey PRIMARY KEY (account_id, code_hash);

ALTER TABLE ONLY onboarding.requirement_sets
    ADD CONSTRAINT requirement_sets_country_code_version_key UNIQUE (country_code, version);

ALTER TABLE ONLY onboarding.requirement_sets
    ADD CONSTRAINT requirement_sets_pkey PRIMARY KEY (requirement_set_id);

ALTER TABLE ONLY onboarding.review_decisions
    ADD CONSTRAINT review_decisions_pkey PRIMARY KEY (partner_id, customer_id, decision_id);

ALTER TABLE ONLY onboarding.review_mail_rounds
    ADD CONSTRAINT review_mail_rounds_pkey PRIMARY KEY (partner_id);

ALTER TABLE ONLY onboarding.review_notes
    ADD CONSTRAINT review_notes_pkey PRIMARY KEY (partner_id, customer_id, note_id);

ALTER TABLE ONLY onboarding.review_notices
    ADD CONSTRAINT review_notices_pkey PRIMARY KEY (partner_id, notice_id);

ALTER TABLE ONLY onboarding.review_reasons
    ADD CONSTRAINT review_reasons_pkey PRIMARY KEY (partner_id, customer_id, decision_id, reason_id);

ALTER TABLE ONLY onboarding.review_statistics
    ADD CONSTRAINT review_statistics_pkey PRIMARY KEY (singleton);

ALTER TABLE ONLY onboarding.review_verdicts
    ADD CONSTRAINT review_verdicts_pkey PRIMARY KEY (partner_id, customer_id, subject_kind, subject_id);

ALTER TABLE ONLY onboarding.reviews
    ADD CONSTRAINT reviews_pkey PRIMARY KEY (partner_id, customer_id);

ALTER TABLE ONLY onboarding.saved_filters
    ADD CONSTRAINT saved_filters_pkey PRIMARY KEY (account_id, list);

ALTER TABLE ONLY onboarding.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (name);

ALTER TABLE ONLY onboarding.screenings
    ADD CONSTRAINT screenings_pkey PRIMARY KEY (partner_id, customer_id, screening_id);

ALTER TABLE ONLY onboarding.second_factors
    ADD CONSTRAINT second_factors_credential UNIQUE (credential_id);

ALTER TABLE ONLY onboarding.second_factors
    ADD CONSTRAINT second_factors_pkey PRIMARY KEY (account_id, factor_id);

ALTER TABLE ONLY onboarding.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (session_hash);

ALTER TABLE ONLY onboarding.sessions
    ADD CONSTRAINT sessions_session_id_key UNIQUE (session_id);

ALTER TABLE ONLY onboarding.sign_ins
    ADD CONSTRAINT sign_ins_pkey PRIMARY KEY (sign_in_id);

ALTER TABLE ONLY onboarding.sign_ins
    ADD CONSTRAINT sign_ins_provider UNIQUE (provider_hash);

ALTER TABLE ONLY onboarding.signing_keys
    ADD CONSTRAINT signing_keys_pkey PRIMARY KEY (key_id);

ALTER TABLE ONLY onboarding.staff_reads
    ADD CONSTRAINT staff_reads_pkey PRIMARY KEY (partner_id, read_id);

ALTER TABLE ONLY onboarding.token_requests
    ADD CONSTRAINT token_requests_pkey PRIMARY KEY (partner_id, request_id);

ALTER TABLE ONLY onboarding.upload_quotas
    ADD CONSTRAINT upload_quotas_pkey PRIMARY KEY (partner_id);

ALTER TABLE ONLY onboarding.used_assertions
    ADD CONSTRAINT used_assertions_pkey PRIMARY KEY (assertion_hash);

ALTER TABLE ONLY onboarding.webhook_attempts
    ADD CONSTRAINT webhook_attempts_pkey PRIMARY KEY (partner_id, delivery_id, attempt_no);

ALTER TABLE ONLY onboarding.webhook_changes
    ADD CONSTRAINT webhook_changes_pkey PRIMARY KEY (partner_id, change_id);

ALTER TABLE ONLY onboarding.webhook_deliveries
    ADD CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (partner_id, delivery_id);

ALTER TABLE ONLY onboarding.webhook_dispatchers
    ADD CONSTRAINT webhook_dispatchers_pkey PRIMARY KEY (dispatcher_id);

ALTER TABLE ONLY onboarding.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (partner_id);

ALTER TABLE ONLY onboarding.webhook_lanes
    ADD CONSTRAINT webhook_lanes_pkey PRIMARY KEY (partner_id);

ALTER TABLE ONLY onboarding.webhook_replay_batches
    ADD CONSTRAINT webhook_replay_batches_pkey PRIMARY KEY (partner_id, replay_id, batch_no);

ALTER TABLE ONLY onboarding.webhook_replays
    ADD CONSTRAINT webhook_replays_pkey PRIMARY KEY (partner_id, replay_id);

ALTER TABLE ONLY onboarding.webhook_statistics
    ADD CONSTRAINT webhook_statistics_pkey PRIMARY KEY (partner_id, hour, outcome);

CREATE INDEX account_attempts_counted ON onboarding.account_attempts USING btree (counted_at);

CREATE INDEX account_events_account ON ONLY onboarding.account_events USING btree (account_id, event_id);

CREATE INDEX account_events_of_partner ON ONLY onboarding.account_events USING btree (partner_id, event_id) WHERE ((partner_id IS NOT NULL) AND (kind <> ALL (ARRAY['SignedIn'::text, 'SteppedUp'::text, 'Refused'::text, 'ResetAsked'::text])));

CREATE INDEX account_events_transaction ON ONLY onboarding.account_events USING btree (transaction_id, event_id);

CREATE INDEX account_links_account ON onboarding.account_links USING btree (account_id);

CREATE INDEX account_links_expiry ON onboarding.account_links USING btree (expires_at);

CREATE INDEX accounts_by_partner ON onboarding.accounts USING btree (partner_id, account_id) WHERE (partner_id IS NOT NULL);

CREATE UNIQUE INDEX accounts_holding_email ON onboarding.accounts USING btree (realm, email_key) WHERE holds_email;

CREATE INDEX accounts_of_partner ON onboarding.accounts USING btree (partner_id) WHERE (partner_id IS NOT NULL);

CREATE INDEX accounts_of_staff ON onboarding.accounts USING btree (account_id) WHERE (realm = 'staff'::text);

CREATE INDEX api_certificates_expiry ON onboarding.api_certificates USING btree (not_after) WHERE (revoked_at IS NULL);

CREATE INDEX api_requests_by_outcome ON ONLY onboarding.api_requests USING btree (partner_id, failed, entry_id);

CREATE INDEX api_requests_by_request_id ON ONLY onboarding.api_requests USING btree (partner_id, request_id, entry_id);

CREATE INDEX audit_anchors_unpublished ON onboarding.audit_anchors USING btree (number) WHERE (published_at IS NULL);

CREATE INDEX audit_entries_transaction ON ONLY onboarding.audit_entries USING btree (transaction_id, audit_id);

CREATE INDEX business_fingerprints_registration ON onboarding.business_fingerprints USING btree (country, registration_key);

CREATE INDEX business_name_blocks_search ON onboarding.business_name_blocks USING btree (country, block, customer_id);

CREATE UNIQUE INDEX business_types_folded ON onboarding.business_types USING btree (lower(business_type_code));

CREATE INDEX country_looks_open ON onboarding.country_looks USING btree (look_id) WHERE (finished_at IS NULL);

CREATE INDEX customer_metadata_pairs ON onboarding.customer_metadata USING btree (partner_id, key, value, customer_id);

CREATE INDEX customer_terms_of_all ON onboarding.customer_terms USING btree (term, customer_id, partner_id);

CREATE INDEX customers_by_country ON onboarding.customers USING btree (partner_id, incorporation_country, customer_id);

CREATE INDEX customers_by_id ON onboarding.customers USING hash (customer_id);

CREATE INDEX customers_by_registration ON onboarding.customers USING btree (partner_id, registration_number, customer_id);

CREATE INDEX customers_by_status ON onboarding.customers USING btree (partner_id, verification_status, customer_id);

CREATE INDEX customers_by_type ON onboarding.customers USING btree (partner_id, business_type_code, customer_id);

CREATE INDEX customers_by_update ON onboarding.customers USING btree (partner_id, updated_at, customer_id);

CREATE INDEX customers_erased ON onboarding.customers USING btree (COALESCE(erased_at, '-infinity'::timestamp with time zone), customer_id) WHERE (data_key IS NULL);

CREATE INDEX customers_sandbox ON onboarding.customers USING btree (partner_id, customer_id) WHERE ((registration_number = ANY (ARRAY['SBXAPPROVE'::text, 'SBXREJECT'::text, 'SBXCHANGES'::text, 'SBXHOLD'::text])) AND (verification_status = 'PendingVerification'::text));

CREATE INDEX documents_customer ON onboarding.documents USING btree (partner_id, customer_id, document_id);

CREATE INDEX documents_id ON onboarding.documents USING hash (document_id);

CREATE INDEX documents_to_check ON onboarding.documents USING btree (next_check_at) WHERE (next_check_at IS NOT NULL);

CREATE INDEX documents_to_check_in_turn ON onboarding.documents USING btree (partner_id, next_check_at) WHERE (next_check_at IS NOT NULL);

CREATE INDEX documents_to_move ON onboarding.documents USING btree (document_id) WHERE ((status = 'Confirmed'::text) AND (kept_key IS NULL) AND (erased_at IS NULL));

CREATE INDEX documents_unused ON onboarding.documents USING btree (partner_id, customer_id, category) WHERE (status = 'LinkIssued'::text);

CREATE INDEX documents_waiting ON onboarding.documents USING btree (uploaded_at) WHERE (status = 'Uploaded'::text);

CREATE INDEX events_feed ON ONLY onboarding.events USING btree (partner_id, transaction_id, event_id);

CREATE INDEX idempotency_keys_customer ON ONLY onboarding.idempotency_keys USING btree (partner_id, customer_id);

CREATE INDEX identities_value_hash ON onboarding.identities USING btree (value_hash) WHERE (replaced_at IS NULL);

CREATE INDEX identity_comparisons_by_age ON onboarding.identity_comparisons USING btree (begun_at);

CREATE INDEX list_exports_by_age ON onboarding.list_exports USING btree (begun_at);

CREATE INDEX oidc_records_account ON onboarding.oidc_records USING btree (account_id) WHERE (account_id IS NOT NULL);

CREATE INDEX oidc_records_expiry ON onboarding.oidc_records USING btree (expires_at);

CREATE INDEX oidc_records_grant ON onboarding.oidc_records USING btree (grant_hash) WHERE (grant_hash IS NOT NULL);

CREATE INDEX oidc_records_uid ON onboarding.oidc_records USING btree (uid_hash) WHERE (uid_hash IS NOT NULL);

CREATE INDEX operator_actions_by_subject ON onboarding.operator_actions USING btree (subject_kind, subject_id, action_id);

CREATE INDEX operator_actions_transaction ON onboarding.operator_actions USING btree (transaction_id, action_id);

CREATE INDEX partners_by_name ON onboarding.partners USING btree (lower(name) COLLATE "C", partner_id);

CREATE INDEX process_probes_probed_at ON onboarding.process_probes USING btree (probed_at);

CREATE UNIQUE INDEX requirement_sets_active ON onboarding.requirement_sets USING btree (country_code) WHERE (status = 'Active'::text);

CREATE UNIQUE INDEX review_decisions_open ON onboarding.review_decisions USING btree (partner_id, customer_id) WHERE (state = 'Proposed'::text);

CREATE INDEX review_decisions_settled_at ON onboarding.review_decisions USING btree (settled_at) WHERE (state = 'Confirmed'::text);

CREATE INDEX review_decisions_undone ON onboarding.review_decisions USING btree (proposed_by, settled_at) WHERE ((note_id IS NOT NULL) OR (voided_by = ANY (ARRAY['DocumentConfirmed'::text, 'ScreeningHit'::text])));

CREATE INDEX review_decisions_waiting ON onboarding.review_decisions USING btree (proposed_at) WHERE (state = 'Proposed'::text);

CREATE INDEX reviews_claim_ends ON onboarding.reviews USING btree (claim_ends_at) WHERE (claimed_by IS NOT NULL);

CREATE INDEX reviews_claimed ON onboarding.reviews USING btree (claimed_by, claimed_at) WHERE (claimed_by IS NOT NULL);

CREATE INDEX reviews_customer ON onboarding.reviews USING hash (customer_id);

CREATE INDEX reviews_entered ON onboarding.reviews USING btree (entered_at) WHERE (entered_at IS NOT NULL);

CREATE INDEX reviews_flags_due ON onboarding.reviews USING btree (flags_due_at) WHERE (flags_due_at IS NOT NULL);

CREATE INDEX reviews_flags_due_by_partner ON onboarding.reviews USING btree (partner_id, flags_due_at) WHERE (flags_due_at IS NOT NULL);

CREATE INDEX reviews_screening_due ON onboarding.reviews USING btree (screening_due_at) WHERE (screening_due_at IS NOT NULL);

CREATE INDEX reviews_screening_due_by_partner ON onboarding.reviews USING btree (partner_id, screening_due_at) WHERE (screening_due_at IS NOT NULL);

CREATE INDEX reviews_waiting ON onboarding.reviews USING btree (((0 - priority)), queued_at, customer_id) WHERE ((queued_at IS NOT NULL) AND (claimed_by IS NULL));

CREATE INDEX reviews_waiting_active_content ON onboarding.reviews USING btree (((0 - priority)), queued_at, customer_id) WHERE ((queued_at IS NOT NULL) AND (claimed_by IS NULL) AND (flag_codes @> '{ActiveContent}'::text[]));

CREATE INDEX reviews_waiting_by_country ON onboarding.reviews USING btree (country, ((- priority)), queued_at, customer_id) INCLUDE (priority) WHERE ((queued_at IS NOT NULL) AND (claimed_by IS NULL));

CREATE INDEX reviews_waiting_by_partner ON onboarding.reviews USING btree (partner_id, ((- priority)), queued_at, customer_id) WHERE ((queued_at IS NOT NULL) AND (claimed_by IS NULL));

CREATE INDEX reviews_waiting_by_reason ON onboarding.reviews USING btree (queue_reason, ((- priority)), queued_at, customer_id) WHERE ((queued_at IS NOT NULL) AND (claimed_by IS NULL));

CREATE INDEX reviews_waiting_by_type ON onboarding.reviews USING btree (business_type_code, ((- priority)), queued_at, customer_id) WHERE ((queued_at IS NOT NULL) AND (claimed_by IS NULL));

CREATE INDEX reviews_waiting_duplicate_registration ON onboarding.reviews USING btree (((0 - priority)), queued_at, customer_id) WHERE ((queued_at IS NOT NULL) AND (claimed_by IS NULL) AND (flag_codes @> '{DuplicateRegistration}'::text[]));

CREATE INDEX reviews_waiting_general_rule_only ON onboarding.reviews USING btree (((0 - priority)), queued_at, customer_id) WHERE ((queued_at IS NOT NULL) AND (claimed_by IS NULL) AND (flag_codes @> '{GeneralRuleOnly}'::text[]));

CREATE INDEX reviews_waiting_high_risk_country ON onboarding.reviews USING btree (((0 - priority)), queued_at, customer_id) WHERE ((queued_at IS NOT NULL) AND (claimed_by IS NULL) AND (flag_codes @> '{HighRiskCountry}'::text[]));

CREATE INDEX reviews_waiting_high_risk_purpose ON onboarding.reviews USING btree (((0 - priority)), queued_at, customer_id) WHERE ((queued_at IS NOT NULL) AND (claimed_by IS NULL) AND (flag_codes @> '{HighRiskPurpose}'::text[]));

CREATE INDEX reviews_waiting_identity_expired ON onboarding.reviews USING btree (((0 - priority)), queued_at, customer_id) WHERE ((queued_at IS NOT NULL) AND (claimed_by IS NULL) AND (flag_codes @> '{IdentityExpired}'::text[]));

CREATE INDEX reviews_waiting_identity_expiring ON onboarding.reviews USING btree (((0 - priority)), queued_at, customer_id) WHERE ((queued_at IS NOT NULL) AND (claimed_by IS NULL) AND (flag_codes @> '{IdentityExpiring}'::text[]));

CREATE INDEX reviews_waiting_implausible_phone ON onboarding.reviews USING btree (((0 - priority)), queued_at, customer_id) WHERE ((queued_at IS NOT NULL) AND (claimed_by IS NULL) AND (flag_codes @> '{ImplausiblePhone}'::text[]));

CREATE INDEX reviews_waiting_no_owner ON onboarding.reviews USING btree (((0 - priority)), queued_at, customer_id) WHERE ((queued_at IS NOT NULL) AND (claimed_by IS NULL) AND (flag_codes @> '{NoOwner}'::text[]));

CREATE INDEX reviews_waiting_ownership_above_hundred ON onboarding.reviews USING btree (((0 - priority)), queued_at, customer_id) WHERE ((queued_at IS NOT NULL) AND (claimed_by IS NULL) AND (flag_codes @> '{OwnershipAboveHundred}'::text[]));

CREATE INDEX reviews_waiting_prohibited_country ON onboarding.reviews USING btree (((0 - priority)), queued_at, customer_id) WHERE ((queued_at IS NOT NULL) AND (claimed_by IS NULL) AND (flag_codes @> '{ProhibitedCountry}'::text[]));

CREATE INDEX reviews_waiting_residence_mismatch ON onboarding.reviews USING btree (((0 - priority)), queued_at, customer_id) WHERE ((queued_at IS NOT NULL) AND (claimed_by IS NULL) AND (flag_codes @> '{ResidenceMismatch}'::text[]));

CREATE INDEX reviews_waiting_screening_hit ON onboarding.reviews USING btree (((0 - priority)), queued_at, customer_id) WHERE ((queued_at IS NOT NULL) AND (claimed_by IS NULL) AND (flag_codes @> '{ScreeningHit}'::text[]));

CREATE INDEX reviews_waiting_shared_identity ON onboarding.reviews USING btree (((0 - priority)), queued_at, customer_id) WHERE ((queued_at IS NOT NULL) AND (claimed_by IS NULL) AND (flag_codes @> '{SharedIdentity}'::text[]));

CREATE INDEX reviews_waiting_similar_name ON onboarding.reviews USING btree (((0 - priority)), queued_at, customer_id) WHERE ((queued_at IS NOT NULL) AND (claimed_by IS NULL) AND (flag_codes @> '{SimilarName}'::text[]));

CREATE INDEX screenings_superseded ON onboarding.screenings USING btree (superseded_at) WHERE (superseded_at IS NOT NULL);

CREATE INDEX sessions_account ON onboarding.sessions USING btree (account_id);

CREATE INDEX sessions_expiry ON onboarding.sessions USING btree (expires_at);

CREATE INDEX sign_ins_account ON onboarding.sign_ins USING btree (account_id);

CREATE INDEX sign_ins_expiry ON onboarding.sign_ins USING btree (expires_at);

CREATE UNIQUE INDEX signing_keys_active ON onboarding.signing_keys USING btree (status) WHERE (status = 'Active'::text);

CREATE INDEX staff_reads_by_account ON ONLY onboarding.staff_reads USING btree (account_id, read_id);

CREATE INDEX staff_reads_by_customer ON ONLY onboarding.staff_reads USING btree (customer_id, read_id);

CREATE INDEX staff_reads_by_kind ON ONLY onboarding.staff_reads USING btree (kind, read_id);

CREATE INDEX staff_reads_newest ON ONLY onboarding.staff_reads USING btree (read_id);

CREATE INDEX staff_reads_transaction ON ONLY onboarding.staff_reads USING btree (transaction_id, read_id);

CREATE INDEX token_requests_newest ON ONLY onboarding.token_requests USING btree (partner_id, (
CASE
    WHEN (last_request_id IS NULL) THEN request_id
    ELSE last_request_id
END));

CREATE INDEX token_requests_newest_of_certificate ON ONLY onboarding.token_requests USING btree (partner_id, certificate_id, (
CASE
    WHEN (last_request_id IS NOT NULL) THEN last_request_id
    ELSE request_id
END)) WHERE (certificate_id IS NOT NULL);

CREATE INDEX token_requests_newest_of_outcome ON ONLY onboarding.token_requests USING btree (partner_id, outcome, (
CASE
    WHEN (last_request_id IS NOT NULL) THEN last_request_id
    ELSE request_id
END));

CREATE INDEX used_assertions_expiry ON onboarding.used_assertions USING btree (expires_at);

CREATE INDEX webhook_changes_by_age ON onboarding.webhook_changes USING btree (occurred_at);

CREATE INDEX webhook_deliveries_by_series ON ONLY onboarding.webhook_deliveries USING btree (partner_id, status, replay_series, event_id, delivery_id) INCLUDE (completed_at) WHERE (replay_series IS NOT NULL);

CREATE INDEX webhook_deliveries_by_status ON ONLY onboarding.webhook_deliveries USING btree (partner_id, status, event_id, delivery_id);

CREATE INDEX webhook_deliveries_by_type ON ONLY onboarding.webhook_deliveries USING btree (partner_id, status, event_type, event_id, delivery_id);

CREATE INDEX webhook_deliveries_due ON ONLY onboarding.webhook_deliveries USING btree (partner_id, class, next_attempt_at, delivery_id) WHERE (status = 'Pending'::text);

CREATE INDEX webhook_deliveries_tests ON ONLY onboarding.webhook_deliveries USING btree (partner_id) WHERE ((status = 'Pending'::text) AND (event_type = 'webhook.test'::text) AND (NOT is_replay));

CREATE INDEX webhook_lanes_due ON onboarding.webhook_lanes USING btree (due_at) WHERE (due_at IS NOT NULL);

CREATE INDEX webhook_replays_by_age ON onboarding.webhook_replays USING btree (requested_at);

CREATE INDEX webhook_statistics_by_hour ON onboarding.webhook_statistics USING btree (hour);

CREATE TRIGGER customer_moved AFTER UPDATE OF verification_status ON onboarding.customers FOR EACH ROW WHEN ((old.verification_status IS DISTINCT FROM new.verification_status)) EXECUTE FUNCTION onboarding.customer_moved();

CREATE TRIGGER customer_renamed AFTER UPDATE OF company_name, trading_name, partner_customer_id, registration_number ON onboarding.customers FOR EACH ROW WHEN (((((old.company_name IS DISTINCT FROM new.company_name) OR (old.trading_name IS DISTINCT FROM new.trading_name)) OR (old.partner_customer_id IS DISTINCT FROM new.partner_customer_id)) OR (old.registration_number IS DISTINCT FROM new.registration_number))) EXECUTE FUNCTION onboarding.customer_renamed();

CREATE TRIGGER customers_added AFTER INSERT ON onboarding.customers REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION onboarding.customers_added();

ALTER TABLE ONLY onboarding.account_attempts
    ADD CONSTRAINT account_attempts_account_id_fkey FOREIGN KEY (account_id) REFERENCES onboarding.accounts(account_id);

ALTER TABLE ONLY onboarding.account_links
    ADD CONSTRAINT account_links_account_id_fkey FOREIGN KEY (account_id) REFERENCES onboarding.accounts(account_id);

ALTER TABLE ONLY onboarding.accounts
    ADD CONSTRAINT accounts_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES onboarding.partners(partner_id);

ALTER TABLE ONLY onboarding.api_certificates
    ADD CONSTRAINT api_certificates_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES onboarding.partners(partner_id);

ALTER TABLE ONLY onboarding.business_fingerprints
    ADD CONSTRAINT business_fingerprints_partner_id_customer_id_fkey FOREIGN KEY (partner_id, customer_id) REFERENCES onboarding.customers(partner_id, customer_id);

ALTER TABLE ONLY onboarding.business_name_blocks
    ADD CONSTRAINT business_name_blocks_partner_id_customer_id_fkey FOREIGN KEY (partner_id, customer_id) REFERENCES onboarding.business_fingerprints(partner_id, customer_id) ON DELETE CASCADE;

ALTER TABLE ONLY onboarding.country_lists
    ADD CONSTRAINT country_lists_country_code_fkey FOREIGN KEY (country_code) REFERENCES onboarding.countries(country_code);

ALTER TABLE ONLY onboarding.customer_metadata
    ADD CONSTRAINT customer_metadata_partner_id_customer_id_fkey FOREIGN KEY (partner_id, customer_id) REFERENCES onboarding.customers(partner_id, customer_id);

ALTER TABLE ONLY onboarding.customers
    ADD CONSTRAINT customers_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES onboarding.partners(partner_id);

ALTER TABLE ONLY onboarding.document_pages_seen
    ADD CONSTRAINT document_pages_seen_partner_id_customer_id_fkey FOREIGN KEY (partner_id, customer_id) REFERENCES onboarding.customers(partner_id, customer_id);

ALTER TABLE ONLY onboarding.documents
    ADD CONSTRAINT documents_partner_id_customer_id_fkey FOREIGN KEY (partner_id, customer_id) REFERENCES onboarding.customers(partner_id, customer_id);

ALTER TABLE ONLY onboarding.hit_findings
    ADD CONSTRAINT hit_findings_partner_id_customer_id_fkey FOREIGN KEY (partner_id, customer_id) REFERENCES onboarding.customers(partner_id, customer_id);

ALTER TABLE ONLY onboarding.identities
    ADD CONSTRAINT identities_partner_id_customer_id_ubo_id_fkey FOREIGN KEY (partner_id, customer_id, ubo_id) REFERENCES onboarding.people(partner_id, customer_id, ubo_id);

ALTER TABLE ONLY onboarding.identity_comparisons
    ADD CONSTRAINT identity_comparisons_partner_id_customer_id_fkey FOREIGN KEY (partner_id, customer_id) REFERENCES onboarding.customers(partner_id, customer_id);

ALTER TABLE ONLY onboarding.package_snapshots
    ADD CONSTRAINT package_snapshots_partner_id_customer_id_decision_id_fkey FOREIGN KEY (partner_id, customer_id, decision_id) REFERENCES onboarding.review_decisions(partner_id, customer_id, decision_id);

ALTER TABLE ONLY onboarding.people
    ADD CONSTRAINT people_partner_id_customer_id_fkey FOREIGN KEY (partner_id, customer_id) REFERENCES onboarding.customers(partner_id, customer_id);

ALTER TABLE ONLY onboarding.recovery_codes
    ADD CONSTRAINT recovery_codes_account_id_fkey FOREIGN KEY (account_id) REFERENCES onboarding.accounts(account_id);

ALTER TABLE ONLY onboarding.requirement_sets
    ADD CONSTRAINT requirement_sets_country_code_fkey FOREIGN KEY (country_code) REFERENCES onboarding.countries(country_code);

ALTER TABLE ONLY onboarding.review_decisions
    ADD CONSTRAINT review_decisions_partner_id_customer_id_fkey FOREIGN KEY (partner_id, customer_id) REFERENCES onboarding.customers(partner_id, customer_id);

ALTER TABLE ONLY onboarding.review_mail_rounds
    ADD CONSTRAINT review_mail_rounds_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES onboarding.partners(partner_id);

ALTER TABLE ONLY onboarding.review_notes
    ADD CONSTRAINT review_notes_partner_id_customer_id_fkey FOREIGN KEY (partner_id, customer_id) REFERENCES onboarding.customers(partner_id, customer_id);

ALTER TABLE ONLY onboarding.review_notices
    ADD CONSTRAINT review_notices_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES onboarding.partners(partner_id);

ALTER TABLE ONLY onboarding.review_reasons
    ADD CONSTRAINT review_reasons_partner_id_customer_id_decision_id_fkey FOREIGN KEY (partner_id, customer_id, decision_id) REFERENCES onboarding.review_decisions(partner_id, customer_id, decision_id);

ALTER TABLE ONLY onboarding.review_verdicts
    ADD CONSTRAINT review_verdicts_partner_id_customer_id_fkey FOREIGN KEY (partner_id, customer_id) REFERENCES onboarding.customers(partner_id, customer_id);

ALTER TABLE ONLY onboarding.reviews
    ADD CONSTRAINT reviews_partner_id_customer_id_fkey FOREIGN KEY (partner_id, customer_id) REFERENCES onboarding.customers(partner_id, customer_id);

ALTER TABLE ONLY onboarding.saved_filters
    ADD CONSTRAINT saved_filters_account_id_fkey FOREIGN KEY (account_id) REFERENCES onboarding.accounts(account_id) ON DELETE CASCADE;

ALTER TABLE ONLY onboarding.screenings
    ADD CONSTRAINT screenings_partner_id_customer_id_fkey FOREIGN KEY (partner_id, customer_id) REFERENCES onboarding.customers(partner_id, customer_id);

ALTER TABLE ONLY onboarding.second_factors
    ADD CONSTRAINT second_factors_account_id_fkey FOREIGN KEY (account_id) REFERENCES onboarding.accounts(account_id);

ALTER TABLE ONLY onboarding.sessions
    ADD CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES onboarding.accounts(account_id);

ALTER TABLE ONLY onboarding.sign_ins
    ADD CONSTRAINT sign_ins_account_id_fkey FOREIGN KEY (account_id) REFERENCES onboarding.accounts(account_id);

ALTER TABLE ONLY onboarding.upload_quotas
    ADD CONSTRAINT upload_quotas_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES onboarding.partners(partner_id);

ALTER TABLE ONLY onboarding.webhook_endpoints
    ADD CONSTRAINT webhook_endpoints_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES onboarding.partners(partner_id);

ALTER TABLE ONLY onboarding.webhook_lanes
    ADD CONSTRAINT webhook_lanes_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES onboarding.webhook_endpoints(partner_id);

ALTER TABLE ONLY onboarding.webhook_replay_batches
    ADD CONSTRAINT webhook_replay_batches_partner_id_replay_id_fkey FOREIGN KEY (partner_id, replay_id) REFERENCES onboarding.webhook_replays(partner_id, replay_id);

ALTER TABLE ONLY onboarding.webhook_replays
    ADD CONSTRAINT webhook_replays_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES onboarding.webhook_endpoints(partner_id);

ALTER TABLE onboarding.account_events ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.account_links ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.accounts ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.analyst_days ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.analyst_notices ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.api_certificates ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.api_requests ENABLE ROW LEVEL SECURITY;

CREATE POLICY app_opens ON onboarding.sessions FOR INSERT TO onboarding_app WITH CHECK (true);

CREATE POLICY app_records ON onboarding.api_requests FOR INSERT TO onboarding_app WITH CHECK (true);

ALTER TABLE onboarding.audit_entries ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.business_fingerprints ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.business_name_blocks ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.customer_counts ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.customer_metadata ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.customer_terms ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.customers ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.document_pages_seen ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.documents ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.event_outbox ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.events ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.hit_findings ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.idempotency_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.identities ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.identity_comparisons ENABLE ROW LEVEL SECURITY;

CREATE POLICY identity_reads ON onboarding.partners FOR SELECT TO onboarding_identity USING (true);

CREATE POLICY identity_works ON onboarding.account_events TO onboarding_identity USING (true);

CREATE POLICY identity_works ON onboarding.account_links TO onboarding_identity USING (true);

CREATE POLICY identity_works ON onboarding.accounts TO onboarding_identity USING (true);

CREATE POLICY identity_works ON onboarding.api_certificates TO onboarding_identity USING (true);

CREATE POLICY identity_works ON onboarding.recovery_codes TO onboarding_identity USING (true);

CREATE POLICY identity_works ON onboarding.second_factors TO onboarding_identity USING (true);

CREATE POLICY identity_works ON onboarding.sessions TO onboarding_identity USING (true);

CREATE POLICY identity_works ON onboarding.token_requests TO onboarding_identity USING (true);

CREATE POLICY invites_only ON onboarding.account_links AS RESTRICTIVE TO onboarding_app USING ((purpose = 'Invitation'::text));

ALTER TABLE onboarding.list_exports ENABLE ROW LEVEL SECURITY;

CREATE POLICY operations_invites_only ON onboarding.account_links AS RESTRICTIVE TO onboarding_operations USING ((purpose = 'Invitation'::text));

CREATE POLICY operations_reads ON onboarding.api_certificates FOR SELECT TO onboarding_operations USING (true);

CREATE POLICY operations_reads ON onboarding.webhook_lanes FOR SELECT TO onboarding_operations USING (true);

CREATE POLICY operations_revokes ON onboarding.api_certificates FOR UPDATE TO onboarding_operations USING (true) WITH CHECK ((revoked_at IS NOT NULL));

CREATE POLICY operations_works ON onboarding.account_events TO onboarding_operations USING (true);

CREATE POLICY operations_works ON onboarding.account_links TO onboarding_operations USING (true);

CREATE POLICY operations_works ON onboarding.accounts TO onboarding_operations USING (true);

CREATE POLICY operations_works ON onboarding.partners TO onboarding_operations USING (true);

CREATE POLICY operations_works ON onboarding.recovery_codes TO onboarding_operations USING (true);

CREATE POLICY operations_works ON onboarding.second_factors TO onboarding_operations USING (true);

CREATE POLICY own_account ON onboarding.saved_filters TO onboarding_app USING ((account_id = onboarding.current_account()));

CREATE POLICY own_account ON onboarding.sessions TO onboarding_app USING ((account_id = onboarding.current_account()));

CREATE POLICY own_partner ON onboarding.account_events TO onboarding_app USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.account_links TO onboarding_app USING ((EXISTS ( SELECT
   FROM onboarding.accounts a
  WHERE ((a.account_id = account_links.account_id) AND (a.partner_id = onboarding.current_partner())))));

CREATE POLICY own_partner ON onboarding.accounts TO onboarding_app USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.api_certificates TO onboarding_app USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.api_requests FOR SELECT TO onboarding_app USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.audit_entries USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.business_fingerprints USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.business_name_blocks USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.customer_counts USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.customer_metadata USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.customer_terms USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.customers USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.document_pages_seen USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.documents USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.event_outbox USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.events USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.hit_findings USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.idempotency_keys USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.identities USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.identity_comparisons USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.list_exports TO onboarding_app USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.package_snapshots USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.partners USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.people USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.recovery_codes TO onboarding_app USING ((EXISTS ( SELECT
   FROM onboarding.accounts a
  WHERE ((a.account_id = recovery_codes.account_id) AND (a.partner_id = onboarding.current_partner())))));

CREATE POLICY own_partner ON onboarding.review_decisions USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.review_mail_rounds TO onboarding_app USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.review_notes USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.review_notices TO onboarding_app USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.review_reasons USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.review_verdicts USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.reviews USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.screenings USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.second_factors TO onboarding_app USING ((EXISTS ( SELECT
   FROM onboarding.accounts a
  WHERE ((a.account_id = second_factors.account_id) AND (a.partner_id = onboarding.current_partner())))));

CREATE POLICY own_partner ON onboarding.staff_reads USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.token_requests TO onboarding_app USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.upload_quotas USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.webhook_attempts USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.webhook_changes USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.webhook_deliveries USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.webhook_endpoints USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.webhook_lanes USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.webhook_replay_batches USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.webhook_replays USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.webhook_statistics USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_work ON onboarding.analyst_days TO onboarding_staff USING ((account_id = onboarding.current_account()));

CREATE POLICY own_work ON onboarding.analyst_notices TO onboarding_staff USING ((account_id = onboarding.current_account()));

CREATE POLICY owner_works ON onboarding.account_events TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.account_links TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.accounts TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.analyst_days TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.analyst_notices TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.api_certificates TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.api_requests TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.audit_entries TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.business_fingerprints TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.business_name_blocks TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.customer_counts TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.customer_metadata TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.customer_terms TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.customers TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.document_pages_seen TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.documents TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.event_outbox TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.events TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.hit_findings TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.idempotency_keys TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.identities TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.identity_comparisons TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.list_exports TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.package_snapshots TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.partners TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.people TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.recovery_codes TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.review_decisions TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.review_mail_rounds TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.review_notes TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.review_notices TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.review_reasons TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.review_verdicts TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.reviews TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.saved_filters TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.screenings TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.second_factors TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.sessions TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.staff_reads TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.token_requests TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.upload_quotas TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.webhook_attempts TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.webhook_changes TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.webhook_deliveries TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.webhook_endpoints TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.webhook_lanes TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.webhook_replay_batches TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.webhook_replays TO onboarding_owner USING (true);

CREATE POLICY owner_works ON onboarding.webhook_statistics TO onboarding_owner USING (true);

ALTER TABLE onboarding.package_snapshots ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.partners ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.people ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.recovery_codes ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.review_decisions ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.review_mail_rounds ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.review_notes ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.review_notices ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.review_reasons ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.review_verdicts ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.reviews ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.saved_filters ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.screenings ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.second_factors ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.sessions ENABLE ROW LEVEL SECURITY;

CREATE POLICY staff_reads ON onboarding.accounts FOR SELECT TO onboarding_staff USING ((realm = 'staff'::text));

CREATE POLICY staff_reads ON onboarding.customer_terms FOR SELECT TO onboarding_staff USING (true);

CREATE POLICY staff_reads ON onboarding.documents FOR SELECT TO onboarding_staff USING (true);

CREATE POLICY staff_reads ON onboarding.identities FOR SELECT TO onboarding_staff USING (true);

CREATE POLICY staff_reads ON onboarding.partners FOR SELECT TO onboarding_staff USING (true);

CREATE POLICY staff_reads ON onboarding.screenings FOR SELECT TO onboarding_staff USING (true);

ALTER TABLE onboarding.staff_reads ENABLE ROW LEVEL SECURITY;

CREATE POLICY staff_records ON onboarding.staff_reads FOR INSERT TO onboarding_staff WITH CHECK (true);

CREATE POLICY staff_supervises ON onboarding.analyst_days FOR SELECT TO onboarding_staff USING ((EXISTS ( SELECT
   FROM onboarding.accounts a
  WHERE ((a.account_id = onboarding.current_account()) AND (a.realm = 'staff'::text) AND (a.role = ANY (ARRAY['supervisor'::text, 'auditor'::text]))))));

CREATE POLICY staff_supervises ON onboarding.staff_reads FOR SELECT TO onboarding_staff USING ((EXISTS ( SELECT
   FROM onboarding.accounts a
  WHERE ((a.account_id = onboarding.current_account()) AND (a.realm = 'staff'::text) AND (a.role = ANY (ARRAY['supervisor'::text, 'auditor'::text]))))));

CREATE POLICY staff_works ON onboarding.audit_entries TO onboarding_staff USING (true);

CREATE POLICY staff_works ON onboarding.customers TO onboarding_staff USING (true);

CREATE POLICY staff_works ON onboarding.document_pages_seen TO onboarding_staff USING (true);

CREATE POLICY staff_works ON onboarding.event_outbox TO onboarding_staff USING (true);

CREATE POLICY staff_works ON onboarding.events TO onboarding_staff USING (true);

CREATE POLICY staff_works ON onboarding.hit_findings TO onboarding_staff USING (true);

CREATE POLICY staff_works ON onboarding.identity_comparisons TO onboarding_staff USING (true);

CREATE POLICY staff_works ON onboarding.package_snapshots TO onboarding_staff USING (true);

CREATE POLICY staff_works ON onboarding.people TO onboarding_staff USING (true);

CREATE POLICY staff_works ON onboarding.review_decisions TO onboarding_staff USING (true);

CREATE POLICY staff_works ON onboarding.review_notes TO onboarding_staff USING (true);

CREATE POLICY staff_works ON onboarding.review_notices FOR INSERT TO onboarding_staff WITH CHECK (true);

CREATE POLICY staff_works ON onboarding.review_reasons TO onboarding_staff USING (true);

CREATE POLICY staff_works ON onboarding.review_verdicts TO onboarding_staff USING (true);

CREATE POLICY staff_works ON onboarding.reviews TO onboarding_staff USING (true);

ALTER TABLE onboarding.token_requests ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.upload_quotas ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.webhook_attempts ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.webhook_changes ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.webhook_deliveries ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.webhook_endpoints ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.webhook_lanes ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.webhook_replay_batches ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.webhook_replays ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.webhook_statistics ENABLE ROW LEVEL SECURITY;

CREATE POLICY worker_reads ON onboarding.account_events FOR SELECT TO onboarding_worker USING (true);

CREATE POLICY worker_reads ON onboarding.accounts FOR SELECT TO onboarding_worker USING (true);

CREATE POLICY worker_reads ON onboarding.audit_entries FOR SELECT TO onboarding_worker USING (true);

CREATE POLICY worker_reads ON onboarding.customers FOR SELECT TO onboarding_worker USING (true);

CREATE POLICY worker_reads ON onboarding.identities FOR SELECT TO onboarding_worker USING (true);

CREATE POLICY worker_reads ON onboarding.partners FOR SELECT TO onboarding_worker USING (true);

CREATE POLICY worker_reads ON onboarding.people FOR SELECT TO onboarding_worker USING (true);

CREATE POLICY worker_reads ON onboarding.review_reasons FOR SELECT TO onboarding_worker USING (true);

CREATE POLICY worker_reads ON onboarding.staff_reads FOR SELECT TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.account_links TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.analyst_notices TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.api_certificates TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.business_fingerprints TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.business_name_blocks TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.documents TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.event_outbox TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.events FOR SELECT TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.review_decisions TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.review_mail_rounds TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.review_notices TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.reviews TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.screenings TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.sessions TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.upload_quotas TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.webhook_attempts TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.webhook_changes TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.webhook_deliveries TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.webhook_endpoints FOR SELECT TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.webhook_lanes TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.webhook_replay_batches TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.webhook_replays TO onboarding_worker USING (true);

CREATE POLICY worker_works ON onboarding.webhook_statistics TO onboarding_worker USING (true);

GRANT USAGE ON SCHEMA onboarding TO onboarding_app;
GRANT USAGE ON SCHEMA onboarding TO onboarding_staff;
GRANT USAGE ON SCHEMA onboarding TO onboarding_operations;
GRANT USAGE ON SCHEMA onboarding TO onboarding_identity;
GRANT USAGE ON SCHEMA onboarding TO onboarding_worker;

GRANT ALL ON FUNCTION onboarding.current_partner() TO onboarding_staff;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.accounts TO onboarding_identity;

GRANT SELECT(account_id),INSERT(account_id) ON TABLE onboarding.accounts TO onboarding_app;
GRANT SELECT(account_id) ON TABLE onboarding.accounts TO onboarding_worker;
GRANT SELECT(account_id) ON TABLE onboarding.accounts TO onboarding_staff;
GRANT SELECT(account_id),INSERT(account_id) ON TABLE onboarding.accounts TO onboarding_operations;

GRANT SELECT(realm),INSERT(realm) ON TABLE onboarding.accounts TO onboarding_app;
GRANT SELECT(realm) ON TABLE onboarding.accounts TO onboarding_worker;
GRANT SELECT(realm) ON TABLE onboarding.accounts TO onboarding_staff;
GRANT SELECT(realm),INSERT(realm) ON TABLE onboarding.accounts TO onboarding_operations;

GRANT SELECT(partner_id),INSERT(partner_id) ON TABLE onboarding.accounts TO onboarding_app;
GRANT SELECT(partner_id) ON TABLE onboarding.accounts TO onboarding_worker;
GRANT SELECT(partner_id),INSERT(partner_id) ON TABLE onboarding.accounts TO onboarding_operations;

GRANT SELECT(role),INSERT(role),UPDATE(role) ON TABLE onboarding.accounts TO onboarding_app;
GRANT SELECT(role) ON TABLE onboarding.accounts TO onboarding_worker;
GRANT SELECT(role) ON TABLE onboarding.accounts TO onboarding_staff;
GRANT SELECT(role),INSERT(role),UPDATE(role) ON TABLE onboarding.accounts TO onboarding_operations;

GRANT SELECT(email),INSERT(email),UPDATE(email) ON TABLE onboarding.accounts TO onboarding_app;
GRANT SELECT(email) ON TABLE onboarding.accounts TO onboarding_worker;
GRANT SELECT(email),INSERT(email),UPDATE(email) ON TABLE onboarding.accounts TO onboarding_operations;

GRANT SELECT(email_key),INSERT(email_key) ON TABLE onboarding.accounts TO onboarding_app;
GRANT SELECT(email_key),INSERT(email_key) ON TABLE onboarding.accounts TO onboarding_operations;

GRANT SELECT(name),INSERT(name),UPDATE(name) ON TABLE onboarding.accounts TO onboarding_app;
GRANT SELECT(name) ON TABLE onboarding.accounts TO onboarding_worker;
GRANT SELECT(name) ON TABLE onboarding.accounts TO onboarding_staff;
GRANT SELECT(name),INSERT(name),UPDATE(name) ON TABLE onboarding.accounts TO onboarding_operations;

GRANT SELECT(status),INSERT(status),UPDATE(status) ON TABLE onboarding.accounts TO onboarding_app;
GRANT SELECT(status) ON TABLE onboarding.accounts TO onboarding_worker;
GRANT SELECT(status) ON TABLE onboarding.accounts TO onboarding_staff;
GRANT SELECT(status),INSERT(status),UPDATE(status) ON TABLE onboarding.accounts TO onboarding_operations;

GRANT SELECT(created_at),INSERT(created_at) ON TABLE onboarding.accounts TO onboarding_app;
GRANT SELECT(created_at) ON TABLE onboarding.accounts TO onboarding_worker;
GRANT SELECT(created_at),INSERT(created_at) ON TABLE onboarding.accounts TO onboarding_operations;

GRANT SELECT(last_sign_in_at) ON TABLE onboarding.accounts TO onboarding_app;
GRANT SELECT(last_sign_in_at) ON TABLE onboarding.accounts TO onboarding_operations;

GRANT SELECT(review_mails),UPDATE(review_mails) ON TABLE onboarding.accounts TO onboarding_app;
GRANT SELECT(review_mails) ON TABLE onboarding.accounts TO onboarding_worker;

GRANT SELECT(holds_email) ON TABLE onboarding.accounts TO onboarding_operations;

GRANT SELECT,INSERT,DELETE ON TABLE onboarding.sessions TO onboarding_app;
GRANT SELECT,DELETE ON TABLE onboarding.sessions TO onboarding_identity;
GRANT SELECT,DELETE ON TABLE onboarding.sessions TO onboarding_worker;

REVOKE ALL ON FUNCTION onboarding.colleague_sessions(of_account uuid, at timestamp with time zone, seen_after timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.colleague_sessions(of_account uuid, at timestamp with time zone, seen_after timestamp with time zone) TO onboarding_app;
GRANT ALL ON FUNCTION onboarding.colleague_sessions(of_account uuid, at timestamp with time zone, seen_after timestamp with time zone) TO onboarding_operations;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.customers TO onboarding_app;
GRANT SELECT ON TABLE onboarding.customers TO onboarding_worker;
GRANT SELECT ON TABLE onboarding.customers TO onboarding_staff;

GRANT UPDATE(verification_status) ON TABLE onboarding.customers TO onboarding_staff;
GRANT UPDATE(verification_status) ON TABLE onboarding.customers TO onboarding_worker;

GRANT UPDATE(version) ON TABLE onboarding.customers TO onboarding_worker;
GRANT UPDATE(version) ON TABLE onboarding.customers TO onboarding_staff;

GRANT UPDATE(event_sequence) ON TABLE onboarding.customers TO onboarding_worker;
GRANT UPDATE(event_sequence) ON TABLE onboarding.customers TO onboarding_staff;

GRANT UPDATE(audit_sequence) ON TABLE onboarding.customers TO onboarding_worker;
GRANT UPDATE(audit_sequence) ON TABLE onboarding.customers TO onboarding_staff;

GRANT UPDATE(audit_hash) ON TABLE onboarding.customers TO onboarding_worker;
GRANT UPDATE(audit_hash) ON TABLE onboarding.customers TO onboarding_staff;

GRANT UPDATE(updated_at) ON TABLE onboarding.customers TO onboarding_worker;
GRANT UPDATE(updated_at) ON TABLE onboarding.customers TO onboarding_staff;

GRANT UPDATE(attempt) ON TABLE onboarding.customers TO onboarding_staff;
GRANT UPDATE(attempt) ON TABLE onboarding.customers TO onboarding_worker;

GRANT UPDATE(submitted_at) ON TABLE onboarding.customers TO onboarding_staff;
GRANT UPDATE(submitted_at) ON TABLE onboarding.customers TO onboarding_worker;

GRANT UPDATE(status_changed_at) ON TABLE onboarding.customers TO onboarding_staff;
GRANT UPDATE(status_changed_at) ON TABLE onboarding.customers TO onboarding_worker;

GRANT UPDATE(decided_at) ON TABLE onboarding.customers TO onboarding_staff;
GRANT UPDATE(decided_at) ON TABLE onboarding.customers TO onboarding_worker;

GRANT UPDATE(monitoring) ON TABLE onboarding.customers TO onboarding_staff;
GRANT UPDATE(monitoring) ON TABLE onboarding.customers TO onboarding_worker;

REVOKE ALL ON FUNCTION onboarding.customer_exists(wanted uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.customer_exists(wanted uuid) TO onboarding_app;
GRANT ALL ON FUNCTION onboarding.customer_exists(wanted uuid) TO onboarding_staff;

REVOKE ALL ON FUNCTION onboarding.customer_moved() FROM PUBLIC;

REVOKE ALL ON FUNCTION onboarding.customer_renamed() FROM PUBLIC;

REVOKE ALL ON FUNCTION onboarding.customers_added() FROM PUBLIC;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.documents TO onboarding_app;
GRANT SELECT,UPDATE ON TABLE onboarding.documents TO onboarding_worker;
GRANT SELECT ON TABLE onboarding.documents TO onboarding_staff;

REVOKE ALL ON FUNCTION onboarding.document_exists(wanted uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.document_exists(wanted uuid) TO onboarding_app;

REVOKE ALL ON FUNCTION onboarding.documents_arrived(partner_ids uuid[], document_ids uuid[], arrived_at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.documents_arrived(partner_ids uuid[], document_ids uuid[], arrived_at timestamp with time zone) TO onboarding_app;
GRANT ALL ON FUNCTION onboarding.documents_arrived(partner_ids uuid[], document_ids uuid[], arrived_at timestamp with time zone) TO onboarding_worker;

REVOKE ALL ON FUNCTION onboarding.drop_partitions(parent text, keep_days integer) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.drop_partitions(parent text, keep_days integer) TO onboarding_worker;

REVOKE ALL ON FUNCTION onboarding.end_session(hashed bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.end_session(hashed bytea) TO onboarding_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE onboarding.oidc_records TO onboarding_identity;
GRANT SELECT,DELETE ON TABLE onboarding.oidc_records TO onboarding_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.sign_ins TO onboarding_identity;
GRANT SELECT,DELETE ON TABLE onboarding.sign_ins TO onboarding_worker;

REVOKE ALL ON FUNCTION onboarding.end_sessions(of_account uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.end_sessions(of_account uuid) TO onboarding_app;
GRANT ALL ON FUNCTION onboarding.end_sessions(of_account uuid) TO onboarding_identity;
GRANT ALL ON FUNCTION onboarding.end_sessions(of_account uuid) TO onboarding_operations;

REVOKE ALL ON FUNCTION onboarding.end_sign_in(hashed bytea) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.end_sign_in(hashed bytea) TO onboarding_app;

REVOKE ALL ON FUNCTION onboarding.enter_partner(entering uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.enter_partner(entering uuid) TO onboarding_app;
GRANT ALL ON FUNCTION onboarding.enter_partner(entering uuid) TO onboarding_worker;
GRANT ALL ON FUNCTION onboarding.enter_partner(entering uuid) TO onboarding_staff;
GRANT ALL ON FUNCTION onboarding.enter_partner(entering uuid) TO onboarding_operations;

GRANT SELECT ON TABLE onboarding.partners TO onboarding_app;
GRANT SELECT ON TABLE onboarding.partners TO onboarding_identity;
GRANT SELECT ON TABLE onboarding.partners TO onboarding_worker;
GRANT SELECT ON TABLE onboarding.partners TO onboarding_staff;
GRANT SELECT ON TABLE onboarding.partners TO onboarding_operations;

GRANT INSERT(partner_id) ON TABLE onboarding.partners TO onboarding_operations;

GRANT INSERT(name) ON TABLE onboarding.partners TO onboarding_operations;

GRANT INSERT(client_id) ON TABLE onboarding.partners TO onboarding_operations;

GRANT INSERT(status),UPDATE(status) ON TABLE onboarding.partners TO onboarding_operations;

GRANT INSERT(onboarding_status),UPDATE(onboarding_status) ON TABLE onboarding.partners TO onboarding_operations;

GRANT UPDATE(reads_per_second) ON TABLE onboarding.partners TO onboarding_operations;

GRANT UPDATE(writes_per_second) ON TABLE onboarding.partners TO onboarding_operations;

GRANT UPDATE(upload_links_per_second) ON TABLE onboarding.partners TO onboarding_operations;

REVOKE ALL ON FUNCTION onboarding.enter_session(hashed bytea, of_realm text, at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.enter_session(hashed bytea, of_realm text, at timestamp with time zone) TO onboarding_app;
GRANT ALL ON FUNCTION onboarding.enter_session(hashed bytea, of_realm text, at timestamp with time zone) TO onboarding_staff;

REVOKE ALL ON FUNCTION onboarding.enter_session(hashed bytea, of_realm text, at timestamp with time zone, in_use boolean) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.enter_session(hashed bytea, of_realm text, at timestamp with time zone, in_use boolean) TO onboarding_app;
GRANT ALL ON FUNCTION onboarding.enter_session(hashed bytea, of_realm text, at timestamp with time zone, in_use boolean) TO onboarding_staff;
GRANT ALL ON FUNCTION onboarding.enter_session(hashed bytea, of_realm text, at timestamp with time zone, in_use boolean) TO onboarding_operations;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.identities TO onboarding_app;

GRANT SELECT(partner_id) ON TABLE onboarding.identities TO onboarding_staff;
GRANT SELECT(partner_id) ON TABLE onboarding.identities TO onboarding_worker;

GRANT SELECT(customer_id) ON TABLE onboarding.identities TO onboarding_staff;
GRANT SELECT(customer_id) ON TABLE onboarding.identities TO onboarding_worker;

GRANT SELECT(ubo_id) ON TABLE onboarding.identities TO onboarding_staff;
GRANT SELECT(ubo_id) ON TABLE onboarding.identities TO onboarding_worker;

GRANT SELECT(identity_id) ON TABLE onboarding.identities TO onboarding_staff;
GRANT SELECT(identity_id) ON TABLE onboarding.identities TO onboarding_worker;

GRANT SELECT(identity_type_code) ON TABLE onboarding.identities TO onboarding_staff;
GRANT SELECT(identity_type_code) ON TABLE onboarding.identities TO onboarding_worker;

GRANT SELECT(issuing_country) ON TABLE onboarding.identities TO onboarding_staff;
GRANT SELECT(issuing_country) ON TABLE onboarding.identities TO onboarding_worker;

GRANT SELECT(value_masked) ON TABLE onboarding.identities TO onboarding_staff;

GRANT SELECT(value_hash) ON TABLE onboarding.identities TO onboarding_worker;

GRANT SELECT(value_hash_key_id) ON TABLE onboarding.identities TO onboarding_worker;

GRANT SELECT(issue_date) ON TABLE onboarding.identities TO onboarding_staff;
GRANT SELECT(issue_date) ON TABLE onboarding.identities TO onboarding_worker;

GRANT SELECT(expiry_date) ON TABLE onboarding.identities TO onboarding_staff;
GRANT SELECT(expiry_date) ON TABLE onboarding.identities TO onboarding_worker;

GRANT SELECT(created_at) ON TABLE onboarding.identities TO onboarding_staff;

GRANT SELECT(replaced_at) ON TABLE onboarding.identities TO onboarding_staff;
GRANT SELECT(replaced_at) ON TABLE onboarding.identities TO onboarding_worker;

GRANT SELECT(document_id) ON TABLE onboarding.identities TO onboarding_staff;

GRANT SELECT(general_rule) ON TABLE onboarding.identities TO onboarding_worker;

REVOKE ALL ON FUNCTION onboarding.equal_numbers(of_partner uuid, of_customer uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.equal_numbers(of_partner uuid, of_customer uuid) TO onboarding_staff;

REVOKE ALL ON FUNCTION onboarding.forget_password(of_account uuid, at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.forget_password(of_account uuid, at timestamp with time zone) TO onboarding_app;
GRANT ALL ON FUNCTION onboarding.forget_password(of_account uuid, at timestamp with time zone) TO onboarding_identity;
GRANT ALL ON FUNCTION onboarding.forget_password(of_account uuid, at timestamp with time zone) TO onboarding_operations;

REVOKE ALL ON FUNCTION onboarding.forget_rows(family text, keep_days integer, most integer, OUT removed integer, OUT oldest timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.forget_rows(family text, keep_days integer, most integer, OUT removed integer, OUT oldest timestamp with time zone) TO onboarding_worker;

REVOKE ALL ON FUNCTION onboarding.hold_sign_in(held uuid, of_account uuid, at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.hold_sign_in(held uuid, of_account uuid, at timestamp with time zone) TO onboarding_app;

REVOKE ALL ON FUNCTION onboarding.invitation_standing(of_account uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.invitation_standing(of_account uuid) TO onboarding_app;
GRANT ALL ON FUNCTION onboarding.invitation_standing(of_account uuid) TO onboarding_identity;
GRANT ALL ON FUNCTION onboarding.invitation_standing(of_account uuid) TO onboarding_operations;

REVOKE ALL ON FUNCTION onboarding.make_partition(parent text, suffix text, lower_bound text, upper_bound text) FROM PUBLIC;

REVOKE ALL ON FUNCTION onboarding.make_partitions(days_ahead integer) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.make_partitions(days_ahead integer) TO onboarding_app;
GRANT ALL ON FUNCTION onboarding.make_partitions(days_ahead integer) TO onboarding_identity;
GRANT ALL ON FUNCTION onboarding.make_partitions(days_ahead integer) TO onboarding_worker;

REVOKE ALL ON FUNCTION onboarding.note_sign_in(of_account uuid, at timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.note_sign_in(of_account uuid, at timestamp with time zone) TO onboarding_app;

REVOKE ALL ON FUNCTION onboarding.number_matches(of_partner uuid, of_customer uuid, of_identity uuid, key_ids text[], hashes bytea[]) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.number_matches(of_partner uuid, of_customer uuid, of_identity uuid, key_ids text[], hashes bytea[]) TO onboarding_staff;

REVOKE ALL ON FUNCTION onboarding.partition_has_few_partners(parent text) FROM PUBLIC;

REVOKE ALL ON FUNCTION onboarding.partition_parameters(parent text) FROM PUBLIC;

REVOKE ALL ON FUNCTION onboarding.partner_limits() FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.partner_limits() TO onboarding_app;

REVOKE ALL ON FUNCTION onboarding.retire_partitions(parent text, keep_days integer, OUT dropped integer, OUT dropped_rows bigint, OUT oldest timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.retire_partitions(parent text, keep_days integer, OUT dropped integer, OUT dropped_rows bigint, OUT oldest timestamp with time zone) TO onboarding_worker;

REVOKE ALL ON FUNCTION onboarding.search_terms(company_name text, trading_name text, reference text, registration_number text) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.search_terms(company_name text, trading_name text, reference text, registration_number text) TO onboarding_app;
GRANT ALL ON FUNCTION onboarding.search_terms(company_name text, trading_name text, reference text, registration_number text) TO onboarding_staff;

REVOKE ALL ON FUNCTION onboarding.search_text(given text) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.search_text(given text) TO onboarding_app;
GRANT ALL ON FUNCTION onboarding.search_text(given text) TO onboarding_staff;

REVOKE ALL ON FUNCTION onboarding.search_words(given text) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.search_words(given text) TO onboarding_app;
GRANT ALL ON FUNCTION onboarding.search_words(given text) TO onboarding_staff;

REVOKE ALL ON FUNCTION onboarding.staff_sessions(of_account uuid, at timestamp with time zone, seen_after timestamp with time zone) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.staff_sessions(of_account uuid, at timestamp with time zone, seen_after timestamp with time zone) TO onboarding_operations;

REVOKE ALL ON FUNCTION onboarding.tune_partition(parent text, child text) FROM PUBLIC;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE onboarding.account_attempts TO onboarding_identity;
GRANT SELECT,DELETE ON TABLE onboarding.account_attempts TO onboarding_worker;

GRANT SELECT,INSERT ON TABLE onboarding.account_events TO onboarding_identity;
GRANT SELECT,INSERT ON TABLE onboarding.account_events TO onboarding_app;
GRANT SELECT,INSERT ON TABLE onboarding.account_events TO onboarding_operations;

GRANT SELECT(event_id) ON TABLE onboarding.account_events TO onboarding_worker;

GRANT SELECT(account_id) ON TABLE onboarding.account_events TO onboarding_worker;

GRANT SELECT(realm) ON TABLE onboarding.account_events TO onboarding_worker;

GRANT SELECT(kind) ON TABLE onboarding.account_events TO onboarding_worker;

GRANT SELECT(reason) ON TABLE onboarding.account_events TO onboarding_worker;

GRANT SELECT(address) ON TABLE onboarding.account_events TO onboarding_worker;

GRANT SELECT(occurred_at) ON TABLE onboarding.account_events TO onboarding_worker;

GRANT SELECT(partner_id) ON TABLE onboarding.account_events TO onboarding_worker;

GRANT SELECT(actor_id) ON TABLE onboarding.account_events TO onboarding_worker;

GRANT SELECT(transaction_id) ON TABLE onboarding.account_events TO onboarding_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.account_links TO onboarding_identity;
GRANT SELECT,DELETE ON TABLE onboarding.account_links TO onboarding_worker;
GRANT INSERT ON TABLE onboarding.account_links TO onboarding_app;
GRANT INSERT ON TABLE onboarding.account_links TO onboarding_operations;

GRANT SELECT(account_id) ON TABLE onboarding.account_links TO onboarding_app;
GRANT SELECT(account_id) ON TABLE onboarding.account_links TO onboarding_operations;

GRANT SELECT(purpose) ON TABLE onboarding.account_links TO onboarding_app;
GRANT SELECT(purpose) ON TABLE onboarding.account_links TO onboarding_operations;

GRANT SELECT(created_at) ON TABLE onboarding.account_links TO onboarding_app;
GRANT SELECT(created_at) ON TABLE onboarding.account_links TO onboarding_operations;

GRANT SELECT(expires_at),UPDATE(expires_at) ON TABLE onboarding.account_links TO onboarding_app;
GRANT SELECT(expires_at),UPDATE(expires_at) ON TABLE onboarding.account_links TO onboarding_operations;

GRANT SELECT(used_at) ON TABLE onboarding.account_links TO onboarding_app;
GRANT SELECT(used_at) ON TABLE onboarding.account_links TO onboarding_operations;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.analyst_days TO onboarding_staff;

GRANT SELECT ON TABLE onboarding.analyst_notices TO onboarding_staff;
GRANT SELECT ON TABLE onboarding.analyst_notices TO onboarding_worker;

GRANT INSERT(account_id) ON TABLE onboarding.analyst_notices TO onboarding_staff;
GRANT INSERT(account_id) ON TABLE onboarding.analyst_notices TO onboarding_worker;

GRANT INSERT(seen_until),UPDATE(seen_until) ON TABLE onboarding.analyst_notices TO onboarding_staff;

GRANT INSERT(mailed_on),UPDATE(mailed_on) ON TABLE onboarding.analyst_notices TO onboarding_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.api_certificates TO onboarding_app;
GRANT SELECT ON TABLE onboarding.api_certificates TO onboarding_identity;
GRANT SELECT ON TABLE onboarding.api_certificates TO onboarding_worker;

GRANT SELECT(partner_id) ON TABLE onboarding.api_certificates TO onboarding_operations;

GRANT SELECT(certificate_id) ON TABLE onboarding.api_certificates TO onboarding_operations;

GRANT SELECT(name) ON TABLE onboarding.api_certificates TO onboarding_operations;

GRANT SELECT(subject) ON TABLE onboarding.api_certificates TO onboarding_operations;

GRANT SELECT(thumbprint) ON TABLE onboarding.api_certificates TO onboarding_operations;

GRANT SELECT(not_before) ON TABLE onboarding.api_certificates TO onboarding_operations;

GRANT SELECT(not_after) ON TABLE onboarding.api_certificates TO onboarding_operations;

GRANT SELECT(registered_at) ON TABLE onboarding.api_certificates TO onboarding_operations;

GRANT SELECT(registered_by) ON TABLE onboarding.api_certificates TO onboarding_operations;

GRANT SELECT(revoked_at),UPDATE(revoked_at) ON TABLE onboarding.api_certificates TO onboarding_operations;

GRANT SELECT(revoked_by),UPDATE(revoked_by) ON TABLE onboarding.api_certificates TO onboarding_operations;

GRANT UPDATE(last_used_at) ON TABLE onboarding.api_certificates TO onboarding_identity;
GRANT SELECT(last_used_at) ON TABLE onboarding.api_certificates TO onboarding_operations;

GRANT UPDATE(warned_days) ON TABLE onboarding.api_certificates TO onboarding_worker;

GRANT SELECT,INSERT ON TABLE onboarding.api_requests TO onboarding_app;

GRANT SELECT,INSERT ON TABLE onboarding.audit_anchors TO onboarding_worker;

GRANT UPDATE(published_at) ON TABLE onboarding.audit_anchors TO onboarding_worker;

GRANT SELECT,INSERT ON TABLE onboarding.audit_entries TO onboarding_app;
GRANT INSERT ON TABLE onboarding.audit_entries TO onboarding_worker;
GRANT SELECT,INSERT ON TABLE onboarding.audit_entries TO onboarding_staff;

GRANT SELECT(partner_id) ON TABLE onboarding.audit_entries TO onboarding_worker;

GRANT SELECT(audit_id) ON TABLE onboarding.audit_entries TO onboarding_worker;

GRANT SELECT(customer_id) ON TABLE onboarding.audit_entries TO onboarding_worker;

GRANT SELECT(sequence) ON TABLE onboarding.audit_entries TO onboarding_worker;

GRANT SELECT(action) ON TABLE onboarding.audit_entries TO onboarding_worker;

GRANT SELECT(actor_kind) ON TABLE onboarding.audit_entries TO onboarding_worker;

GRANT SELECT(actor_id) ON TABLE onboarding.audit_entries TO onboarding_worker;

GRANT SELECT(request_id) ON TABLE onboarding.audit_entries TO onboarding_worker;

GRANT SELECT(occurred_at) ON TABLE onboarding.audit_entries TO onboarding_worker;

GRANT SELECT(hash) ON TABLE onboarding.audit_entries TO onboarding_worker;

GRANT SELECT(transaction_id) ON TABLE onboarding.audit_entries TO onboarding_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.audit_streams TO onboarding_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.business_fingerprints TO onboarding_worker;

GRANT SELECT,INSERT,DELETE ON TABLE onboarding.business_name_blocks TO onboarding_worker;

GRANT SELECT ON TABLE onboarding.business_types TO onboarding_app;
GRANT SELECT ON TABLE onboarding.business_types TO onboarding_operations;

GRANT SELECT ON TABLE onboarding.countries TO onboarding_app;
GRANT SELECT ON TABLE onboarding.countries TO onboarding_operations;

GRANT UPDATE(standing) ON TABLE onboarding.countries TO onboarding_operations;

GRANT UPDATE(decided_at) ON TABLE onboarding.countries TO onboarding_operations;

GRANT UPDATE(decided_by) ON TABLE onboarding.countries TO onboarding_operations;

GRANT SELECT ON TABLE onboarding.country_lists TO onboarding_app;
GRANT SELECT ON TABLE onboarding.country_lists TO onboarding_identity;
GRANT SELECT ON TABLE onboarding.country_lists TO onboarding_worker;
GRANT SELECT,INSERT ON TABLE onboarding.country_lists TO onboarding_operations;

GRANT UPDATE(standing) ON TABLE onboarding.country_lists TO onboarding_operations;

GRANT UPDATE(reason) ON TABLE onboarding.country_lists TO onboarding_operations;

GRANT UPDATE(since) ON TABLE onboarding.country_lists TO onboarding_operations;

GRANT UPDATE(decided_by) ON TABLE onboarding.country_lists TO onboarding_operations;

GRANT SELECT ON TABLE onboarding.country_looks TO onboarding_worker;
GRANT SELECT ON TABLE onboarding.country_looks TO onboarding_operations;

GRANT INSERT(countries) ON TABLE onboarding.country_looks TO onboarding_operations;

GRANT INSERT(asked_by) ON TABLE onboarding.country_looks TO onboarding_operations;

GRANT INSERT(asked_at) ON TABLE onboarding.country_looks TO onboarding_operations;

GRANT UPDATE(after_partner) ON TABLE onboarding.country_looks TO onboarding_worker;

GRANT UPDATE(after_customer) ON TABLE onboarding.country_looks TO onboarding_worker;

GRANT UPDATE(looked_at) ON TABLE onboarding.country_looks TO onboarding_worker;

GRANT UPDATE(concerned) ON TABLE onboarding.country_looks TO onboarding_worker;

GRANT UPDATE(finished_at) ON TABLE onboarding.country_looks TO onboarding_worker;

GRANT SELECT ON TABLE onboarding.customer_counts TO onboarding_app;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE onboarding.customer_metadata TO onboarding_app;

GRANT SELECT ON TABLE onboarding.customer_terms TO onboarding_app;
GRANT SELECT ON TABLE onboarding.customer_terms TO onboarding_staff;

GRANT SELECT,INSERT ON TABLE onboarding.document_pages_seen TO onboarding_staff;

GRANT UPDATE(pages_seen) ON TABLE onboarding.document_pages_seen TO onboarding_staff;

GRANT UPDATE(pages_total) ON TABLE onboarding.document_pages_seen TO onboarding_staff;

GRANT UPDATE(seen_at) ON TABLE onboarding.document_pages_seen TO onboarding_staff;

GRANT SELECT,INSERT ON TABLE onboarding.event_outbox TO onboarding_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE onboarding.event_outbox TO onboarding_worker;
GRANT SELECT,INSERT ON TABLE onboarding.event_outbox TO onboarding_staff;

GRANT SELECT,INSERT ON TABLE onboarding.events TO onboarding_app;
GRANT SELECT,INSERT ON TABLE onboarding.events TO onboarding_worker;
GRANT SELECT,INSERT ON TABLE onboarding.events TO onboarding_staff;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.health_probes TO onboarding_app;
GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.health_probes TO onboarding_identity;
GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.health_probes TO onboarding_worker;

GRANT SELECT,INSERT ON TABLE onboarding.hit_findings TO onboarding_staff;

GRANT UPDATE(finding) ON TABLE onboarding.hit_findings TO onboarding_staff;

GRANT UPDATE(note_cipher) ON TABLE onboarding.hit_findings TO onboarding_staff;

GRANT UPDATE(found_by) ON TABLE onboarding.hit_findings TO onboarding_staff;

GRANT UPDATE(found_at) ON TABLE onboarding.hit_findings TO onboarding_staff;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.idempotency_keys TO onboarding_app;
GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.idempotency_keys TO onboarding_staff;

GRANT SELECT,INSERT ON TABLE onboarding.identity_comparisons TO onboarding_staff;

GRANT UPDATE(begun_at) ON TABLE onboarding.identity_comparisons TO onboarding_staff;

GRANT UPDATE(tries) ON TABLE onboarding.identity_comparisons TO onboarding_staff;

GRANT SELECT,INSERT ON TABLE onboarding.list_exports TO onboarding_app;

GRANT UPDATE(outcome) ON TABLE onboarding.list_exports TO onboarding_app;

GRANT UPDATE(row_count) ON TABLE onboarding.list_exports TO onboarding_app;

GRANT SELECT,INSERT ON TABLE onboarding.operator_actions TO onboarding_operations;

GRANT SELECT(action_id) ON TABLE onboarding.operator_actions TO onboarding_worker;

GRANT SELECT(occurred_at) ON TABLE onboarding.operator_actions TO onboarding_worker;

GRANT SELECT(action) ON TABLE onboarding.operator_actions TO onboarding_worker;

GRANT SELECT(subject_kind) ON TABLE onboarding.operator_actions TO onboarding_worker;

GRANT SELECT(subject_id) ON TABLE onboarding.operator_actions TO onboarding_worker;

GRANT SELECT(actor_kind) ON TABLE onboarding.operator_actions TO onboarding_worker;

GRANT SELECT(actor_id) ON TABLE onboarding.operator_actions TO onboarding_worker;

GRANT SELECT(address) ON TABLE onboarding.operator_actions TO onboarding_worker;

GRANT SELECT(request_id) ON TABLE onboarding.operator_actions TO onboarding_worker;

GRANT SELECT(transaction_id) ON TABLE onboarding.operator_actions TO onboarding_worker;

GRANT SELECT,INSERT ON TABLE onboarding.package_snapshots TO onboarding_staff;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.people TO onboarding_app;
GRANT SELECT ON TABLE onboarding.people TO onboarding_staff;
GRANT SELECT ON TABLE onboarding.people TO onboarding_worker;

GRANT UPDATE(verification_status) ON TABLE onboarding.people TO onboarding_staff;
GRANT UPDATE(verification_status) ON TABLE onboarding.people TO onboarding_worker;

GRANT UPDATE(updated_at) ON TABLE onboarding.people TO onboarding_staff;
GRANT UPDATE(updated_at) ON TABLE onboarding.people TO onboarding_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.process_probes TO onboarding_app;
GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.process_probes TO onboarding_identity;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE onboarding.process_probes TO onboarding_worker;
GRANT SELECT ON TABLE onboarding.process_probes TO onboarding_operations;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE onboarding.recovery_codes TO onboarding_identity;
GRANT DELETE ON TABLE onboarding.recovery_codes TO onboarding_app;
GRANT DELETE ON TABLE onboarding.recovery_codes TO onboarding_operations;

GRANT SELECT(account_id) ON TABLE onboarding.recovery_codes TO onboarding_app;
GRANT SELECT(account_id) ON TABLE onboarding.recovery_codes TO onboarding_operations;

GRANT SELECT ON TABLE onboarding.requirement_sets TO onboarding_app;
GRANT SELECT ON TABLE onboarding.requirement_sets TO onboarding_operations;

GRANT INSERT(country_code) ON TABLE onboarding.requirement_sets TO onboarding_operations;

GRANT INSERT(version) ON TABLE onboarding.requirement_sets TO onboarding_operations;

GRANT INSERT(status),UPDATE(status) ON TABLE onboarding.requirement_sets TO onboarding_operations;

GRANT INSERT(entries) ON TABLE onboarding.requirement_sets TO onboarding_operations;

GRANT INSERT(activated_at),UPDATE(activated_at) ON TABLE onboarding.requirement_sets TO onboarding_operations;

GRANT UPDATE(retired_at) ON TABLE onboarding.requirement_sets TO onboarding_operations;

GRANT SELECT ON TABLE onboarding.review_decisions TO onboarding_app;
GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.review_decisions TO onboarding_staff;
GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.review_decisions TO onboarding_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.review_mail_rounds TO onboarding_worker;

GRANT SELECT,INSERT ON TABLE onboarding.review_notes TO onboarding_staff;

GRANT INSERT ON TABLE onboarding.review_notices TO onboarding_staff;
GRANT SELECT,DELETE ON TABLE onboarding.review_notices TO onboarding_worker;

GRANT SELECT ON TABLE onboarding.review_reasons TO onboarding_app;
GRANT SELECT,INSERT ON TABLE onboarding.review_reasons TO onboarding_staff;
GRANT SELECT,INSERT ON TABLE onboarding.review_reasons TO onboarding_worker;

GRANT SELECT ON TABLE onboarding.review_statistics TO onboarding_staff;
GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.review_statistics TO onboarding_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.review_verdicts TO onboarding_staff;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.reviews TO onboarding_app;
GRANT SELECT,UPDATE ON TABLE onboarding.reviews TO onboarding_staff;
GRANT SELECT,UPDATE ON TABLE onboarding.reviews TO onboarding_worker;

GRANT SELECT,INSERT ON TABLE onboarding.saved_filters TO onboarding_app;

GRANT UPDATE(version) ON TABLE onboarding.saved_filters TO onboarding_app;

GRANT UPDATE(filters) ON TABLE onboarding.saved_filters TO onboarding_app;

GRANT SELECT ON TABLE onboarding.screenings TO onboarding_staff;
GRANT SELECT,INSERT ON TABLE onboarding.screenings TO onboarding_worker;

GRANT UPDATE(superseded_at) ON TABLE onboarding.screenings TO onboarding_worker;

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE onboarding.second_factors TO onboarding_identity;
GRANT DELETE ON TABLE onboarding.second_factors TO onboarding_app;
GRANT DELETE ON TABLE onboarding.second_factors TO onboarding_operations;

GRANT SELECT(account_id) ON TABLE onboarding.second_factors TO onboarding_app;
GRANT SELECT(account_id) ON TABLE onboarding.second_factors TO onboarding_operations;

GRANT SELECT(factor_id) ON TABLE onboarding.second_factors TO onboarding_app;
GRANT SELECT(factor_id) ON TABLE onboarding.second_factors TO onboarding_operations;

GRANT SELECT(kind) ON TABLE onboarding.second_factors TO onboarding_app;
GRANT SELECT(kind) ON TABLE onboarding.second_factors TO onboarding_operations;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.signing_keys TO onboarding_identity;

GRANT SELECT,INSERT ON TABLE onboarding.staff_reads TO onboarding_staff;
GRANT SELECT ON TABLE onboarding.staff_reads TO onboarding_worker;

GRANT SELECT ON TABLE onboarding.token_requests TO onboarding_app;
GRANT SELECT,INSERT ON TABLE onboarding.token_requests TO onboarding_identity;

GRANT UPDATE(reason) ON TABLE onboarding.token_requests TO onboarding_identity;

GRANT UPDATE(requests) ON TABLE onboarding.token_requests TO onboarding_identity;

GRANT UPDATE(last_occurred_at) ON TABLE onboarding.token_requests TO onboarding_identity;

GRANT UPDATE(last_request_id) ON TABLE onboarding.token_requests TO onboarding_identity;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.upload_quotas TO onboarding_app;
GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.upload_quotas TO onboarding_worker;

GRANT SELECT,INSERT ON TABLE onboarding.used_assertions TO onboarding_identity;
GRANT SELECT,DELETE ON TABLE onboarding.used_assertions TO onboarding_worker;

GRANT SELECT ON TABLE onboarding.webhook_attempts TO onboarding_app;
GRANT SELECT,INSERT ON TABLE onboarding.webhook_attempts TO onboarding_worker;

GRANT SELECT,INSERT ON TABLE onboarding.webhook_changes TO onboarding_app;
GRANT SELECT,INSERT ON TABLE onboarding.webhook_changes TO onboarding_worker;

GRANT SELECT,INSERT ON TABLE onboarding.webhook_deliveries TO onboarding_app;
GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.webhook_deliveries TO onboarding_worker;

GRANT SELECT ON TABLE onboarding.webhook_dispatchers TO onboarding_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE onboarding.webhook_dispatchers TO onboarding_worker;
GRANT SELECT ON TABLE onboarding.webhook_dispatchers TO onboarding_operations;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.webhook_endpoints TO onboarding_app;
GRANT SELECT ON TABLE onboarding.webhook_endpoints TO onboarding_worker;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.webhook_lanes TO onboarding_app;
GRANT SELECT,UPDATE ON TABLE onboarding.webhook_lanes TO onboarding_worker;

GRANT SELECT(partner_id) ON TABLE onboarding.webhook_lanes TO onboarding_operations;

GRANT SELECT(due_at) ON TABLE onboarding.webhook_lanes TO onboarding_operations;

GRANT SELECT,INSERT ON TABLE onboarding.webhook_replay_batches TO onboarding_app;
GRANT SELECT,DELETE,UPDATE ON TABLE onboarding.webhook_replay_batches TO onboarding_worker;

GRANT SELECT,INSERT ON TABLE onboarding.webhook_replays TO onboarding_app;
GRANT SELECT,UPDATE ON TABLE onboarding.webhook_replays TO onboarding_worker;

GRANT UPDATE(cancelled_at) ON TABLE onboarding.webhook_replays TO onboarding_app;

GRANT SELECT ON TABLE onboarding.webhook_statistics TO onboarding_app;
GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE onboarding.webhook_statistics TO onboarding_worker;
