// Made by `npm run generate` from the route tables of the API.
import type * as contract from '@onboarding/contract';
import type { OperationTable } from '@onboarding/ui/api';
import type { z } from 'zod';

export interface Operations {
  readStaffSession: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.sessionSchema>;
  };
  listStaffSessions: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.sessionListSchema>;
  };
  endStaffSession: {
    params: { sessionId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.sessionListSchema>;
  };
  readStaffFilters: {
    params: undefined;
    query: keyof z.input<typeof contract.staffFiltersQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.savedFiltersSchema>;
  };
  changeStaffFilters: {
    params: undefined;
    query: undefined;
    body: z.input<typeof contract.staffFiltersChangeSchema>;
    answer: z.output<typeof contract.savedFiltersSchema>;
  };
  signOutStaff: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.signedOutSchema>;
  };
  signOutStaffEverywhere: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.signedOutEverywhereSchema>;
  };
  listQueue: {
    params: undefined;
    query: keyof z.input<typeof contract.queueQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.queuePageSchema>;
  };
  readQueueCounts: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.queueCountsSchema>;
  };
  readQueueFilters: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.queueFiltersSchema>;
  };
  searchBusinesses: {
    params: undefined;
    query: keyof z.input<typeof contract.businessSearchQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.businessSearchPageSchema>;
  };
  listColleagues: {
    params: undefined;
    query: keyof z.input<typeof contract.colleagueQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.colleagueListSchema>;
  };
  claimNextPackage: {
    params: undefined;
    query: undefined;
    body: z.input<typeof contract.claimNextSchema>;
    answer: z.output<typeof contract.claimNextAnswerSchema>;
  };
  reassignPackage: {
    params: { customerId: string };
    query: undefined;
    body: z.input<typeof contract.reassignSchema>;
    answer: z.output<typeof contract.claimAnswerSchema>;
  };
  reassignPackages: {
    params: undefined;
    query: undefined;
    body: z.input<typeof contract.reassignManySchema>;
    answer: z.output<typeof contract.reassignedManySchema>;
  };
  listNotices: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.noticeListSchema>;
  };
  readNoticeCounts: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.noticeCountsSchema>;
  };
  markNoticesSeen: {
    params: undefined;
    query: undefined;
    body: z.input<typeof contract.noticesSeenSchema>;
    answer: z.output<typeof contract.noticeCountsSchema>;
  };
  readPackage: {
    params: { customerId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.packageSchema>;
  };
  readPackageState: {
    params: { customerId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.packageStateSchema>;
  };
  readDocumentFile: {
    params: { customerId: string; documentId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.documentFileSchema>;
  };
  recordPagesSeen: {
    params: { customerId: string; documentId: string };
    query: undefined;
    body: z.input<typeof contract.pagesSeenSchema>;
    answer: z.output<typeof contract.pagesSeenAnswerSchema>;
  };
  readPackageTrail: {
    params: { customerId: string };
    query: keyof z.input<typeof contract.auditQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.reviewAuditPageSchema>;
  };
  listReasons: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.reasonCatalogueSchema>;
  };
  readPackageChanges: {
    params: { customerId: string };
    query: keyof z.input<typeof contract.packageChangesQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.packageChangesSchema>;
  };
  compareIdentityNumber: {
    params: { customerId: string; identityId: string };
    query: undefined;
    body: z.input<typeof contract.comparisonSchema>;
    answer: z.output<typeof contract.comparisonAnswerSchema>;
  };
  judgeHit: {
    params: { customerId: string; screeningId: string; entityId: string };
    query: undefined;
    body: z.input<typeof contract.findingSchema>;
    answer: z.output<typeof contract.findingAnswerSchema>;
  };
  screenPackageAgain: {
    params: { customerId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.screenAgainAnswerSchema>;
  };
  claimPackage: {
    params: { customerId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.claimAnswerSchema>;
  };
  releasePackage: {
    params: { customerId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.claimAnswerSchema>;
  };
  decideOnPackage: {
    params: { customerId: string };
    query: undefined;
    body: z.input<typeof contract.decisionSchema>;
    answer: z.output<typeof contract.decisionAnswerSchema>;
  };
  previewDecision: {
    params: { customerId: string };
    query: undefined;
    body: z.input<typeof contract.decisionSchema>;
    answer: z.output<typeof contract.decisionPreviewSchema>;
  };
  confirmDecision: {
    params: { customerId: string; decisionId: string };
    query: undefined;
    body: z.input<typeof contract.confirmationSchema>;
    answer: z.output<typeof contract.decisionAnswerSchema>;
  };
  withdrawDecision: {
    params: { customerId: string; decisionId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.decisionAnswerSchema>;
  };
  sendDecisionBack: {
    params: { customerId: string; decisionId: string };
    query: undefined;
    body: z.input<typeof contract.noteSchema>;
    answer: z.output<typeof contract.decisionAnswerSchema>;
  };
  judgePerson: {
    params: { customerId: string; uboId: string };
    query: undefined;
    body: z.input<typeof contract.verdictSchema>;
    answer: z.output<typeof contract.verdictAnswerSchema>;
  };
  judgeDocument: {
    params: { customerId: string; documentId: string };
    query: undefined;
    body: z.input<typeof contract.verdictSchema>;
    answer: z.output<typeof contract.verdictAnswerSchema>;
  };
  writeNote: {
    params: { customerId: string };
    query: undefined;
    body: z.input<typeof contract.noteSchema>;
    answer: z.output<typeof contract.noteAnswerSchema>;
  };
  reopenPackage: {
    params: { customerId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.claimAnswerSchema>;
  };
  listReads: {
    params: undefined;
    query: keyof z.input<typeof contract.staffReadQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.staffReadPageSchema>;
  };
  readReviewStatistics: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.reviewStatisticsSchema>;
  };
  listAnalystWork: {
    params: undefined;
    query: keyof z.input<typeof contract.analystWorkQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.analystWorkListSchema>;
  };
  listPartners: {
    params: undefined;
    query: keyof z.input<typeof contract.operatedPartnerQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.operatedPartnerPageSchema>;
  };
  createPartner: {
    params: undefined;
    query: undefined;
    body: z.input<typeof contract.partnerCreationSchema>;
    answer: z.output<typeof contract.operatedPartnerDetailSchema>;
  };
  readPartner: {
    params: { partnerId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.operatedPartnerDetailSchema>;
  };
  approvePartner: {
    params: { partnerId: string };
    query: undefined;
    body: z.input<typeof contract.reasonSchema>;
    answer: z.output<typeof contract.operatedPartnerDetailSchema>;
  };
  rejectPartner: {
    params: { partnerId: string };
    query: undefined;
    body: z.input<typeof contract.reasonSchema>;
    answer: z.output<typeof contract.operatedPartnerDetailSchema>;
  };
  activatePartner: {
    params: { partnerId: string };
    query: undefined;
    body: z.input<typeof contract.reasonSchema>;
    answer: z.output<typeof contract.operatedPartnerDetailSchema>;
  };
  deactivatePartner: {
    params: { partnerId: string };
    query: undefined;
    body: z.input<typeof contract.reasonSchema>;
    answer: z.output<typeof contract.operatedPartnerDetailSchema>;
  };
  changePartnerLimits: {
    params: { partnerId: string };
    query: undefined;
    body: z.input<typeof contract.limitsChangeSchema>;
    answer: z.output<typeof contract.operatedPartnerDetailSchema>;
  };
  listPartnerActions: {
    params: { partnerId: string };
    query: keyof z.input<typeof contract.operatorActionQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.operatorActionPageSchema>;
  };
  revokePartnerCertificate: {
    params: { partnerId: string; certificateId: string };
    query: undefined;
    body: z.input<typeof contract.reasonSchema>;
    answer: z.output<typeof contract.operatedPartnerDetailSchema>;
  };
  listPartnerUsers: {
    params: { partnerId: string };
    query: keyof z.input<typeof contract.userQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.userPageSchema>;
  };
  invitePartnerAdmin: {
    params: { partnerId: string };
    query: undefined;
    body: z.input<typeof contract.adminInvitationSchema>;
    answer: z.output<typeof contract.userSchema>;
  };
  disablePartnerUser: {
    params: { partnerId: string; accountId: string };
    query: undefined;
    body: z.input<typeof contract.reasonSchema>;
    answer: z.output<typeof contract.userSchema>;
  };
  enablePartnerUser: {
    params: { partnerId: string; accountId: string };
    query: undefined;
    body: z.input<typeof contract.reasonSchema>;
    answer: z.output<typeof contract.userSchema>;
  };
  invitePartnerUserAgain: {
    params: { partnerId: string; accountId: string };
    query: undefined;
    body: z.input<typeof contract.reasonSchema>;
    answer: z.output<typeof contract.userSchema>;
  };
  resetPartnerUserFactors: {
    params: { partnerId: string; accountId: string };
    query: undefined;
    body: z.input<typeof contract.reasonSchema>;
    answer: z.output<typeof contract.userSchema>;
  };
  signPartnerUserOut: {
    params: { partnerId: string; accountId: string };
    query: undefined;
    body: z.input<typeof contract.reasonSchema>;
    answer: z.output<typeof contract.userSchema>;
  };
  listStaff: {
    params: undefined;
    query: keyof z.input<typeof contract.staffAccountQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.staffAccountPageSchema>;
  };
  inviteStaff: {
    params: undefined;
    query: undefined;
    body: z.input<typeof contract.staffInvitationSchema>;
    answer: z.output<typeof contract.staffAccountDetailSchema>;
  };
  readStaff: {
    params: { accountId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.staffAccountDetailSchema>;
  };
  changeStaffRole: {
    params: { accountId: string };
    query: undefined;
    body: z.input<typeof contract.staffRoleChangeSchema>;
    answer: z.output<typeof contract.staffAccountDetailSchema>;
  };
  disableStaff: {
    params: { accountId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.staffAccountDetailSchema>;
  };
  enableStaff: {
    params: { accountId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.staffAccountDetailSchema>;
  };
  inviteStaffAgain: {
    params: { accountId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.staffAccountDetailSchema>;
  };
  resetStaffFactors: {
    params: { accountId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.staffAccountDetailSchema>;
  };
  signStaffOut: {
    params: { accountId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.staffAccountDetailSchema>;
  };
  listRuledCountries: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.ruledCountryListSchema>;
  };
  listCountryActions: {
    params: { countryCode: string };
    query: keyof z.input<typeof contract.operatorActionQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.operatorActionPageSchema>;
  };
  openCountry: {
    params: { countryCode: string };
    query: undefined;
    body: z.input<typeof contract.reasonSchema>;
    answer: z.output<typeof contract.countryDecidedSchema>;
  };
  closeCountry: {
    params: { countryCode: string };
    query: undefined;
    body: z.input<typeof contract.reasonSchema>;
    answer: z.output<typeof contract.countryDecidedSchema>;
  };
  prohibitCountry: {
    params: { countryCode: string };
    query: undefined;
    body: z.input<typeof contract.reasonSchema>;
    answer: z.output<typeof contract.countryDecidedSchema>;
  };
  allowCountry: {
    params: { countryCode: string };
    query: undefined;
    body: z.input<typeof contract.reasonSchema>;
    answer: z.output<typeof contract.countryDecidedSchema>;
  };
  markHighRiskCountry: {
    params: { countryCode: string };
    query: undefined;
    body: z.input<typeof contract.reasonSchema>;
    answer: z.output<typeof contract.countryDecidedSchema>;
  };
  markOrdinaryRiskCountry: {
    params: { countryCode: string };
    query: undefined;
    body: z.input<typeof contract.reasonSchema>;
    answer: z.output<typeof contract.countryDecidedSchema>;
  };
  listRuleVersions: {
    params: { countryCode: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.ruleVersionListSchema>;
  };
  readRuleSet: {
    params: { countryCode: string; version: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.ruleSetSchema>;
  };
  compareRules: {
    params: { countryCode: string };
    query: keyof z.input<typeof contract.ruleDifferenceQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.ruleDifferenceSchema>;
  };
  activateRules: {
    params: { countryCode: string; version: string };
    query: undefined;
    body: z.input<typeof contract.reasonSchema>;
    answer: z.output<typeof contract.rulesActivatedSchema>;
  };
  readJobHealth: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.jobHealthSchema>;
  };
  listDeadLetters: {
    params: undefined;
    query: keyof z.input<typeof contract.deadLetterQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.deadLetterPageSchema>;
  };
  retryDeadLetter: {
    params: { jobId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.retryAskedSchema>;
  };
}

export const OPERATIONS: OperationTable<Operations> = {
  readStaffSession: { method: 'GET', path: '/api/session/staff', roles: ['analyst', 'supervisor', 'auditor', 'operator'], stepUp: false },
  listStaffSessions: { method: 'GET', path: '/api/session/staff/list', roles: ['analyst', 'supervisor', 'auditor', 'operator'], stepUp: false },
  endStaffSession: { method: 'POST', path: '/api/session/staff/sessions/{sessionId}/end', roles: ['analyst', 'supervisor', 'auditor', 'operator'], stepUp: true },
  readStaffFilters: { method: 'GET', path: '/api/session/staff/saved-filters', roles: ['analyst', 'supervisor', 'auditor', 'operator'], stepUp: false },
  changeStaffFilters: { method: 'PUT', path: '/api/session/staff/saved-filters', roles: ['analyst', 'supervisor', 'auditor', 'operator'], stepUp: false },
  signOutStaff: { method: 'POST', path: '/api/session/staff/sign-out', roles: ['analyst', 'supervisor', 'auditor', 'operator'], stepUp: false },
  signOutStaffEverywhere: { method: 'POST', path: '/api/session/staff/sign-out-everywhere', roles: ['analyst', 'supervisor', 'auditor', 'operator'], stepUp: true },
  listQueue: { method: 'GET', path: '/api/compliance/v1/queue', roles: ['analyst', 'supervisor', 'auditor'], stepUp: false },
  readQueueCounts: { method: 'GET', path: '/api/compliance/v1/queue/counts', roles: ['analyst', 'supervisor', 'auditor'], stepUp: false },
  readQueueFilters: { method: 'GET', path: '/api/compliance/v1/queue/filters', roles: ['analyst', 'supervisor', 'auditor'], stepUp: false },
  searchBusinesses: { method: 'GET', path: '/api/compliance/v1/search', roles: ['analyst', 'supervisor', 'auditor'], stepUp: false },
  listColleagues: { method: 'GET', path: '/api/compliance/v1/colleagues', roles: ['analyst', 'supervisor', 'auditor'], stepUp: false },
  claimNextPackage: { method: 'POST', path: '/api/compliance/v1/queue/claim-next', roles: ['analyst', 'supervisor'], stepUp: false },
  reassignPackage: { method: 'POST', path: '/api/compliance/v1/packages/{customerId}/reassign', roles: ['supervisor'], stepUp: false },
  reassignPackages: { method: 'POST', path: '/api/compliance/v1/queue/reassign', roles: ['supervisor'], stepUp: false },
  listNotices: { method: 'GET', path: '/api/compliance/v1/notices', roles: ['analyst', 'supervisor'], stepUp: false },
  readNoticeCounts: { method: 'GET', path: '/api/compliance/v1/notices/counts', roles: ['analyst', 'supervisor'], stepUp: false },
  markNoticesSeen: { method: 'POST', path: '/api/compliance/v1/notices/seen', roles: ['analyst', 'supervisor'], stepUp: false },
  readPackage: { method: 'GET', path: '/api/compliance/v1/packages/{customerId}', roles: ['analyst', 'supervisor', 'auditor'], stepUp: false },
  readPackageState: { method: 'GET', path: '/api/compliance/v1/packages/{customerId}/state', roles: ['analyst', 'supervisor', 'auditor'], stepUp: false },
  readDocumentFile: { method: 'GET', path: '/api/compliance/v1/packages/{customerId}/documents/{documentId}/file', roles: ['analyst', 'supervisor', 'auditor'], stepUp: false, file: true },
  recordPagesSeen: { method: 'POST', path: '/api/compliance/v1/packages/{customerId}/documents/{documentId}/pages-seen', roles: ['analyst', 'supervisor'], stepUp: false },
  readPackageTrail: { method: 'GET', path: '/api/compliance/v1/packages/{customerId}/audit', roles: ['analyst', 'supervisor', 'auditor'], stepUp: false },
  listReasons: { method: 'GET', path: '/api/compliance/v1/reasons', roles: ['analyst', 'supervisor', 'auditor'], stepUp: false },
  readPackageChanges: { method: 'GET', path: '/api/compliance/v1/packages/{customerId}/changes', roles: ['analyst', 'supervisor', 'auditor'], stepUp: false },
  compareIdentityNumber: { method: 'POST', path: '/api/compliance/v1/packages/{customerId}/identities/{identityId}/compare', roles: ['analyst', 'supervisor'], stepUp: false },
  judgeHit: { method: 'POST', path: '/api/compliance/v1/packages/{customerId}/screenings/{screeningId}/hits/{entityId}/finding', roles: ['analyst', 'supervisor'], stepUp: false },
  screenPackageAgain: { method: 'POST', path: '/api/compliance/v1/packages/{customerId}/screen-again', roles: ['analyst', 'supervisor'], stepUp: false },
  claimPackage: { method: 'POST', path: '/api/compliance/v1/packages/{customerId}/claim', roles: ['analyst', 'supervisor'], stepUp: false },
  releasePackage: { method: 'POST', path: '/api/compliance/v1/packages/{customerId}/release', roles: ['analyst', 'supervisor'], stepUp: false },
  decideOnPackage: { method: 'POST', path: '/api/compliance/v1/packages/{customerId}/decisions', roles: ['analyst', 'supervisor'], stepUp: false },
  previewDecision: { method: 'POST', path: '/api/compliance/v1/packages/{customerId}/decisions/preview', roles: ['analyst', 'supervisor'], stepUp: false },
  confirmDecision: { method: 'POST', path: '/api/compliance/v1/packages/{customerId}/decisions/{decisionId}/confirm', roles: ['analyst', 'supervisor'], stepUp: false },
  withdrawDecision: { method: 'POST', path: '/api/compliance/v1/packages/{customerId}/decisions/{decisionId}/withdraw', roles: ['analyst', 'supervisor'], stepUp: false },
  sendDecisionBack: { method: 'POST', path: '/api/compliance/v1/packages/{customerId}/decisions/{decisionId}/send-back', roles: ['analyst', 'supervisor'], stepUp: false },
  judgePerson: { method: 'POST', path: '/api/compliance/v1/packages/{customerId}/people/{uboId}/verdict', roles: ['analyst', 'supervisor'], stepUp: false },
  judgeDocument: { method: 'POST', path: '/api/compliance/v1/packages/{customerId}/documents/{documentId}/verdict', roles: ['analyst', 'supervisor'], stepUp: false },
  writeNote: { method: 'POST', path: '/api/compliance/v1/packages/{customerId}/notes', roles: ['analyst', 'supervisor'], stepUp: false },
  reopenPackage: { method: 'POST', path: '/api/compliance/v1/packages/{customerId}/reopen', roles: ['supervisor'], stepUp: false },
  listReads: { method: 'GET', path: '/api/compliance/v1/reads', roles: ['supervisor', 'auditor'], stepUp: false },
  readReviewStatistics: { method: 'GET', path: '/api/compliance/v1/statistics', roles: ['analyst', 'supervisor', 'auditor'], stepUp: false },
  listAnalystWork: { method: 'GET', path: '/api/compliance/v1/statistics/analysts', roles: ['supervisor', 'auditor'], stepUp: false },
  listPartners: { method: 'GET', path: '/api/operations/v1/partners', roles: ['operator'], stepUp: false },
  createPartner: { method: 'POST', path: '/api/operations/v1/partners', roles: ['operator'], stepUp: true },
  readPartner: { method: 'GET', path: '/api/operations/v1/partners/{partnerId}', roles: ['operator'], stepUp: false },
  approvePartner: { method: 'POST', path: '/api/operations/v1/partners/{partnerId}/approve', roles: ['operator'], stepUp: true },
  rejectPartner: { method: 'POST', path: '/api/operations/v1/partners/{partnerId}/reject', roles: ['operator'], stepUp: true },
  activatePartner: { method: 'POST', path: '/api/operations/v1/partners/{partnerId}/activate', roles: ['operator'], stepUp: true },
  deactivatePartner: { method: 'POST', path: '/api/operations/v1/partners/{partnerId}/deactivate', roles: ['operator'], stepUp: true },
  changePartnerLimits: { method: 'PUT', path: '/api/operations/v1/partners/{partnerId}/limits', roles: ['operator'], stepUp: true },
  listPartnerActions: { method: 'GET', path: '/api/operations/v1/partners/{partnerId}/actions', roles: ['operator'], stepUp: false },
  revokePartnerCertificate: { method: 'POST', path: '/api/operations/v1/partners/{partnerId}/certificates/{certificateId}/revoke', roles: ['operator'], stepUp: true },
  listPartnerUsers: { method: 'GET', path: '/api/operations/v1/partners/{partnerId}/people', roles: ['operator'], stepUp: false },
  invitePartnerAdmin: { method: 'POST', path: '/api/operations/v1/partners/{partnerId}/people', roles: ['operator'], stepUp: true },
  disablePartnerUser: { method: 'POST', path: '/api/operations/v1/partners/{partnerId}/people/{accountId}/disable', roles: ['operator'], stepUp: true },
  enablePartnerUser: { method: 'POST', path: '/api/operations/v1/partners/{partnerId}/people/{accountId}/enable', roles: ['operator'], stepUp: true },
  invitePartnerUserAgain: { method: 'POST', path: '/api/operations/v1/partners/{partnerId}/people/{accountId}/invite-again', roles: ['operator'], stepUp: true },
  resetPartnerUserFactors: { method: 'POST', path: '/api/operations/v1/partners/{partnerId}/people/{accountId}/reset-factors', roles: ['operator'], stepUp: true },
  signPartnerUserOut: { method: 'POST', path: '/api/operations/v1/partners/{partnerId}/people/{accountId}/sign-out', roles: ['operator'], stepUp: true },
  listStaff: { method: 'GET', path: '/api/operations/v1/accounts', roles: ['operator'], stepUp: false },
  inviteStaff: { method: 'POST', path: '/api/operations/v1/accounts', roles: ['operator'], stepUp: true },
  readStaff: { method: 'GET', path: '/api/operations/v1/accounts/{accountId}', roles: ['operator'], stepUp: false },
  changeStaffRole: { method: 'POST', path: '/api/operations/v1/accounts/{accountId}/role', roles: ['operator'], stepUp: true },
  disableStaff: { method: 'POST', path: '/api/operations/v1/accounts/{accountId}/disable', roles: ['operator'], stepUp: true },
  enableStaff: { method: 'POST', path: '/api/operations/v1/accounts/{accountId}/enable', roles: ['operator'], stepUp: true },
  inviteStaffAgain: { method: 'POST', path: '/api/operations/v1/accounts/{accountId}/invite-again', roles: ['operator'], stepUp: true },
  resetStaffFactors: { method: 'POST', path: '/api/operations/v1/accounts/{accountId}/reset-factors', roles: ['operator'], stepUp: true },
  signStaffOut: { method: 'POST', path: '/api/operations/v1/accounts/{accountId}/sign-out', roles: ['operator'], stepUp: true },
  listRuledCountries: { method: 'GET', path: '/api/operations/v1/countries', roles: ['operator'], stepUp: false },
  listCountryActions: { method: 'GET', path: '/api/operations/v1/countries/{countryCode}/actions', roles: ['operator'], stepUp: false },
  openCountry: { method: 'POST', path: '/api/operations/v1/countries/{countryCode}/open', roles: ['operator'], stepUp: true },
  closeCountry: { method: 'POST', path: '/api/operations/v1/countries/{countryCode}/close', roles: ['operator'], stepUp: true },
  prohibitCountry: { method: 'POST', path: '/api/operations/v1/countries/{countryCode}/prohibit', roles: ['operator'], stepUp: true },
  allowCountry: { method: 'POST', path: '/api/operations/v1/countries/{countryCode}/allow', roles: ['operator'], stepUp: true },
  markHighRiskCountry: { method: 'POST', path: '/api/operations/v1/countries/{countryCode}/high-risk', roles: ['operator'], stepUp: true },
  markOrdinaryRiskCountry: { method: 'POST', path: '/api/operations/v1/countries/{countryCode}/ordinary-risk', roles: ['operator'], stepUp: true },
  listRuleVersions: { method: 'GET', path: '/api/operations/v1/countries/{countryCode}/versions', roles: ['operator'], stepUp: false },
  readRuleSet: { method: 'GET', path: '/api/operations/v1/countries/{countryCode}/versions/{version}', roles: ['operator'], stepUp: false },
  compareRules: { method: 'GET', path: '/api/operations/v1/countries/{countryCode}/difference', roles: ['operator'], stepUp: false },
  activateRules: { method: 'POST', path: '/api/operations/v1/countries/{countryCode}/versions/{version}/activate', roles: ['operator'], stepUp: true },
  readJobHealth: { method: 'GET', path: '/api/operations/v1/jobs/health', roles: ['operator'], stepUp: false },
  listDeadLetters: { method: 'GET', path: '/api/operations/v1/jobs/dead-letters', roles: ['operator'], stepUp: false },
  retryDeadLetter: { method: 'POST', path: '/api/operations/v1/jobs/dead-letters/{jobId}/retry', roles: ['operator'], stepUp: true },
};
