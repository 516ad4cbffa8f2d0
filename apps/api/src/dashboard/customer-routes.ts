// A partner and its customers, as its people read them. Writing stays with machines.
import {
  auditPageSchema,
  auditQuerySchema,
  businessProfileRecordSchema,
  countryRequirementsSchema,
  customerEventsQuerySchema,
  customerEventsSchema,
  customerListQuerySchema,
  customerPageSchema,
  customerStatisticsSchema,
  documentViewSchema,
  EVENT_DAYS,
  PARTNER_ROLES,
  partnerProfileSchema,
  referenceDataSchema,
  verificationStatusSchema,
} from '@onboarding/contract';
import {
  getProfile,
  getVerificationStatus,
  listCustomers,
  listOwnEvents,
  listOwnTrail,
  readCustomerStatistics,
  viewOwnDocument,
} from '@onboarding/domain/profiles';
import { getBusinessTypes, getCountries, getCountryRequirements } from '@onboarding/domain/requirements';
import { withDeliveries } from '@onboarding/domain/webhooks';
import { documentViewExample } from '../compliance/package-examples.ts';
import { dashboardRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';
import { auditExample, recordExample, verificationStatusExample } from '../partner/examples.ts';
import {
  countryRequirementsExample,
  customerEventsExample,
  customerPageExample,
  customerStatisticsExample,
  partnerProfileExample,
  referenceDataExample,
} from './customer-examples.ts';

const PARTNER_PROFILE = '/customer/v1/partner-profile';
const CUSTOMERS = `${PARTNER_PROFILE}/customers`;
const CUSTOMER = `${CUSTOMERS}/{customerId}`;

export const customerRoutes: readonly SessionRoute[] = [
  dashboardRoute({
    method: 'GET',
    path: PARTNER_PROFILE,
    operationId: 'readPartnerProfile',
    summary: 'Your organisation: name, standing and limits',
    description: 'Also answers while your organisation is blocked; status and onboardingStatus then say why.',
    roles: PARTNER_ROLES,
    anyStanding: true,
    writes: false,
    answer: { schema: partnerProfileSchema, example: partnerProfileExample },
    errors: [],
    async handler(_tx, { person, partner, clientId, limitsOf }) {
      const { name, status, onboardingStatus } = partner;
      const limits = await limitsOf(person.partnerId);
      return { value: { partnerId: person.partnerId, name, clientId, status, onboardingStatus, limits } };
    },
  }),
  dashboardRoute({
    method: 'GET',
    path: `${PARTNER_PROFILE}/reference-data`,
    operationId: 'readReferenceData',
    summary: 'Countries and business types',
    description: 'As the Partner API lists them.',
    roles: PARTNER_ROLES,
    writes: false,
    answer: { schema: referenceDataSchema, example: referenceDataExample },
    errors: [],
    async handler(_tx, { context }) {
      const catalogue = await context.catalogue.current();
      return { value: { countries: getCountries(catalogue), businessTypes: getBusinessTypes(catalogue) } };
    },
  }),
  dashboardRoute({
    method: 'GET',
    path: `${PARTNER_PROFILE}/requirements/{countryCode}`,
    operationId: 'readCountryRequirements',
    summary: 'What people who live in a country must show',
    description:
      'The identity documents that the Partner API lists for the country, with the version of the rule set. An existing business keeps the requirements under which it was created.',
    roles: PARTNER_ROLES,
    writes: false,
    answer: { schema: countryRequirementsSchema, example: countryRequirementsExample },
    errors: ['Country.NotFound', 'OnboardingConfig.NotFound'],
    statuses: { 'Country.NotFound': 404, 'OnboardingConfig.NotFound': 404 },
    async handler(_tx, { context, params }) {
      return { value: getCountryRequirements(await context.catalogue.current(), params.countryCode) };
    },
  }),
  dashboardRoute({
    method: 'GET',
    path: CUSTOMERS,
    operationId: 'listCustomers',
    summary: 'Find your customers',
    description:
      'Newest first; with `updatedFrom` or `updatedTo` by `updatedAt`, latest first. All filters must match. With `q`, those with exactly the longest of its words come first, newest first, then those with longer ones, in alphabetical order. Follow nextCursor until it is null.',
    roles: PARTNER_ROLES,
    writes: false,
    query: customerListQuerySchema,
    answer: { schema: customerPageSchema, example: customerPageExample },
    errors: [],
    async handler(tx, { context, person, query }) {
      const catalogue = await context.catalogue.current();
      return { value: await listCustomers(tx, context.keys, person, catalogue, query) };
    },
  }),
  dashboardRoute({
    method: 'GET',
    path: `${CUSTOMERS}/statistics`,
    operationId: 'readCustomerStatistics',
    summary: 'How many customers you have in each status',
    description: 'Exact, and as of this request.',
    roles: PARTNER_ROLES,
    writes: false,
    answer: { schema: customerStatisticsSchema, example: customerStatisticsExample },
    errors: [],
    handler: async (tx, { person }) => ({ value: await readCustomerStatistics(tx, person) }),
  }),
  dashboardRoute({
    method: 'GET',
    path: CUSTOMER,
    operationId: 'readCustomer',
    summary: 'See one customer',
    description: 'The record of the Partner API. Identity numbers are masked.',
    roles: PARTNER_ROLES,
    writes: false,
    answer: { schema: businessProfileRecordSchema, example: recordExample },
    errors: ['Customer.NotFound'],
    handler: async (tx, { person, params }) => ({ value: await getProfile(tx, person, params.customerId) }),
  }),
  dashboardRoute({
    method: 'GET',
    path: `${CUSTOMER}/verification-status`,
    operationId: 'readCustomerVerification',
    summary: 'See the state of the review of a customer',
    description: 'The status of the business and of each of its people, why, and what you need to do.',
    roles: PARTNER_ROLES,
    writes: false,
    answer: { schema: verificationStatusSchema, example: verificationStatusExample },
    errors: ['Customer.NotFound'],
    handler: async (tx, { person, params }) => ({
      value: (await getVerificationStatus(tx, person, params.customerId)).record,
    }),
  }),
  dashboardRoute({
    method: 'GET',
    path: `${CUSTOMER}/audit`,
    operationId: 'readCustomerTrail',
    summary: 'See what was done to a customer, when and by whom',
    description: 'Newest first: follow nextCursor until it is null.',
    roles: PARTNER_ROLES,
    writes: false,
    query: auditQuerySchema,
    answer: { schema: auditPageSchema, example: auditExample },
    errors: ['Customer.NotFound'],
    handler: async (tx, { person, params, query }) => ({
      value: await listOwnTrail(tx, person, params.customerId, query),
    }),
  }),
  dashboardRoute({
    method: 'GET',
    path: `${CUSTOMER}/events`,
    operationId: 'listCustomerEvents',
    summary: 'See the events of a customer, with their deliveries',
    description: `The newest of the last ${EVENT_DAYS} days, each with its first deliveries; with a cursor of the audit trail, those of that page.`,
    roles: PARTNER_ROLES,
    writes: false,
    query: customerEventsQuerySchema,
    answer: { schema: customerEventsSchema, example: customerEventsExample },
    errors: ['Customer.NotFound'],
    async handler(tx, { context, person, params, query }) {
      const events = await listOwnEvents(tx, person, params.customerId, query, context.clock.now());
      return { value: { items: await withDeliveries(tx, person.partnerId, events) } };
    },
  }),
  dashboardRoute({
    method: 'POST',
    path: `${CUSTOMER}/documents/{documentId}/view`,
    operationId: 'viewCustomerDocument',
    summary: 'Get a link for viewing a document',
    description:
      'The link leads to exactly the version that was checked and is valid for one minute. Browsers save the file rather than show it. Every view is recorded in the audit trail.',
    roles: ['admin'],
    writes: true,
    answer: { schema: documentViewSchema, example: documentViewExample },
    errors: ['Customer.NotFound', 'Customer.Closed', 'Customer.DocumentNotFound', 'Customer.DocumentUnreadable'],
    handler: async (tx, { context, person, params }) => ({
      value: await viewOwnDocument(tx, context, person, params),
    }),
  }),
];
