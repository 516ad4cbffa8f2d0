-- Documents: from the link that a partner is given to the file that analysts may trust. The bytes lie in object storage.

create table documents (
  partner_id       uuid not null,
  document_id      uuid not null,
  customer_id      uuid not null,
  ubo_id           uuid,
  category         text not null constraint documents_category check (category in ('CertificateOfIncorporation', 'MemorandumArticles',
                     'ShareholderRegister', 'DirectorRegister', 'ProofOfBusinessAddress', 'TaxCertificate', 'BankStatement',
                     'OperatingLicence', 'BoardResolution', 'SourceOfFunds', 'OwnershipChart', 'IdentityFront', 'IdentityBack',
                     'ProofOfPersonAddress', 'Selfie', 'Other')),
  content_type     text not null constraint documents_content_type check (content_type in ('application/pdf', 'image/jpeg', 'image/png')),
  status           text not null constraint documents_status check (status in ('LinkIssued', 'Uploaded', 'Confirmed', 'Quarantined',
                     'Rejected', 'Expired', 'Superseded')),
  -- Why it is Rejected or Quarantined.
  refusal          text constraint documents_refusal check (refusal in ('Empty', 'TooLarge', 'ContentMismatch', 'Infected')),
  -- One per link, so that two links never write to the same place.
  object_key       text not null,
  -- What was checked is what is served: this version, whatever is uploaded over it.
  version_id       text,
  etag             text,
  size_bytes       bigint,
  sha256           text,
  created_at       timestamptz not null,
  link_expires_at  timestamptz not null,
  uploaded_at      timestamptz,
  confirmed_at     timestamptz,
  -- What arrived before that counts all the same.
  superseded_at    timestamptz,
  -- Once set, nothing tells of the content any more, and the object goes as well.
  erased_at        timestamptz,
  -- When to look in storage whether it has arrived, or how far its check got; null once there is nothing to look for.
  next_check_at    timestamptz,
  primary key (partner_id, document_id),
  foreign key (partner_id, customer_id) references customers,
  constraint documents_confirmed check (status <> 'Confirmed' or erased_at is not null or
    (version_id is not null and sha256 is not null and size_bytes is not null and confirmed_at is not null))
);
create index documents_customer on documents (partner_id, customer_id, document_id);
create index documents_unused on documents (partner_id, customer_id, category) where status = 'LinkIssued';
create index documents_to_check on documents (next_check_at) where next_check_at is not null;
create index documents_waiting on documents (uploaded_at) where status = 'Uploaded';

alter table documents enable row level security;
create policy own_partner on documents using (partner_id = current_partner());
-- The reconciler looks for arrivals of all partners.
create policy worker_works on documents to onboarding_worker using (true);
grant select, insert, update on documents to onboarding_app;
grant select, update on documents to onboarding_worker;

-- The file that shows an identity.
alter table identities add column document_id uuid;

-- Files are confirmed by the service itself; people of ours and of partners will follow.
alter table audit_entries drop constraint audit_entries_actor_kind;
alter table audit_entries add constraint audit_entries_actor_kind
  check (actor_kind in ('Client', 'Service', 'PartnerPerson', 'StaffPerson', 'Operator'));

-- The worker confirms documents as the partner whose they are: it enters that partner like the API does.
grant execute on function enter_partner(uuid) to onboarding_worker;
grant select on customers to onboarding_worker;
-- What a confirmation changes, and not the data key: throwing that away is for nobody but the owner's command.
grant update (version, event_sequence, audit_sequence, audit_hash, updated_at) on customers to onboarding_worker;
grant insert on events, event_outbox, audit_entries to onboarding_worker;

-- Whether a document of another partner has this id: asked when a partner names one that is not its own.
create function document_exists(wanted uuid) returns boolean
  language sql stable security definer
begin atomic
  select exists (select from documents d where d.document_id = wanted);
end;
revoke execute on function document_exists(uuid) from public;
grant execute on function document_exists(uuid) to onboarding_app;
create index documents_id on documents using hash (document_id);
