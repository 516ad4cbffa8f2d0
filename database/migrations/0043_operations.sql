-- Operators manage partners, our own people and reference data in the console, with a role of their own. It sees no customer,
-- no person of a business, no document and no event, reads no secret of an account, and removes nothing that was recorded.

grant usage on schema onboarding to onboarding_operations;
grant execute on function enter_session(bytea, text, timestamptz, boolean), enter_partner(uuid), end_sessions(uuid),
  forget_password(uuid, timestamptz), colleague_sessions(uuid, timestamptz, timestamptz) to onboarding_operations;

create policy operations_works on partners to onboarding_operations using (true);
grant select on partners to onboarding_operations;
grant insert (partner_id, name, client_id, status, onboarding_status) on partners to onboarding_operations;
grant update (status, onboarding_status, reads_per_second, writes_per_second, upload_links_per_second) on partners
  to onboarding_operations;

create policy operations_works on accounts to onboarding_operations using (true);
grant select (account_id, realm, partner_id, role, email, email_key, name, status, created_at, last_sign_in_at) on accounts
  to onboarding_operations;
grant insert (account_id, realm, partner_id, role, email, email_key, name, status, created_at) on accounts
  to onboarding_operations;
grant update (role, email, name, status) on accounts to onboarding_operations;

create policy operations_works on second_factors to onboarding_operations using (true);
create policy operations_works on recovery_codes to onboarding_operations using (true);
create policy operations_works on account_links to onboarding_operations using (true);
-- As for the API: a link that it makes invites, and never sets the password of somebody who has one.
create policy operations_invites_only on account_links as restrictive to onboarding_operations using (purpose = 'Invitation');
grant select (account_id, factor_id, kind), delete on second_factors to onboarding_operations;
grant select (account_id), delete on recovery_codes to onboarding_operations;
grant select (account_id, purpose, created_at, expires_at, used_at), insert, update (expires_at) on account_links
  to onboarding_operations;
create policy operations_works on account_events to onboarding_operations using (true);
grant select, insert on account_events to onboarding_operations;

-- The live sessions of one of our own people; those of a partner's people are found by colleague_sessions().
create function staff_sessions(of_account uuid, at timestamptz, seen_after timestamptz)
  returns table (session_id uuid, created_at timestamptz, last_seen_at timestamptz, address text, user_agent text)
  language sql stable security definer
begin atomic
  select s.session_id, s.created_at, s.last_seen_at, s.address, s.user_agent
    from sessions s where s.account_id = of_account and s.realm = 'staff' and s.expires_at > at and s.last_seen_at > seen_after;
end;
revoke execute on function staff_sessions(uuid, timestamptz, timestamptz) from public;
grant execute on function staff_sessions(uuid, timestamptz, timestamptz) to onboarding_operations;

create policy operations_reads on api_certificates for select to onboarding_operations using (true);
grant select (partner_id, certificate_id, name, subject, thumbprint, not_before, not_after, registered_at, registered_by,
  revoked_at, revoked_by, last_used_at) on api_certificates to onboarding_operations;

grant select on countries, business_types, requirement_sets to onboarding_operations;
grant insert (country_code, version, status, entries, activated_at) on requirement_sets to onboarding_operations;
grant update (status, activated_at, retired_at) on requirement_sets to onboarding_operations;

create policy operations_reads on webhook_lanes for select to onboarding_operations using (true);
grant select (partner_id, due_at) on webhook_lanes to onboarding_operations;
grant select on webhook_dispatchers, process_probes to onboarding_operations;

-- What operators did, in the console or by command: appended to, never changed. What they did to accounts of our own people is
-- in account_events.
create table operator_actions (
  -- Made from the time of the action.
  action_id    uuid primary key,
  occurred_at  timestamptz not null,
  action       text not null constraint operator_actions_action check (action in ('PartnerCreated', 'PartnerApproved',
    'PartnerRejected', 'PartnerActivated', 'PartnerDeactivated', 'LimitsChanged', 'PersonInvited', 'RulesActivated',
    'CountryClosed', 'DeadLetterRetried')),
  subject_kind text not null constraint operator_actions_subject_kind check (subject_kind in ('Partner', 'Country', 'DeadLetter')),
  subject_id   text not null,
  reason       text,
  -- JSON; ids and figures, nothing personal.
  details      text not null,
  -- The account of one of our own people; of a command, the name of the user who ran it.
  actor_kind   text not null constraint operator_actions_actor_kind check (actor_kind in ('StaffPerson', 'Operator')),
  actor_id     text not null,
  address      text,
  request_id   text
);
create index operator_actions_by_subject on operator_actions (subject_kind, subject_id, action_id);
grant select, insert on operator_actions to onboarding_operations;
