-- Whether a country is open is an operator's decision, and no longer follows from rules that a release brings along. New: nobody has
-- decided; its rules are drafts.
alter table countries
  add column standing text not null default 'New' constraint countries_standing check (standing in ('New', 'Open', 'Closed')),
  add column decided_at timestamptz,
  add column decided_by text;

-- What is there stays as it was: every country took businesses, unless an operator had retired its rules.
update countries c set standing = case
  when exists (select from requirement_sets s where s.country_code = c.country_code and s.status = 'Retired')
    and not exists (select from requirement_sets s where s.country_code = c.country_code and s.status = 'Active') then 'Closed'
  else 'Open' end;

grant update (standing, decided_at, decided_by) on countries to onboarding_operations;
