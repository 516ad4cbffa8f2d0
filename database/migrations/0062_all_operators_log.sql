-- What operators ask of the service as a whole is recorded with their name as well: checking all documents, moving those of
-- earlier releases, and making a statement about the audit trails.
alter table operator_actions
  drop constraint operator_actions_action,
  add constraint operator_actions_action check (action in ('PartnerCreated', 'PartnerApproved', 'PartnerRejected',
    'PartnerActivated', 'PartnerDeactivated', 'LimitsChanged', 'PersonInvited', 'RulesActivated', 'CountryClosed',
    'DeadLetterRetried', 'CertificateAdded', 'CertificateRevoked', 'PersonRoleChanged', 'PersonDisabled', 'PersonEnabled',
    'PersonFactorsReset', 'PersonSignedOut', 'RulesDrafted', 'BusinessTypeAdded', 'BusinessTypeDocumentsSet',
    'BusinessTypeRetired', 'KeysRewrapped', 'RootKeyRetired', 'SigningKeyPublished', 'SigningKeyActivated',
    'SigningKeyRetired', 'CountryProhibited', 'CountryAllowed', 'CountryHighRisk', 'CountryOrdinaryRisk', 'CountryOpened',
    'DocumentsReconciled', 'DocumentsMoved', 'StatementMade')),
  drop constraint operator_actions_subject_kind,
  add constraint operator_actions_subject_kind check (subject_kind in ('Partner', 'Country', 'DeadLetter', 'Account',
    'BusinessType', 'RootKey', 'SigningKey', 'Documents', 'AuditTrails'));
