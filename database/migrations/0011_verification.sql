-- Verification: the queue of packages that wait for an analyst, what analysts decide, and what helps them to.

-- How similar two names are is told by their trigrams.
create extension if not exists pg_trgm with schema onboarding;

-- The package of a customer: whether it waits, who has it, and what is still to be found out about it. One row for each
-- customer, in a table of its own because analysts look across all partners.
create table reviews (
  partner_id          uuid not null,
  customer_id         uuid not null,
  -- Higher is sooner; among equals the oldest comes first.
  priority            smallint not null default 0,
  -- Since when it is in the hands of ours; null while it is not. A claim and its release do not change it.
  queued_at           timestamptz,
  claimed_by          uuid,
  claimed_at          timestamptz,
  -- When it is given back although the analyst did not release it.
  claim_ends_at       timestamptz,
  -- Copies, for the filters of the queue.
  country             text not null,
  business_type_code  text not null,
  flag_codes          text[] not null default '{}',
  -- What was found, each with what explains it: ids, field names and figures, never a personal datum.
  flags               jsonb not null default '[]',
  -- When flags are computed, and people screened, next; null when there is nothing to do.
  flags_due_at        timestamptz,
  screening_due_at    timestamptz,
  screening_tries     integer not null default 0,
  -- Since when somebody of it waits to be screened, however often it was tried.
  screening_since     timestamptz,
  primary key (partner_id, customer_id),
  foreign key (partner_id, customer_id) references customers,
  constraint reviews_claim check ((claimed_by is null) = (claimed_at is null) and (claimed_by is null) = (claim_ends_at is null)
    and (claimed_by is null or queued_at is not null))
);
create index reviews_customer on reviews using hash (customer_id);
-- In the order of the queue, written so that all columns ascend: a page then begins where the one before it ended. Those of
-- a country, type or partner write the same order otherwise. A planner that could read it from the first index as well might
-- walk through all that wait, looking for a country of which the statistics say that it is frequent.
create index reviews_waiting on reviews ((0 - priority), queued_at, customer_id) where queued_at is not null and claimed_by is null;
-- The statistics are counted in this one alone.
create index reviews_waiting_by_country on reviews (country, (-priority), queued_at, customer_id) include (priority)
  where queued_at is not null and claimed_by is null;
create index reviews_waiting_by_type on reviews (business_type_code, (-priority), queued_at, customer_id)
  where queued_at is not null and claimed_by is null;
create index reviews_waiting_by_partner on reviews (partner_id, (-priority), queued_at, customer_id)
  where queued_at is not null and claimed_by is null;
create index reviews_claimed on reviews (claimed_by, claimed_at) where claimed_by is not null;
create index reviews_claim_ends on reviews (claim_ends_at) where claimed_by is not null;
create index reviews_flags_due on reviews (flags_due_at) where flags_due_at is not null;
create index reviews_screening_due on reviews (screening_due_at) where screening_due_at is not null;
-- One for each flag: an index over the whole list could find the packages of a flag, but not the next of them.
create index reviews_waiting_duplicate_registration on reviews ((0 - priority), queued_at, customer_id)
  where queued_at is not null and claimed_by is null and flag_codes @> '{DuplicateRegistration}';
create index reviews_waiting_similar_name on reviews ((0 - priority), queued_at, customer_id)
  where queued_at is not null and claimed_by is null and flag_codes @> '{SimilarName}';
create index reviews_waiting_shared_identity on reviews ((0 - priority), queued_at, customer_id)
  where queued_at is not null and claimed_by is null and flag_codes @> '{SharedIdentity}';
create index reviews_waiting_ownership_above_hundred on reviews ((0 - priority), queued_at, customer_id)
  where queued_at is not null and claimed_by is null and flag_codes @> '{OwnershipAboveHundred}';
create index reviews_waiting_no_owner on reviews ((0 - priority), queued_at, customer_id)
  where queued_at is not null and claimed_by is null and flag_codes @> '{NoOwner}';
create index reviews_waiting_implausible_phone on reviews ((0 - priority), queued_at, customer_id)
  where queued_at is not null and claimed_by is null and flag_codes @> '{ImplausiblePhone}';
create index reviews_waiting_identity_expired on reviews ((0 - priority), queued_at, customer_id)
  where queued_at is not null and claimed_by is null and flag_codes @> '{IdentityExpired}';
create index reviews_waiting_identity_expiring on reviews ((0 - priority), queued_at, customer_id)
  where queued_at is not null and claimed_by is null and flag_codes @> '{IdentityExpiring}';
create index reviews_waiting_high_risk_purpose on reviews ((0 - priority), queued_at, customer_id)
  where queued_at is not null and claimed_by is null and flag_codes @> '{HighRiskPurpose}';
create index reviews_waiting_residence_mismatch on reviews ((0 - priority), queued_at, customer_id)
  where queued_at is not null and claimed_by is null and flag_codes @> '{ResidenceMismatch}';
create index reviews_waiting_screening_hit on reviews ((0 - priority), queued_at, customer_id)
  where queued_at is not null and claimed_by is null and flag_codes @> '{ScreeningHit}';

