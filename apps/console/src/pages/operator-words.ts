// Operator actions in words.
import type { OperatorAction, OperatorActionPage } from '@onboarding/contract';

type Entry = OperatorActionPage['items'][number];

const WORDS: Partial<Record<OperatorAction, string>> = {
  PartnerCreated: 'Created the partner',
  PartnerApproved: 'Approved the partner',
  PartnerRejected: 'Rejected the partner',
  PartnerActivated: 'Activated the partner',
  PartnerDeactivated: 'Deactivated the partner',
  PersonInvited: 'Invited someone',
  CertificateAdded: 'Added a certificate',
  CertificateRevoked: 'Revoked a certificate',
  PersonRoleChanged: "Changed a person's role",
  PersonDisabled: 'Disabled an account',
  PersonEnabled: 'Enabled an account',
  PersonFactorsReset: "Reset a person's second factors",
  PersonSignedOut: 'Signed someone out',
  CountryOpened: 'Opened the country',
  CountryClosed: 'Closed the country',
  CountryProhibited: 'Prohibited the country',
  CountryAllowed: 'Allowed the country',
  CountryHighRisk: 'Marked the country as high risk',
  CountryOrdinaryRisk: 'Marked the country as ordinary risk',
};

const LIMITS: Record<string, string> = {
  readsPerSecond: 'reads',
  writesPerSecond: 'writes',
  uploadLinksPerSecond: 'upload links',
};

export function whatOf({ action, details }: Pick<Entry, 'action' | 'details'>): string {
  if (action === 'RulesActivated') return `Activated version ${details.version} of the rules`;
  if (action === 'RulesDrafted') return `Added version ${details.version} of the rules as a draft`;
  if (action !== 'LimitsChanged') return WORDS[action] ?? action;
  const changed = Object.entries(details).map(([name, value]) => `${LIMITS[name] ?? name} ${value ?? 'default'}`);
  return `Changed the limits: ${changed.join(', ')}`;
}
