// Example responses for the OpenAPI document. Tests validate them against their schemas.
import type {
  CountryDecided,
  OperatorActionPage,
  RuleDifference,
  RuledCountryList,
  RuleSet,
  RulesActivated,
  RuleVersionList,
} from '@onboarding/contract';

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
