-- Made by npm run generate: the schema after all migrations. Change it by a new migration, not here.
CREATE SCHEMA onboarding;

ALTER SCHEMA onboarding OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.current_partner() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    RETURN (NULLIF(current_setting('app.partner_id'::text, true), ''::text))::uuid;

ALTER FUNCTION onboarding.current_partner() OWNER TO onboarding_owner;

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
    CONSTRAINT customers_verification_status CHECK ((verification_status = ANY (ARRAY['NotStarted'::text, 'PendingVerification'::text, 'StartedNotCompleted'::text, 'Approved'::text, 'Rejected'::text, 'ChangesRequested'::text])))
);

ALTER TABLE onboarding.customers OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.customer_exists(wanted uuid) RETURNS boolean
    LANGUAGE sql STABLE SECURITY DEFINER
    BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM onboarding.customers c
           WHERE (c.customer_id = customer_exists.wanted))) AS "exists";
END;

ALTER FUNCTION onboarding.customer_exists(wanted uuid) OWNER TO onboarding_owner;

CREATE TABLE onboarding.partners (
    partner_id uuid NOT NULL,
    name text NOT NULL,
    client_id text NOT NULL,
    status text DEFAULT 'Active'::text NOT NULL,
    onboarding_status text DEFAULT 'Pending'::text NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT partners_onboarding_status CHECK ((onboarding_status = ANY (ARRAY['Pending'::text, 'Approved'::text, 'Rejected'::text]))),
    CONSTRAINT partners_status CHECK ((status = ANY (ARRAY['Active'::text, 'Inactive'::text])))
);

ALTER TABLE onboarding.partners OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.enter_partner(entering uuid) RETURNS TABLE(status text, onboarding_status text)
    LANGUAGE sql SECURITY DEFINER
    BEGIN ATOMIC
 SELECT set_config('app.partner_id'::text, (entering)::text, true) AS set_config;
 SELECT p.status,
     p.onboarding_status
    FROM onboarding.partners p
   WHERE (p.partner_id = enter_partner.entering);
END;

ALTER FUNCTION onboarding.enter_partner(entering uuid) OWNER TO onboarding_owner;

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
  made integer := 0;
begin
  if days_ahead not between 1 and 60 then
    raise exception 'days_ahead must be between 1 and 60';
  end if;
  -- A lock of our own, so that two callers never both miss a partition and make it twice.
  perform pg_advisory_xact_lock(hashtext('onboarding.make_partitions'));
  for day in select generate_series(today - 1, today + days_ahead, interval '1 day')::date loop
    made := made
      + make_partition('events', to_char(day, 'YYYYMMDD'), uuid_floor(day::timestamp at time zone 'utc')::text,
          uuid_floor((day + 1)::timestamp at time zone 'utc')::text)
      + make_partition('idempotency_keys', to_char(day, 'YYYYMMDD'), day::text, (day + 1)::text);
  end loop;
  for month in
    select generate_series(date_trunc('month', (today - 1)::timestamp), (today + days_ahead)::timestamp, interval '1 month')::date
  loop
    made := made
      + make_partition('audit_entries', to_char(month, 'YYYYMM'), uuid_floor(month::timestamp at time zone 'utc')::text,
          uuid_floor((month + interval '1 month')::timestamp at time zone 'utc')::text);
  end loop;
  return made;
end
$$;

ALTER FUNCTION onboarding.make_partitions(days_ahead integer) OWNER TO onboarding_owner;

CREATE FUNCTION onboarding.uuid_floor(at timestamp with time zone) RETURNS uuid
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ((lpad(to_hex(((EXTRACT(epoch FROM at) * (1000)::numeric))::bigint), 12, '0'::text) || repeat('0'::text, 20)))::uuid;

ALTER FUNCTION onboarding.uuid_floor(at timestamp with time zone) OWNER TO onboarding_owner;

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
    CONSTRAINT audit_entries_actor_kind CHECK ((actor_kind = 'Client'::text))
)
PARTITION BY RANGE (audit_id);

ALTER TABLE onboarding.audit_entries OWNER TO onboarding_owner;

