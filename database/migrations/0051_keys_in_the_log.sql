-- What operators do to keys is recorded with their name as well.
alter table operator_actions
  drop constraint operator_actions_action,
  add constraint operator_actions_action check (action in ('PartnerCreated', 'PartnerApproved', 'PartnerRejected',
    'PartnerActivated', 'PartnerDeactivated', 'LimitsChanged', 'PersonInvited', 'RulesActivated', 'CountryClosed',
    'DeadLetterRetried', 'CertificateAdded', 'CertificateRevoked', 'PersonRoleChanged', 'PersonDisabled', 'PersonEnabled',
    'PersonFactorsReset', 'PersonSignedOut', 'RulesDrafted', 'BusinessTypeAdded', 'BusinessTypeDocumentsSet',
    'BusinessTypeRetired', 'KeysRewrapped', 'RootKeyRetired', 'SigningKeyPublished', 'SigningKeyActivated',
    'SigningKeyRetired')),
  drop constraint operator_actions_subject_kind,
  add constraint operator_actions_subject_kind check (subject_kind in ('Partner', 'Country', 'DeadLetter', 'Account',
    'BusinessType', 'RootKey', 'SigningKey'));
