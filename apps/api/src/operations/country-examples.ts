// Example responses for the OpenAPI document. Tests validate them against their schemas.
import type { CountryDecided, OperatorActionPage, RuledCountryList } from '@onboarding/contract';

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