CREATE TABLE onboarding.business_types (
    business_type_code text NOT NULL,
    status text DEFAULT 'Active'::text NOT NULL,
    CONSTRAINT business_types_business_type_code_check CHECK ((business_type_code ~ '^[A-Za-z]+$'::text)),
    CONSTRAINT business_types_status CHECK ((status = ANY (ARRAY['Active'::text, 'Retired'::text])))
);

ALTER TABLE onboarding.business_types OWNER TO onboarding_owner;

CREATE TABLE onboarding.countries (
    country_code text NOT NULL,
    name text NOT NULL,
    CONSTRAINT countries_country_code_check CHECK ((country_code ~ '^[A-Z]{3}$'::text))
);

ALTER TABLE onboarding.countries OWNER TO onboarding_owner;

CREATE TABLE onboarding.event_outbox (
    event_id uuid NOT NULL,
    partner_id uuid NOT NULL
);

ALTER TABLE onboarding.event_outbox OWNER TO onboarding_owner;

CREATE TABLE onboarding.events (
    partner_id uuid NOT NULL,
    event_id uuid NOT NULL,
    customer_id uuid,
    event_type text NOT NULL,
    event_version smallint NOT NULL,
    sequence bigint,
    occurred_at timestamp with time zone NOT NULL,
    body text NOT NULL
)
PARTITION BY RANGE (event_id);

ALTER TABLE onboarding.events OWNER TO onboarding_owner;

CREATE TABLE onboarding.health_probes (
    service text NOT NULL,
    probed_at timestamp with time zone NOT NULL
);

ALTER TABLE onboarding.health_probes OWNER TO onboarding_owner;

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
    replay_count integer DEFAULT 0 NOT NULL
)
PARTITION BY RANGE (created_on);

ALTER TABLE onboarding.idempotency_keys OWNER TO onboarding_owner;

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
    CONSTRAINT identities_type CHECK ((identity_type_code = ANY (ARRAY['PASSPORT'::text, 'NATIOANL_ID'::text, 'DRIVING_LICENCE'::text, 'IDENTITY_CARD'::text, 'RESIDENCE_CARD'::text, 'VOTER_CARD'::text, 'BVN'::text, 'OTHERS'::text])))
);

ALTER TABLE onboarding.identities OWNER TO onboarding_owner;

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
);

ALTER TABLE onboarding.people OWNER TO onboarding_owner;

