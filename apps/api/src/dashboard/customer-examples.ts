// Examples of customers for the OpenAPI document.
import type {
  CountryRequirements,
  CustomerEvents,
  CustomerPage,
  CustomerStatistics,
  PartnerProfile,
  ReferenceData,
} from '@onboarding/contract';
import {
  businessTypesExample,
  countriesExample,
  identityRequirementsExample,
  summaryExample,
} from '../examples/business.ts';
import { deliveriesExample } from './delivery-examples.ts';

export const partnerProfileExample: PartnerProfile = {
  partnerId: '0193a2b4-7c11-7d3f-8a44-5b6c7d8e9f01',
  name: 'Acme Marketplace',
  clientId: 'acme-marketplace-0193a2b47c117d3f8a445b6c7d8e9f01',
  status: 'Active',
  onboardingStatus: 'Approved',
  limits: { readsPerSecond: 100, writesPerSecond: 25, uploadLinksPerSecond: 10 },
};

export const referenceDataExample: ReferenceData = {
  countries: countriesExample,
  businessTypes: businessTypesExample,
};

export const countryRequirementsExample: CountryRequirements = {
  countryCode: 'NGA',
  name: 'Nigeria',
  identityRules: 'Country',
  version: 1,
  activeSince: '2026-11-01T08:00:00.000Z',
  identities: identityRequirementsExample,
};

export const customerPageExample: CustomerPage = {
  items: [{ ...summaryExample, statusChangedAt: summaryExample.createdAt, nextAction: 'None' }],
  nextCursor: null,
};

export const customerStatisticsExample: CustomerStatistics = {
  total: 1_310,
  byStatus: [
    { verificationStatus: 'NotStarted', customers: 0 },
    { verificationStatus: 'PendingVerification', customers: 41 },
    { verificationStatus: 'StartedNotCompleted', customers: 9 },
    { verificationStatus: 'Approved', customers: 1_204 },
    { verificationStatus: 'Rejected', customers: 38 },
    { verificationStatus: 'ChangesRequested', customers: 18 },
  ],
};

export const customerEventsExample: CustomerEvents = {
  items: deliveriesExample.items.map((delivery, index) => ({
    eventId: delivery.eventId,
    eventType: delivery.eventType,
    eventVersion: delivery.eventVersion,
    sequence: deliveriesExample.items.length - index,
    occurredAt: delivery.occurredAt,
    deliveries: [delivery],
  })),
};
