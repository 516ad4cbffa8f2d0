-- Every transaction for a partner begins with this, and a body that was bound when the function was made is read from the
-- catalogue and planned anew at each call, which took longer than most statements behind it. This one is planned once per
-- connection. Instead of being bound it names the schema of everything, so that still no search_path can redirect it.
create or replace function enter_partner(entering uuid) returns table (status text, onboarding_status text)
  language plpgsql volatile security definer
as $$
begin
  perform pg_catalog.set_config('app.partner_id', entering::pg_catalog.text, true);
  return query
    select p.status, p.onboarding_status from onboarding.partners p where p.partner_id operator(pg_catalog.=) entering;
end
$$;