CREATE TABLE onboarding.requirement_sets (
    requirement_set_id integer NOT NULL,
    country_code text NOT NULL,
    version integer NOT NULL,
    status text NOT NULL,
    entries jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT now() NOT NULL,
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

CREATE TABLE onboarding.schema_migrations (
    name text NOT NULL,
    checksum text NOT NULL,
    applied_at timestamp with time zone DEFAULT now() NOT NULL
);

ALTER TABLE onboarding.schema_migrations OWNER TO onboarding_owner;

ALTER TABLE ONLY onboarding.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (partner_id, customer_id, audit_id);

ALTER TABLE ONLY onboarding.business_types
    ADD CONSTRAINT business_types_pkey PRIMARY KEY (business_type_code);

ALTER TABLE ONLY onboarding.countries
    ADD CONSTRAINT countries_pkey PRIMARY KEY (country_code);

ALTER TABLE ONLY onboarding.customers
    ADD CONSTRAINT customers_pkey PRIMARY KEY (partner_id, customer_id);

ALTER TABLE ONLY onboarding.customers
    ADD CONSTRAINT customers_reference UNIQUE (partner_id, partner_customer_id);

ALTER TABLE ONLY onboarding.event_outbox
    ADD CONSTRAINT event_outbox_pkey PRIMARY KEY (event_id);

ALTER TABLE ONLY onboarding.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (partner_id, event_id);

ALTER TABLE ONLY onboarding.health_probes
    ADD CONSTRAINT health_probes_pkey PRIMARY KEY (service);

ALTER TABLE ONLY onboarding.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (partner_id, route, key, created_on);

ALTER TABLE ONLY onboarding.identities
    ADD CONSTRAINT identities_pkey PRIMARY KEY (partner_id, customer_id, ubo_id, identity_id);

ALTER TABLE ONLY onboarding.partners
    ADD CONSTRAINT partners_client_id_key UNIQUE (client_id);

ALTER TABLE ONLY onboarding.partners
    ADD CONSTRAINT partners_pkey PRIMARY KEY (partner_id);

ALTER TABLE ONLY onboarding.people
    ADD CONSTRAINT people_email UNIQUE (partner_id, customer_id, email_key);

ALTER TABLE ONLY onboarding.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (partner_id, customer_id, ubo_id);

ALTER TABLE ONLY onboarding.requirement_sets
    ADD CONSTRAINT requirement_sets_country_code_version_key UNIQUE (country_code, version);

ALTER TABLE ONLY onboarding.requirement_sets
    ADD CONSTRAINT requirement_sets_pkey PRIMARY KEY (requirement_set_id);

ALTER TABLE ONLY onboarding.schema_migrations
    ADD CONSTRAINT schema_migrations_pkey PRIMARY KEY (name);

CREATE UNIQUE INDEX business_types_folded ON onboarding.business_types USING btree (lower(business_type_code));

CREATE UNIQUE INDEX customers_id ON onboarding.customers USING btree (customer_id);

CREATE UNIQUE INDEX requirement_sets_active ON onboarding.requirement_sets USING btree (country_code) WHERE (status = 'Active'::text);

ALTER TABLE ONLY onboarding.customers
    ADD CONSTRAINT customers_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES onboarding.partners(partner_id);

ALTER TABLE ONLY onboarding.identities
    ADD CONSTRAINT identities_partner_id_customer_id_ubo_id_fkey FOREIGN KEY (partner_id, customer_id, ubo_id) REFERENCES onboarding.people(partner_id, customer_id, ubo_id);

ALTER TABLE ONLY onboarding.people
    ADD CONSTRAINT people_partner_id_customer_id_fkey FOREIGN KEY (partner_id, customer_id) REFERENCES onboarding.customers(partner_id, customer_id);

ALTER TABLE ONLY onboarding.requirement_sets
    ADD CONSTRAINT requirement_sets_country_code_fkey FOREIGN KEY (country_code) REFERENCES onboarding.countries(country_code);

ALTER TABLE onboarding.audit_entries ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.customers ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.event_outbox ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.events ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.idempotency_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.identities ENABLE ROW LEVEL SECURITY;

CREATE POLICY own_partner ON onboarding.audit_entries USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.customers USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.event_outbox USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.events USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.idempotency_keys USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.identities USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.partners USING ((partner_id = onboarding.current_partner()));

CREATE POLICY own_partner ON onboarding.people USING ((partner_id = onboarding.current_partner()));

ALTER TABLE onboarding.partners ENABLE ROW LEVEL SECURITY;

ALTER TABLE onboarding.people ENABLE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA onboarding TO onboarding_app;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.customers TO onboarding_app;

REVOKE ALL ON FUNCTION onboarding.customer_exists(wanted uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.customer_exists(wanted uuid) TO onboarding_app;

GRANT SELECT ON TABLE onboarding.partners TO onboarding_app;

REVOKE ALL ON FUNCTION onboarding.enter_partner(entering uuid) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.enter_partner(entering uuid) TO onboarding_app;

REVOKE ALL ON FUNCTION onboarding.make_partition(parent text, suffix text, lower_bound text, upper_bound text) FROM PUBLIC;

REVOKE ALL ON FUNCTION onboarding.make_partitions(days_ahead integer) FROM PUBLIC;
GRANT ALL ON FUNCTION onboarding.make_partitions(days_ahead integer) TO onboarding_app;

GRANT SELECT,INSERT ON TABLE onboarding.audit_entries TO onboarding_app;

GRANT SELECT ON TABLE onboarding.business_types TO onboarding_app;

GRANT SELECT ON TABLE onboarding.countries TO onboarding_app;

GRANT SELECT,INSERT ON TABLE onboarding.event_outbox TO onboarding_app;

GRANT SELECT,INSERT ON TABLE onboarding.events TO onboarding_app;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.health_probes TO onboarding_app;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.idempotency_keys TO onboarding_app;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.identities TO onboarding_app;

GRANT SELECT,INSERT,UPDATE ON TABLE onboarding.people TO onboarding_app;

GRANT SELECT ON TABLE onboarding.requirement_sets TO onboarding_app;
