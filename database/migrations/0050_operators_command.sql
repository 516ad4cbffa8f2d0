-- What operators do by command is recorded with their name as well: certificates, people, reference data.
alter table operator_actions
  drop constraint operator_actions_action,
  add constraint operator_actions_action check (action in ('PartnerCreated', 'PartnerApproved', 'PartnerRejected',
    'PartnerActivated', 'PartnerDeactivated', 'LimitsChanged', 'PersonInvited', 'RulesActivated', 'CountryClosed',
    'DeadLetterRetried', 'CertificateAdded', 'CertificateRevoked', 'PersonRoleChanged', 'PersonDisabled', 'PersonEnabled',
    'PersonFactorsReset', 'PersonSignedOut', 'RulesDrafted', 'BusinessTypeAdded', 'BusinessTypeDocumentsSet',
    'BusinessTypeRetired')),
  drop constraint operator_actions_subject_kind,
  add constraint operator_actions_subject_kind check (subject_kind in ('Partner', 'Country', 'DeadLetter', 'Account',
    'BusinessType'));

-- Operators revoke a certificate, and never take that back. Only the owner adds one: whoever holds its key gets tokens of the
-- partner, and so sees customers, which operators do not.
create policy operations_revokes on api_certificates for update to onboarding_operations
  using (true) with check (revoked_at is not null);
grant update (revoked_at, revoked_by) on api_certificates to onboarding_operations;