-- Customers of before wait since they were handed in.
insert into reviews (partner_id, customer_id, queued_at, country, business_type_code, flags_due_at, screening_due_at,
  screening_since)
select partner_id, customer_id,
  case when verification_status = 'PendingVerification' then coalesce(submitted_at, created_at) end,
  incorporation_country, business_type_code, now(), now(), now()
from customers where data_key is not null;

create table review_decisions (
  partner_id    uuid not null,
  customer_id   uuid not null,
  decision_id   uuid not null,
  outcome       text not null constraint review_decisions_outcome check (outcome in ('Approve', 'Reject', 'RequestChanges')),
  state         text not null constraint review_decisions_state check (state in ('Proposed', 'Confirmed', 'Withdrawn', 'Voided')),
  attempt       integer not null,
  proposed_by   uuid not null,
  proposed_at   timestamptz not null,
  -- By whom and when it was confirmed or withdrawn; nobody where it was voided by a change of evidence.
  settled_by    uuid,
  settled_at    timestamptz,
  primary key (partner_id, customer_id, decision_id),
  foreign key (partner_id, customer_id) references customers,
  constraint review_decisions_settled check ((state = 'Proposed') = (settled_at is null))
);
create unique index review_decisions_open on review_decisions (partner_id, customer_id) where state = 'Proposed';
create index review_decisions_settled_at on review_decisions (settled_at) where state = 'Confirmed';

create table review_reasons (
  partner_id   uuid not null,
  customer_id  uuid not null,
  decision_id  uuid not null,
  reason_id    uuid not null,
  code         text not null,
  -- The analyst's own words to the partner; those of the catalogue where there are none.
  message      text,
  pointer      text,
  ubo_id       uuid,
  document_id  uuid,
  primary key (partner_id, customer_id, decision_id, reason_id),
  foreign key (partner_id, customer_id, decision_id) references review_decisions
);

-- What analysts write for each other. Sealed with the customer's own key, so that it goes when that goes.
create table review_notes (
  partner_id   uuid not null,
  customer_id  uuid not null,
  note_id      uuid not null,
  written_by   uuid not null,
  written_at   timestamptz not null,
  text_cipher  bytea not null,
  primary key (partner_id, customer_id, note_id),
  foreign key (partner_id, customer_id) references customers
);

-- What an analyst found about one person or one document.
create table review_verdicts (
  partner_id    uuid not null,
  customer_id   uuid not null,
  subject_kind  text not null constraint review_verdicts_subject_kind check (subject_kind in ('Person', 'Document')),
  subject_id    uuid not null,
  verdict       text not null constraint review_verdicts_verdict check (verdict in ('Approved', 'Rejected', 'ChangesRequested')),
  reason_code   text,
  given_by      uuid not null,
  given_at      timestamptz not null,
  primary key (partner_id, customer_id, subject_kind, subject_id),
  foreign key (partner_id, customer_id) references customers
);

-- One row for each screening of the business or of one of its people. Hits are sealed with the customer's own key.
create table screenings (
  partner_id    uuid not null,
  customer_id   uuid not null,
  screening_id  uuid not null,
  -- Null for the business itself.
  ubo_id        uuid,
  provider      text not null,
  outcome       text not null constraint screenings_outcome check (outcome in ('Clear', 'Hit')),
  -- A keyed hash of what was asked: who has changed since is asked about again, who has not is not.
  subject_hash  bytea not null,
  hit_count     integer not null,
  hits_cipher   bytea,
  screened_at   timestamptz not null,
  primary key (partner_id, customer_id, screening_id),
  foreign key (partner_id, customer_id) references customers,
  constraint screenings_hits check ((outcome = 'Hit') = (hit_count > 0) and (outcome = 'Hit') = (hits_cipher is not null))
);

-- What businesses are compared by, across partners. Written with the flags and not with the create, which it would slow.
create table business_fingerprints (
  partner_id        uuid not null,
  customer_id       uuid not null,
  country           text not null,
  registration_key  text not null,
  name_key          text not null,
  primary key (partner_id, customer_id),
  foreign key (partner_id, customer_id) references customers
);
create index business_fingerprints_registration on business_fingerprints (country, registration_key);
-- Parts of a name of which similar ones have at least one in common, so that a business is held against a bounded number of
-- others, however many there are.
create table business_name_blocks (
  partner_id   uuid not null,
  customer_id  uuid not null,
  country      text not null,
  block        text not null,
  primary key (partner_id, customer_id, block),
  foreign key (partner_id, customer_id) references business_fingerprints on delete cascade
);
create index business_name_blocks_search on business_name_blocks (country, block, customer_id);
create index identities_value_hash on identities (value_hash) where replaced_at is null;

-- What the statistics of the queue were when they were last taken.
create table review_statistics (
  singleton  boolean primary key default true check (singleton),
  taken_at   timestamptz not null,
  figures    jsonb not null
);

