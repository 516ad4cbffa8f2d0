-- A partner's admins manage the people of their organisation in the portal, with the rights of the API. The walls stay: the
-- application role reaches the people of the partner that has entered, reads no secret of theirs, and sets no password.

-- When the person last opened a session, and whether they want mails about reviews; null: as their role has it by default.
alter table accounts add column last_sign_in_at timestamptz, add column review_mails boolean;
update accounts a set last_sign_in_at = (
  select max(e.occurred_at) from account_events e where e.account_id = a.account_id and e.kind = 'SignedIn');
grant select (email_key, last_sign_in_at, review_mails) on accounts to onboarding_app;
grant insert (account_id, realm, partner_id, role, email, email_key, name, status, created_at) on accounts to onboarding_app;
grant update (role, email, name, status, review_mails) on accounts to onboarding_app;
grant select (review_mails) on accounts to onboarding_worker;

-- For either realm, whose session is not entered yet.
create function note_sign_in(of_account uuid, at timestamptz) returns void
  language sql volatile security definer
begin atomic
  update accounts set last_sign_in_at = at
    where accounts.account_id = of_account and (last_sign_in_at is null or last_sign_in_at < at);
end;
revoke execute on function note_sign_in(uuid, timestamptz) from public;
grant execute on function note_sign_in(uuid, timestamptz) to onboarding_app;

-- Whoever has entered as a partner reaches that partner's people only; identity enters as none.
create function forget_password(of_account uuid, at timestamptz) returns void
  language sql volatile security definer
begin atomic
  update accounts set password_hash = null, password_changed_at = at
    where accounts.account_id = of_account and (current_partner() is null or accounts.partner_id = current_partner());
end;
revoke execute on function forget_password(uuid, timestamptz) from public;
grant execute on function forget_password(uuid, timestamptz) to onboarding_app, onboarding_identity;

-- The live sessions of a colleague. A function, so that the wall around sessions still goes by the account.
create function colleague_sessions(of_account uuid, at timestamptz, seen_after timestamptz)
  returns table (session_id uuid, created_at timestamptz, last_seen_at timestamptz, address text, user_agent text)
  language sql stable security definer
begin atomic
  select s.session_id, s.created_at, s.last_seen_at, s.address, s.user_agent
    from sessions s join accounts a on a.account_id = s.account_id
    where s.account_id = of_account and a.partner_id = current_partner() and s.expires_at > at and s.last_seen_at > seen_after;
end;
revoke execute on function colleague_sessions(uuid, timestamptz, timestamptz) from public;
grant execute on function colleague_sessions(uuid, timestamptz, timestamptz) to onboarding_app;

do $$
declare
  walled text;
begin
  foreach walled in array array['second_factors', 'recovery_codes', 'account_links'] loop
    execute format('alter table %I enable row level security', walled);
    execute format('alter table %I force row level security', walled);
    execute format('create policy owner_works on %I to current_user using (true)', walled);
    execute format('create policy identity_works on %I to onboarding_identity using (true)', walled);
    execute format('create policy own_partner on %1$I to onboarding_app using (exists (
      select from accounts a where a.account_id = %1$I.account_id and a.partner_id = current_partner()))', walled);
  end loop;
end
$$;
create policy worker_works on account_links to onboarding_worker using (true);
-- A link that the API makes invites; it never sets the password of somebody who has one.
create policy invites_only on account_links as restrictive to onboarding_app using (purpose = 'Invitation');
grant select (account_id, factor_id, kind), delete on second_factors to onboarding_app;
grant select (account_id), delete on recovery_codes to onboarding_app;
grant select (account_id, purpose, created_at, expires_at, used_at), insert, update (expires_at) on account_links to onboarding_app;

-- Who did it, if somebody else than the person whose account it is, and whose people both are.
alter table account_events add column partner_id uuid, add column actor_id uuid;
update account_events e set partner_id = a.partner_id from accounts a where a.account_id = e.account_id and a.partner_id is not null;
-- What a partner's people see of it: changes, not sign-ins.
create index account_events_of_partner on account_events (partner_id, event_id)
  where partner_id is not null and kind not in ('SignedIn', 'SteppedUp', 'Refused', 'ResetAsked');
alter table account_events enable row level security;
alter table account_events force row level security;
create policy owner_works on account_events to current_user using (true);
create policy identity_works on account_events to onboarding_identity using (true);
create policy own_partner on account_events to onboarding_app using (partner_id = current_partner());
grant select, insert on account_events to onboarding_app;

-- Reviews that have ended or ask for changes, until the partner's people have been told by mail.
create table review_notices (
  partner_id          uuid not null references partners,
  notice_id           uuid not null,
  customer_id         uuid not null,
  partner_customer_id text not null,
  outcome             text not null constraint review_notices_outcome check (outcome in ('Approved', 'Rejected', 'ChangesRequested')),
  primary key (partner_id, notice_id)
);
-- When each partner's people were last told, so that they get a digest instead of a mail for each.
create table review_mail_rounds (
  partner_id uuid primary key references partners,
  sent_at    timestamptz not null
);
do $$
declare
  walled text;
begin
  foreach walled in array array['review_notices', 'review_mail_rounds'] loop
    execute format('alter table %I enable row level security', walled);
    execute format('alter table %I force row level security', walled);
    execute format('create policy owner_works on %I to current_user using (true)', walled);
    execute format('create policy own_partner on %I to onboarding_app using (partner_id = current_partner())', walled);
    execute format('create policy worker_works on %I to onboarding_worker using (true)', walled);
  end loop;
end
$$;
create policy staff_works on review_notices for insert to onboarding_staff with check (true);
grant insert on review_notices to onboarding_staff;
grant select, delete on review_notices to onboarding_worker;
grant select, insert, update on review_mail_rounds to onboarding_worker;
