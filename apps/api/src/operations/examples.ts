// Example bodies and responses for the OpenAPI document. Tests validate them against their schemas.
import type {
  CountryDecided,
  OperatedPartner,
  OperatedPartnerDetail,
  OperatorActionPage,
  RuleDifference,
  RuledCountryList,
  RuleSet,
  RulesActivated,
  RuleVersionList,
  StaffAccount,
  StaffAccountDetail,
  StaffAccountPage,
  TeamUser,
  UserPage,
} from '@onboarding/contract';

export const reasonExample = { reason: 'Contract signed on 2026-11-12.' };
export const lostKeyExample = { reason: 'The key was in a public repository.' };
export const lostFactorExample = { reason: 'Called back on the number in the contract.' };
export const adminInvitationExample = { name: 'Grace Otieno', email: 'grace@acme.example' };
export const limitsExample = {
  readsPerSecond: 200,
  writesPerSecond: 50,
  uploadLinksPerSecond: null,
  reason: 'Moves 40,000 businesses over in December.',
};

const partnerId = '0193a2b4-7c11-7d01-9b2a-0a1b2c3d4e5f';

const listed: OperatedPartner = {
  partnerId,
  name: 'Acme Marketplace',
  clientId: 'acme-marketplace-0193a2b47c117d019b2a0a1b2c3d4e5f',
  status: 'Active',
  onboardingStatus: 'Approved',
  createdAt: '2026-11-01T09:30:00.000Z',
};

export const partnersExample = { items: [listed], nextCursor: null };

const noLimits = { readsPerSecond: null, writesPerSecond: null, uploadLinksPerSecond: null };

export const partnerExample: OperatedPartnerDetail = {
  ...listed,
  limits: noLimits,
  defaultLimits: { readsPerSecond: 100, writesPerSecond: 25, uploadLinksPerSecond: 10 },
  certificates: [
    {
      certificateId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01',
      name: 'Production server 1',
      subject: 'CN=acme-marketplace',
      thumbprint: 'dGhlIHRodW1icHJpbnQgb2YgYSBjZXJ0aWZpY2F0ZSBpcw',
      status: 'Active',
      notBefore: '2026-11-01T00:00:00.000Z',
      notAfter: '2027-11-01T00:00:00.000Z',
      daysLeft: 351,
      expiryWarning: null,
      registeredAt: '2026-11-02T09:30:00.000Z',
      registeredBy: { accountId: '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f', name: 'Grace Otieno' },
      lastUsedAt: '2026-11-15T09:30:00.000Z',
      revokedAt: null,
      revokedBy: null,
    },
  ],
};
export const revokedPartnerExample: OperatedPartnerDetail = {
  ...partnerExample,
  certificates: partnerExample.certificates.map((one) => ({
    ...one,
    status: 'Revoked',
    revokedAt: '2026-11-15T09:35:00.000Z',
  })),
};
export const newPartnerExample: OperatedPartnerDetail = {
  ...partnerExample,
  onboardingStatus: 'Pending',
  certificates: [],
};
export const rejectedPartnerExample: OperatedPartnerDetail = { ...newPartnerExample, onboardingStatus: 'Rejected' };
export const inactivePartnerExample: OperatedPartnerDetail = { ...partnerExample, status: 'Inactive' };
export const limitedPartnerExample: OperatedPartnerDetail = {
  ...partnerExample,
  limits: { readsPerSecond: 200, writesPerSecond: 50, uploadLinksPerSecond: null },
};

export const adminExample: TeamUser = {
  accountId: '0193a2b4-7c11-7d3e-9f53-2a6b8c0d1e2f',
  name: 'Grace Otieno',
  email: 'grace@acme.example',
  role: 'admin',
  status: 'Invited',
  factors: { Totp: 0, Passkey: 0 },
  invitedAt: '2026-11-01T09:30:00.000Z',
  invitationEndsAt: '2026-11-08T09:30:00.000Z',
  lastSignInAt: null,
  sessions: 0,
};
export const workingAdminExample: TeamUser = {
  ...adminExample,
  status: 'Active',
  factors: { Totp: 1, Passkey: 0 },
  invitationEndsAt: null,
  lastSignInAt: '2026-11-15T09:30:00.000Z',
};
export const disabledAdminExample: TeamUser = { ...workingAdminExample, status: 'Disabled' };
export const usersExample: UserPage = { items: [adminExample], nextCursor: null };

export const actionsExample: OperatorActionPage = {
  items: [
    {
      actionId: '0193a2b4-7c16-7d3e-9f53-2a6b8c0d1e2f',
      occurredAt: '2026-11-15T09:30:00.000Z',
      action: 'PartnerApproved',
      reason: reasonExample.reason,
      details: { previousStatus: 'Active', previousOnboardingStatus: 'Pending' },
      actor: { kind: 'StaffPerson', name: 'Olu Operator' },
    },
  ],
  nextCursor: null,
};

