// Which roles may open which page of the console, and call which operation. Written by hand, not derived from the declarations,
// so that a role added by mistake is noticed.
import type { ErrorCode, StaffRole } from '@onboarding/contract';

const REVIEWERS: readonly StaffRole[] = ['analyst', 'supervisor'];
const READERS: readonly StaffRole[] = [...REVIEWERS, 'auditor'];
const SUPERVISING: readonly StaffRole[] = ['supervisor', 'auditor'];
const OPERATORS: readonly StaffRole[] = ['operator'];
const EVERYONE: readonly StaffRole[] = [...READERS, 'operator'];

/** By path in the table of contents. */
export const PAGE_ROLES: Record<string, readonly StaffRole[]> = {
  '/': EVERYONE,
  '/queue': READERS,
  '/search': READERS,
  '/packages/$customerId': READERS,
  '/packages/$customerId/trail': READERS,
  '/reassign': ['supervisor'],
  '/lead': SUPERVISING,
  '/reads': SUPERVISING,
  '/partners': OPERATORS,
  '/partners/$partnerId': OPERATORS,
  '/staff': OPERATORS,
  '/staff/$accountId': OPERATORS,
  '/reference': OPERATORS,
  '/jobs': OPERATORS,
};

/** By operation id. */
export const OPERATION_ROLES: Record<string, readonly StaffRole[]> = {
  listQueue: READERS,
  readQueueCounts: READERS,
  readQueueFilters: READERS,
  searchBusinesses: READERS,
  listColleagues: READERS,
  readPackage: READERS,
  readPackageState: READERS,
  readPackageTrail: READERS,
  readDocumentFile: READERS,
  listReasons: READERS,
  readPackageChanges: READERS,
  readReviewStatistics: READERS,
  claimNextPackage: REVIEWERS,
  claimPackage: REVIEWERS,
  releasePackage: REVIEWERS,
  previewDecision: REVIEWERS,
  decideOnPackage: REVIEWERS,
  confirmDecision: REVIEWERS,
  withdrawDecision: REVIEWERS,
  sendDecisionBack: REVIEWERS,
  judgePerson: REVIEWERS,
  judgeDocument: REVIEWERS,
  recordPagesSeen: REVIEWERS,
  writeNote: REVIEWERS,
  compareIdentityNumber: REVIEWERS,
  judgeHit: REVIEWERS,
  screenPackageAgain: REVIEWERS,
  reassignPackage: ['supervisor'],
  reassignPackages: ['supervisor'],
  listNotices: REVIEWERS,
  readNoticeCounts: REVIEWERS,
  markNoticesSeen: REVIEWERS,
  reopenPackage: ['supervisor'],
  listReads: SUPERVISING,
  listAnalystWork: SUPERVISING,
  listPartners: OPERATORS,
  createPartner: OPERATORS,
  readPartner: OPERATORS,
  approvePartner: OPERATORS,
  rejectPartner: OPERATORS,
  activatePartner: OPERATORS,
  deactivatePartner: OPERATORS,
  changePartnerLimits: OPERATORS,
  listPartnerUsers: OPERATORS,
  invitePartnerAdmin: OPERATORS,
  listPartnerActions: OPERATORS,
  revokePartnerCertificate: OPERATORS,
  disablePartnerUser: OPERATORS,
  enablePartnerUser: OPERATORS,
  invitePartnerUserAgain: OPERATORS,
  resetPartnerUserFactors: OPERATORS,
  signPartnerUserOut: OPERATORS,
  listStaff: OPERATORS,
  inviteStaff: OPERATORS,
  readStaff: OPERATORS,
  changeStaffRole: OPERATORS,
  disableStaff: OPERATORS,
  enableStaff: OPERATORS,
  inviteStaffAgain: OPERATORS,
  resetStaffFactors: OPERATORS,
  signStaffOut: OPERATORS,
  listRuledCountries: OPERATORS,
  listCountryActions: OPERATORS,
  openCountry: OPERATORS,
  closeCountry: OPERATORS,
  prohibitCountry: OPERATORS,
  allowCountry: OPERATORS,
  markHighRiskCountry: OPERATORS,
  markOrdinaryRiskCountry: OPERATORS,
  listRuleVersions: OPERATORS,
  readRuleSet: OPERATORS,
  compareRules: OPERATORS,
  activateRules: OPERATORS,
  readJobHealth: OPERATORS,
  listDeadLetters: OPERATORS,
  retryDeadLetter: OPERATORS,
};

/** A person's relation to a proposal. */
export type Relation = 'proposer' | 'other analyst' | 'supervisor who proposed' | 'other supervisor' | 'auditor';

/** What each may do with an open proposal, or the error of the refusal. The proposer can never confirm. */
export const PROPOSAL_ACCESS: Record<Relation, Record<'confirm' | 'withdraw' | 'send back', 'allowed' | ErrorCode>> = {
  proposer: { confirm: 'Review.FourEyes', withdraw: 'allowed', 'send back': 'Review.FourEyes' },
  'other analyst': { confirm: 'allowed', withdraw: 'Review.NotYours', 'send back': 'allowed' },
  'supervisor who proposed': { confirm: 'Review.FourEyes', withdraw: 'allowed', 'send back': 'Review.FourEyes' },
  'other supervisor': { confirm: 'allowed', withdraw: 'allowed', 'send back': 'allowed' },
  auditor: {
    confirm: 'Session.RoleMissing',
    withdraw: 'Session.RoleMissing',
    'send back': 'Session.RoleMissing',
  },
};

export const RELATIONS = Object.keys(PROPOSAL_ACCESS) as Relation[];
