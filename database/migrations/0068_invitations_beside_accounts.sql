-- Several partners may invite one address; the account that accepts first holds it. Until then an invitation tells its partner
-- nothing about the others. The constraint keeps its name: the previous release inserts with "on conflict on constraint".

-- True from the first acceptance on: also when disabled, and while a lost second factor is being replaced.
alter table accounts add column holds_email boolean not null
  generated always as (status = 'Active' or password_changed_at is not null) stored;
grant select (holds_email) on accounts to onboarding_operations;

alter table accounts drop constraint accounts_email,
  add constraint accounts_email unique nulls not distinct (realm, email_key, partner_id);
create unique index accounts_holding_email on accounts (realm, email_key) where holds_email;

-- For the mail to an invited person: whose invitation it is, and whether their address is held by an account elsewhere. Takes
-- an account and no address, and the partner's own once a partner has entered: the API cannot ask about whom it has not invited.
create function invitation_standing(of_account uuid) returns table (organisation text, held_elsewhere boolean)
  language sql stable security definer
begin atomic
  select p.name, exists (
      select from accounts other
      where other.realm = a.realm and other.email_key = a.email_key and other.holds_email
        and other.account_id <> a.account_id)
    from accounts a left join partners p on p.partner_id = a.partner_id
    where a.account_id = of_account and (current_partner() is null or a.partner_id = current_partner());
end;
revoke execute on function invitation_standing(uuid) from public;
grant execute on function invitation_standing(uuid) to onboarding_app, onboarding_identity, onboarding_operations;
