-- A process that stops says so, or operators would count it for minutes.
alter table process_probes add column ended_at timestamptz;

-- A dead letter that must not be retried, such as a mail to an address that does not exist, is discarded with a reason.
alter table operator_actions
  drop constraint operator_actions_action,
  add constraint operator_actions_action check (action in ('PartnerCreated', 'PartnerApproved', 'PartnerRejected',
    'PartnerActivated', 'PartnerDeactivated', 'LimitsChanged', 'PersonInvited', 'RulesActivated', 'CountryClosed',
    'DeadLetterRetried', 'DeadLetterDiscarded', 'CertificateAdded', 'CertificateRevoked', 'PersonRoleChanged', 'PersonDisabled',
    'PersonEnabled', 'PersonFactorsReset', 'PersonSignedOut', 'RulesDrafted', 'BusinessTypeAdded', 'BusinessTypeDocumentsSet',
    'BusinessTypeRetired', 'KeysRewrapped', 'RootKeyRetired', 'SigningKeyPublished', 'SigningKeyActivated',
    'SigningKeyRetired', 'CountryProhibited', 'CountryAllowed', 'CountryHighRisk', 'CountryOrdinaryRisk', 'CountryOpened',
    'DocumentsReconciled', 'DocumentsMoved', 'StatementMade'));
