-- Evidence for analysts: what a business looked like when it was last decided on, what was found about each screening hit, and
-- a comparison of identity numbers that never shows one.

-- The business as it was when a decision took effect, so that the next review can say what has changed. Sealed with the
-- customer's own key; an erasure removes it.
create table package_snapshots (
  partner_id      uuid not null,
  customer_id     uuid not null,
  decision_id     uuid not null,
  taken_at        timestamptz not null,
  content_cipher  bytea not null,
  primary key (partner_id, customer_id, decision_id),
  foreign key (partner_id, customer_id, decision_id) references review_decisions
);

-- Whether an entry of a list is the subject. Found again by a keyed hash over both as they were compared: once either changes,
-- the finding no longer applies. An erasure removes it, because the hash would confirm a guess.
create table hit_findings (
  partner_id   uuid not null,
  customer_id  uuid not null,
  hit_hash     bytea not null,
  finding      text not null constraint hit_findings_finding check (finding in ('NotTheSame', 'Same')),
  note_cipher  bytea,
  found_by     uuid not null,
  found_at     timestamptz not null,
  primary key (partner_id, customer_id, hit_hash),
  foreign key (partner_id, customer_id) references customers
);

-- How often an analyst has compared a number with that of an identity since the window began.
create table identity_comparisons (
  partner_id   uuid not null,
  customer_id  uuid not null,
  identity_id  uuid not null,
  compared_by  uuid not null,
  begun_at     timestamptz not null,
  tries        integer not null,
  primary key (partner_id, customer_id, identity_id, compared_by),
  foreign key (partner_id, customer_id) references customers
);

-- Results of a screening from before this time do not count: an analyst wants everyone screened again.
alter table reviews add column screen_again_at timestamptz;

do $$
declare
  walled text;
begin
  foreach walled in array array['package_snapshots', 'hit_findings', 'identity_comparisons'] loop
    execute format('alter table %I enable row level security', walled);
    execute format('alter table %I force row level security', walled);
    execute format('create policy owner_works on %I to current_user using (true)', walled);
    execute format('create policy own_partner on %I using (partner_id = current_partner())', walled);
    execute format('create policy staff_works on %I to onboarding_staff using (true)', walled);
  end loop;
end
$$;
grant select, insert on package_snapshots to onboarding_staff;
grant select, insert, update (finding, note_cipher, found_by, found_at) on hit_findings to onboarding_staff;
grant select, insert, update (begun_at, tries) on identity_comparisons to onboarding_staff;

-- Analysts can read neither the sealed number of an identity nor its hash. These two tell them no more than they may know:
-- whether a number is the one that they typed, and which identities of one business have equal numbers.
create function number_matches(of_partner uuid, of_customer uuid, of_identity uuid, key_ids text[], hashes bytea[])
  returns boolean
  language sql stable security definer
begin atomic
  select exists (
    select from identities i join unnest(key_ids, hashes) as typed (key_id, hash)
      on typed.key_id = i.value_hash_key_id and typed.hash = i.value_hash
    where i.partner_id = of_partner and i.customer_id = of_customer and i.identity_id = of_identity and i.value_hash <> '');
end;
revoke execute on function number_matches(uuid, uuid, uuid, text[], bytea[]) from public;
grant execute on function number_matches(uuid, uuid, uuid, text[], bytea[]) to onboarding_staff;

create function equal_numbers(of_partner uuid, of_customer uuid)
  returns table (identity_id uuid, key_id text, number_group bigint)
  language sql stable security definer
begin atomic
  select i.identity_id, i.value_hash_key_id, dense_rank() over (order by i.value_hash_key_id, i.value_hash)
    from identities i where i.partner_id = of_partner and i.customer_id = of_customer;
end;
revoke execute on function equal_numbers(uuid, uuid) from public;
grant execute on function equal_numbers(uuid, uuid) to onboarding_staff;