alter table reviews enable row level security;
alter table review_decisions enable row level security;
alter table review_reasons enable row level security;
alter table review_notes enable row level security;
alter table review_verdicts enable row level security;
alter table screenings enable row level security;
alter table business_fingerprints enable row level security;
alter table business_name_blocks enable row level security;
create policy own_partner on reviews using (partner_id = current_partner());
create policy own_partner on review_decisions using (partner_id = current_partner());
create policy own_partner on review_reasons using (partner_id = current_partner());
create policy own_partner on review_notes using (partner_id = current_partner());
create policy own_partner on review_verdicts using (partner_id = current_partner());
create policy own_partner on screenings using (partner_id = current_partner());
create policy own_partner on business_fingerprints using (partner_id = current_partner());
create policy own_partner on business_name_blocks using (partner_id = current_partner());

-- A create queues, an update may queue again; the Partner API reads the reasons and nothing else of it.
grant select, insert, update on reviews to onboarding_app;
grant select on review_decisions, review_reasons to onboarding_app;

-- Analysts work on the customers of all partners, by a role of its own. It can neither read nor write what is sealed of an
-- identity, and what it does to a customer is what a decision does.
grant usage on schema onboarding to onboarding_staff;
grant execute on function enter_session(bytea, text, timestamptz), enter_partner(uuid), customer_exists(uuid), current_partner()
  to onboarding_staff;
create policy staff_works on customers to onboarding_staff using (true);
create policy staff_works on people to onboarding_staff using (true);
create policy staff_reads on identities for select to onboarding_staff using (true);
create policy staff_reads on documents for select to onboarding_staff using (true);
create policy staff_reads on partners for select to onboarding_staff using (true);
create policy staff_reads on accounts for select to onboarding_staff using (realm = 'staff');
create policy staff_works on events to onboarding_staff using (true);
create policy staff_works on event_outbox to onboarding_staff using (true);
create policy staff_works on audit_entries to onboarding_staff using (true);
create policy staff_works on reviews to onboarding_staff using (true);
create policy staff_works on review_decisions to onboarding_staff using (true);
create policy staff_works on review_reasons to onboarding_staff using (true);
create policy staff_works on review_notes to onboarding_staff using (true);
create policy staff_works on review_verdicts to onboarding_staff using (true);
create policy staff_reads on screenings for select to onboarding_staff using (true);
grant select on customers, people, documents, partners, screenings, review_statistics to onboarding_staff;
grant select (partner_id, customer_id, ubo_id, identity_id, identity_type_code, issuing_country, value_masked, issue_date,
  expiry_date, created_at, replaced_at, document_id) on identities to onboarding_staff;
grant select (account_id, realm, role, name, status) on accounts to onboarding_staff;
grant update (verification_status, attempt, submitted_at, status_changed_at, decided_at, version, event_sequence,
  audit_sequence, audit_hash, updated_at) on customers to onboarding_staff;
grant update (verification_status, updated_at) on people to onboarding_staff;
grant insert, select on events, event_outbox, audit_entries to onboarding_staff;
grant select, update on reviews to onboarding_staff;
grant select, insert, update on review_decisions, review_verdicts to onboarding_staff;
grant select, insert on review_reasons, review_notes to onboarding_staff;

-- In a sandbox a partner's own call is carried out with the rights of analysts, once for each Idempotency-Key. The policy of the
-- table leaves it the keys of that partner alone.
grant select, insert, update on idempotency_keys to onboarding_staff;

-- Businesses of a sandbox whose number says what becomes of them; there are none in production.
create index customers_sandbox on customers (partner_id, customer_id)
  where registration_number in ('SBXAPPROVE', 'SBXREJECT', 'SBXCHANGES', 'SBXHOLD') and verification_status = 'PendingVerification';

-- The worker computes flags, screens, gives stale claims back and voids proposals when evidence changes.
create policy worker_reads on customers for select to onboarding_worker using (true);
create policy worker_reads on people for select to onboarding_worker using (true);
create policy worker_reads on identities for select to onboarding_worker using (true);
create policy worker_works on reviews to onboarding_worker using (true);
create policy worker_works on review_decisions to onboarding_worker using (true);
create policy worker_reads on review_reasons for select to onboarding_worker using (true);
create policy worker_works on screenings to onboarding_worker using (true);
create policy worker_works on business_fingerprints to onboarding_worker using (true);
create policy worker_works on business_name_blocks to onboarding_worker using (true);
grant select on people to onboarding_worker;
grant select (partner_id, customer_id, ubo_id, identity_id, identity_type_code, issuing_country, value_hash, value_hash_key_id,
  issue_date, expiry_date, replaced_at) on identities to onboarding_worker;
grant select, update on reviews to onboarding_worker;
grant select, insert, update on review_decisions to onboarding_worker;
grant select, insert on review_reasons to onboarding_worker;
grant select, insert on screenings to onboarding_worker;
grant select, insert, update on business_fingerprints to onboarding_worker;
grant select, insert, delete on business_name_blocks to onboarding_worker;
grant select, insert, update on review_statistics to onboarding_worker;
grant update (verification_status, attempt, submitted_at, status_changed_at, decided_at) on customers to onboarding_worker;
grant update (verification_status, updated_at) on people to onboarding_worker;
