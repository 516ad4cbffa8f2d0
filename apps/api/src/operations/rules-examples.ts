// Example responses for the OpenAPI document. Tests validate them against their schemas.
import type { RuleDifference, RuleSet, RulesActivated, RuleVersionList } from '@onboarding/contract';

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