// Countries and their rules.

const reason = 'Board, 3 March: first markets.';
const decidedBy = 'Olga Operator';
const decidedAt = '2026-11-01T09:30:00.000Z';

export const countryDecisionExample = { reason };
export const countryDecidedExample: CountryDecided = { countryCode: 'NGA', changed: true };

export const ruledCountriesExample: RuledCountryList = {
  items: [
    {
      countryCode: 'NGA',
      name: 'Nigeria',
      standing: 'Open',
      decidedAt,
      decidedBy,
      prohibited: null,
      highRisk: { standing: 'Unlisted', reason: 'FATF, October 2025', since: decidedAt, decidedBy },
      activeVersion: 1,
      activeSince: decidedAt,
      documents: 4,
      general: false,
      drafts: 1,
    },
  ],
};

export const countryActionsExample: OperatorActionPage = {
  items: [
    {
      actionId: '0193a2b4-7c16-7d3e-9f53-2a6b8c0d1e2f',
      occurredAt: decidedAt,
      action: 'CountryOpened',
      reason,
      details: { version: 1 },
      actor: { kind: 'StaffPerson', name: decidedBy },
    },
  ],
  nextCursor: null,
};

export const rulesActivationExample = { reason: 'The new passport series is valid from 2027.' };

const countryCode = 'NGA';
const name = 'Nigeria';

export const ruleVersionsExample: RuleVersionList = {
  countryCode,
  name,
  items: [
    {
      version: 2,
      status: 'Draft',
      documents: 1,
      general: false,
      createdAt: '2026-11-14T09:30:00.000Z',
      activatedAt: null,
      retiredAt: null,
    },
  ],
};

export const ruleSetExample: RuleSet = {
  countryCode,
  version: 2,
  status: 'Draft',
  entries: [
    {
      identityType: 'International Passport',
      identityTypeCode: 'PASSPORT',
      fieldName: 'passportNumber',
      inputType: 'Input',
      isRequired: false,
      label: 'Passport number',
      placeholder: 'A12345678',
      requiresIssueDate: true,
      requiresExpiryDate: true,
      requiresIdNumber: true,
      validationRules: {
        regex: '^[A-Z][0-9]{8}$',
        minLength: 9,
        maxLength: 9,
        errorMessage: 'A passport number is a letter and 8 digits.',
      },
      displayOrder: 1,
      source: 'ICAO Doc 9303',
      foreignIssued: { accepted: true, regex: '^[A-Z0-9]{6,12}$', minLength: 6, maxLength: 12 },
    },
  ],
};

export const rulesDifferenceExample: RuleDifference = {
  countryCode,
  from: 1,
  to: 2,
  documents: [
    {
      identityTypeCode: 'PASSPORT',
      change: 'Changed',
      fields: [{ field: 'validationRules.maxLength', before: 9, after: 10 }],
    },
  ],
};

export const rulesActivatedExample: RulesActivated = { countryCode, version: 2, retired: 1, changed: true };

// Our staff.

export const staffInvitationExample = { name: 'Ada Analyst', email: 'ada@service.example', role: 'analyst' } as const;

const colleague: StaffAccount = {
  accountId: '0193a2b4-7c11-7d50-8f11-1a2b3c4d5e6f',
  name: 'Ada Analyst',
  email: 'ada@service.example',
  role: 'analyst',
  status: 'Active',
  factors: { Totp: 1, Passkey: 0 },
  invitedAt: '2026-11-01T09:30:00.000Z',
  invitationEndsAt: null,
  lastSignInAt: '2026-11-15T09:30:00.000Z',
  sessions: 0,
};

export const staffExample: StaffAccountPage = { items: [colleague], nextCursor: null };

export const staffDetailExample: StaffAccountDetail = {
  ...colleague,
  activeSessions: [],
  changes: [
    {
      changeId: '0193a2b4-7c16-7d3e-9f53-2a6b8c0d1e2f',
      occurredAt: '2026-11-01T09:30:00.000Z',
      action: 'Invited',
      role: 'analyst',
      actor: 'Olu Operator',
    },
  ],
};
export const invitedStaffExample: StaffAccountDetail = {
  ...staffDetailExample,
  status: 'Invited',
  factors: { Totp: 0, Passkey: 0 },
  invitationEndsAt: '2026-11-08T09:30:00.000Z',
  lastSignInAt: null,
};
export const disabledStaffExample: StaffAccountDetail = { ...staffDetailExample, status: 'Disabled' };
