-- Documents are checked in turn by partner, as their rows say: an arrival makes its document due, instead of adding a job to a
-- queue that all partners share.
alter table documents add column scan_tries smallint not null default 0;

-- The storage reports arrivals of any partner, so whoever receives them has entered none. All this can do is bring a check forward.
create function documents_arrived(partner_ids uuid[], document_ids uuid[], arrived_at timestamptz) returns void
  language sql security definer
begin atomic
  update documents d set next_check_at = arrived_at
  from unnest(partner_ids, document_ids) as arrived (partner_id, document_id)
  where d.partner_id = arrived.partner_id and d.document_id = arrived.document_id
    and (d.next_check_at is null or d.next_check_at > arrived_at);
end;
revoke execute on function documents_arrived(uuid[], uuid[], timestamptz) from public;
grant execute on function documents_arrived(uuid[], uuid[], timestamptz) to onboarding_app, onboarding_worker;

-- A file that the scanner cannot finish within its time, however often it is asked.
alter table documents drop constraint documents_refusal,
  add constraint documents_refusal check (refusal in ('Empty', 'TooLarge', 'ContentMismatch', 'Infected', 'Unscannable')) not valid;
alter table documents validate constraint documents_refusal;

-- How many bytes of documents a partner has uploaded on one day: one row each, which the next day begins anew.
create table upload_quotas (
  partner_id uuid not null primary key references partners,
  day        date not null,
  bytes      bigint not null
);
alter table upload_quotas enable row level security;
alter table upload_quotas force row level security;
create policy own_partner on upload_quotas using (partner_id = current_partner());
create policy owner_works on upload_quotas to current_user using (true);
create policy worker_works on upload_quotas to onboarding_worker using (true);
grant select, insert, update on upload_quotas to onboarding_app, onboarding_worker;
