-- What a partner's people search by, and how many customers they have in each status. Both follow the table customers by
-- triggers: it is written by three roles and a dozen statements, and none of them can forget this.

-- The words by which a customer is found, from its names, reference and registration number. Read by prefix, in the order of
-- the bytes, so that no locale decides what a prefix is.
create table customer_terms (
  partner_id  uuid not null,
  term        text collate "C" not null,
  customer_id uuid not null,
  primary key (partner_id, term, customer_id)
);

-- How many customers a partner has in each status: the sum over all stripes. One row would let only one transaction at a
-- time create or move a customer of a partner; each connection counts in a stripe of its own, which may go below zero.
create table customer_counts (
  partner_id          uuid not null,
  verification_status text not null constraint customer_counts_verification_status check (verification_status in
                      ('NotStarted', 'PendingVerification', 'StartedNotCompleted', 'Approved', 'Rejected', 'ChangesRequested')),
  stripe              smallint not null,
  customers           bigint not null,
  primary key (partner_id, verification_status, stripe)
) with (fillfactor = 50);

alter table customer_terms enable row level security;
alter table customer_terms force row level security;
alter table customer_counts enable row level security;
alter table customer_counts force row level security;
create policy owner_works on customer_terms to current_user using (true);
create policy owner_works on customer_counts to current_user using (true);
create policy own_partner on customer_terms using (partner_id = current_partner());
create policy own_partner on customer_counts using (partner_id = current_partner());
grant select on customer_terms, customer_counts to onboarding_app;

-- Lower case, without accents and the like. Most texts are plain ASCII, which takes a tenth of the time. In
-- PL/pgSQL, which plans once per connection.
create function search_text(given text) returns text
  language plpgsql immutable parallel safe
as $$
begin
  if octet_length(given) = length(given) then
    return lower(given);
  end if;
  return lower(regexp_replace(normalize(given, NFKD), '[\u0300-\u036f\u00a1-\u00bf\u2010-\u205e\u3001-\u303f]', '', 'g'));
end
$$;

-- The words of a search: what stands between blanks, each without its punctuation; some may be empty.
create function search_words(given text) returns text[]
  language sql immutable parallel safe
return string_to_array(translate(search_text(given), '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', ''), ' ');

-- The terms of a customer: the words of all four, the parts of words with punctuation (Coca-Cola), and the registration number
-- as a whole; some may be empty or repeated. A reference of many parts, such as a UUID, is not taken apart. In PL/pgSQL, and
-- without a query, because every create waits for it.
create function search_terms(company_name text, trading_name text, reference text, registration_number text) returns text[]
  language plpgsql immutable parallel safe
as $$
declare
  signs constant text := '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~';
  number constant text := onboarding.search_text(registration_number);
  names constant text := onboarding.search_text(company_name || ' ' || coalesce(trading_name, '')) || ' ' || number;
  own constant text := onboarding.search_text(reference);
  parted constant text := case when length(own) - length(translate(own, signs, '')) < 4 then names || ' ' || own else names end;
begin
  return string_to_array(
    translate(names || ' ' || own, signs, '') || ' ' || translate(parted, signs, repeat(' ', length(signs))) || ' '
      || translate(number, signs || ' ', ''),
    ' ');
end
$$;

create function customers_added() returns trigger
  language plpgsql security definer set search_path = onboarding, pg_temp
as $$
begin
  insert into customer_counts as c (partner_id, verification_status, stripe, customers)
  select a.partner_id, a.verification_status, pg_backend_pid() % 64, count(*) from added a group by 1, 2 order by 1, 2
  on conflict (partner_id, verification_status, stripe) do update set customers = c.customers + excluded.customers;
  insert into customer_terms (partner_id, term, customer_id)
  select a.partner_id, term, a.customer_id
  from added a cross join unnest(search_terms(a.company_name, a.trading_name, a.partner_customer_id, a.registration_number)) as term
  where term <> '' on conflict do nothing;
  return null;
end
$$;

create function customer_moved() returns trigger
  language plpgsql security definer set search_path = onboarding, pg_temp
as $$
begin
  insert into customer_counts as c (partner_id, verification_status, stripe, customers)
  select new.partner_id, moved.status, pg_backend_pid() % 64, moved.by
  from (values (old.verification_status, -1), (new.verification_status, 1)) as moved (status, by) order by moved.status
  on conflict (partner_id, verification_status, stripe) do update set customers = c.customers + excluded.customers;
  return null;
end
$$;

-- An erasure is such a change too: it leaves the reference.
create function customer_renamed() returns trigger
  language plpgsql security definer set search_path = onboarding, pg_temp
as $$
begin
  delete from customer_terms t where t.partner_id = old.partner_id and t.customer_id = old.customer_id and t.term = any
    (search_terms(old.company_name, old.trading_name, old.partner_customer_id, old.registration_number));
  insert into customer_terms (partner_id, term, customer_id)
  select new.partner_id, term, new.customer_id
  from unnest(search_terms(new.company_name, new.trading_name, new.partner_customer_id, new.registration_number)) as term
  where term <> '' on conflict do nothing;
  return null;
end
$$;

create trigger customers_added after insert on customers
  referencing new table as added for each statement execute function customers_added();
create trigger customer_moved after update of verification_status on customers
  for each row when (old.verification_status is distinct from new.verification_status) execute function customer_moved();
create trigger customer_renamed after update of company_name, trading_name, partner_customer_id, registration_number on customers
  for each row when ((old.company_name, old.trading_name, old.partner_customer_id, old.registration_number)
    is distinct from (new.company_name, new.trading_name, new.partner_customer_id, new.registration_number))
  execute function customer_renamed();

revoke execute on function search_text(text), search_words(text), search_terms(text, text, text, text),
  customers_added(), customer_moved(), customer_renamed() from public;
grant execute on function search_text(text), search_words(text), search_terms(text, text, text, text) to onboarding_app;

-- The triggers keep writers out until the end of this transaction, so that nobody is missed and nobody counted twice.
insert into customer_counts (partner_id, verification_status, stripe, customers)
select partner_id, verification_status, 0, count(*) from customers group by 1, 2;

-- The terms of customers from before, in small steps: each keeps its rows from being changed until it is written.
create procedure fill_customer_terms()
  language plpgsql
as $$
declare
  last_partner uuid := '00000000-0000-0000-0000-000000000000';
  last_customer uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    with step as (
      select * from customers c where (c.partner_id, c.customer_id) > (last_partner, last_customer)
      order by c.partner_id, c.customer_id limit 2000 for no key update
    ), filled as (
      insert into customer_terms (partner_id, term, customer_id)
      select s.partner_id, term, s.customer_id
      from step s cross join unnest(search_terms(s.company_name, s.trading_name, s.partner_customer_id, s.registration_number)) as term
      where term <> '' on conflict do nothing
    )
    select s.partner_id, s.customer_id into last_partner, last_customer from step s order by 1 desc, 2 desc limit 1;
    exit when not found;
    commit;
  end loop;
end
$$;
