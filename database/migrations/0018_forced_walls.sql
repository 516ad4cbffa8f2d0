-- Row-level security binds whoever owns a table only when it is forced. It is, so that a connection as the owner passes the
-- walls by a policy that can be seen, and not by silence. Functions that run with the owner's rights pass by the same one.
do $$
declare
  walled text;
begin
  for walled in
    select c.relname from pg_class c
    where c.relnamespace = 'onboarding'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (c.relname = 'sessions' or exists (
        select from pg_attribute a where a.attrelid = c.oid and a.attname = 'partner_id' and not a.attisdropped))
  loop
    execute format('alter table %I enable row level security', walled);
    execute format('alter table %I force row level security', walled);
    execute format('create policy owner_works on %I to current_user using (true)', walled);
  end loop;
end
$$;

-- Sessions belong to people, so their wall goes by the account that entered, and not by the partner.
create function current_account() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.account_id', true), '')::uuid;

create policy app_opens on sessions for insert to onboarding_app with check (true);
create policy own_account on sessions to onboarding_app using (account_id = current_account());
create policy identity_works on sessions to onboarding_identity using (true);
create policy worker_works on sessions to onboarding_worker using (true);
revoke update on sessions from onboarding_app;

-- As before, and the account becomes known to the wall as well.
create or replace function enter_session(hashed bytea, of_realm text, at timestamptz)
  returns table (session_id uuid, account_id uuid, partner_id uuid, role text, name text, email text, created_at timestamptz,
    expires_at timestamptz, second_factor_at timestamptz, partner_name text, client_id text, status text, onboarding_status text)
  language sql volatile security definer
begin atomic
  update sessions s set last_seen_at = at
    where s.session_hash = hashed and s.realm = of_realm and s.last_seen_at > at - interval '30 minutes'
      and s.last_seen_at <= at - interval '1 minute'
      and s.expires_at > at;
  select set_config('app.partner_id', coalesce(found.partner_id::text, ''), true),
      set_config('app.account_id', coalesce(found.account_id::text, ''), true)
    from (values (true)) one left join (
      select a.partner_id, a.account_id from sessions s join accounts a using (account_id, realm)
      where s.session_hash = hashed and s.realm = of_realm and s.expires_at > at
        and s.last_seen_at > at - interval '30 minutes' and a.status = 'Active') found on true;
  select s.session_id, a.account_id, a.partner_id, a.role, a.name, a.email, s.created_at, s.expires_at, s.second_factor_at,
      p.name, p.client_id, p.status, p.onboarding_status
    from sessions s join accounts a using (account_id, realm) left join partners p on p.partner_id = a.partner_id
    where s.session_hash = hashed and s.realm = of_realm and s.expires_at > at and s.last_seen_at > at - interval '30 minutes'
      and a.status = 'Active';
end;

-- Whoever knows the value of a session may end it, before it has entered or after.
create function end_session(hashed bytea) returns void
  language sql volatile security definer
begin atomic
  delete from sessions where sessions.session_hash = hashed;
end;
revoke execute on function end_session(bytea) from public;
grant execute on function end_session(bytea) to onboarding_app;
