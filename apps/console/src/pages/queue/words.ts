// Names of API codes in the queue and wherever a package is shown.
import type { QueueReason, ReviewFlag } from '@onboarding/contract';

export const REASONS: Record<QueueReason, string> = {
  Submitted: 'New',
  Answered: 'Answered',
  Changed: 'Changed',
  Reopened: 'Reopened',
  Monitoring: 'Monitoring',
};
export const REASON_CODES = Object.keys(REASONS) as QueueReason[];

export const FLAGS: Record<ReviewFlag, string> = {
  ScreeningHit: 'Screening hit',
  DuplicateRegistration: 'Duplicate registration',
  SharedIdentity: 'Shared identity',
  SimilarName: 'Similar name',
  OwnershipAboveHundred: 'Shares above 100%',
  NoOwner: 'No owner',
  ImplausiblePhone: 'Implausible phone',
  IdentityExpired: 'Identity expired',
  IdentityExpiring: 'Identity expiring',
  HighRiskPurpose: 'High-risk purpose',
  ResidenceMismatch: 'Residence mismatch',
  ActiveContent: 'Active content',
  GeneralRuleOnly: 'General rule only',
  HighRiskCountry: 'High-risk country',
  ProhibitedCountry: 'Prohibited country',
};
/** Red marks flags that alone prevent an approval. */
export const flagColor = (flag: ReviewFlag) =>
  flag === 'ScreeningHit' || flag === 'ProhibitedCountry' ? 'danger' : 'warning';
export const FLAG_CODES = Object.keys(FLAGS) as ReviewFlag[];
