-- A page that polls must not keep an abandoned session alive, so entering a session takes whether somebody is at work, and
-- returns when the session was last used. The function with three parameters stays for the release before this one.
create function enter_session(hashed bytea, of_realm text, at timestamptz, in_use boolean)
  returns table (session_id uuid, account_id uuid, partner_id uuid, role text, name text, email text, created_at timestamptz,
    last_seen_at timestamptz, expires_at timestamptz, second_factor_at timestamptz, partner_name text, client_id text,
    status text, onboarding_status text)
  language sql volatile security definer
begin atomic
  update sessions s set last_seen_at = at
    where in_use and s.session_hash = hashed and s.realm = of_realm and s.last_seen_at > at - interval '30 minutes'
      and s.last_seen_at <= at - interval '1 minute'
      and s.expires_at > at;
  select set_config('app.partner_id', coalesce(found.partner_id::text, ''), true),
      set_config('app.account_id', coalesce(found.account_id::text, ''), true)
    from (values (true)) one left join (
      select a.partner_id, a.account_id from sessions s join accounts a using (account_id, realm)
      where s.session_hash = hashed and s.realm = of_realm and s.expires_at > at
        and s.last_seen_at > at - interval '30 minutes' and a.status = 'Active') found on true;
  select s.session_id, a.account_id, a.partner_id, a.role, a.name, a.email, s.created_at, s.last_seen_at, s.expires_at,
      s.second_factor_at, p.name, p.client_id, p.status, p.onboarding_status
    from sessions s join accounts a using (account_id, realm) left join partners p on p.partner_id = a.partner_id
    where s.session_hash = hashed and s.realm = of_realm and s.expires_at > at and s.last_seen_at > at - interval '30 minutes'
      and a.status = 'Active';
end;
revoke all on function enter_session(bytea, text, timestamptz, boolean) from public;
grant execute on function enter_session(bytea, text, timestamptz, boolean) to onboarding_app, onboarding_staff;
