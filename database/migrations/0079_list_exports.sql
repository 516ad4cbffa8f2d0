-- Lists that users of a partner saved as files: who, which list with which filters, and how many rows. Part of the partner's
-- activity log. Without an outcome, the export is running, or its process ended before it did.
create table list_exports (
  partner_id  uuid not null,
  export_id   uuid not null,
  account_id  uuid not null,
  list        text not null constraint list_exports_list check (list in ('Customers', 'Deliveries', 'Activity')),
  -- Names of filters, with their values unless these could be personal data.
  filters     text[] not null,
  begun_at    timestamptz not null,
  outcome     text constraint list_exports_outcome check (outcome in ('Complete', 'Cut', 'Interrupted')),
  row_count   integer,
  primary key (partner_id, export_id),
  constraint list_exports_ended check ((outcome is null) = (row_count is null))
);
create index list_exports_by_age on list_exports (begun_at);

alter table list_exports enable row level security;
alter table list_exports force row level security;
create policy owner_works on list_exports to current_user using (true);
create policy own_partner on list_exports to onboarding_app using (partner_id = current_partner());
grant select, insert, update (outcome, row_count) on list_exports to onboarding_app;

-- Removes, oldest first, at most so many rows that are older than the period; without a period none. Answers how many, and how
-- old the oldest is that is left. The worker has no right to delete these rows otherwise.
create or replace function forget_rows(family text, keep_days integer, most integer, out removed integer, out oldest timestamptz)
  language plpgsql security definer set search_path = onboarding, pg_temp
as $$
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
$$;
