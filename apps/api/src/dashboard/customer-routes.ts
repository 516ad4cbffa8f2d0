// A partner's users read its profile, the progress of its integration and its customers. Only machines write them.
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
  DOCUMENT_CONTENT_TYPES,
  EVENT_DAYS,
  overviewSchema,
  PARTNER_ROLES,
  partnerProfileSchema,
  referenceDataSchema,
  verificationStatusSchema,
} from '@onboarding/contract';
import { readOverview } from '@onboarding/domain/overview';
import {
  findOwnFile,
  getProfile,
  getVerificationStatus,
  listCustomers,
  listOwnEvents,
  listOwnTrail,
  readCustomerStatistics,
  recordOwnFileSent,
} from '@onboarding/domain/profiles';
import { getBusinessTypes, getCountries, getCountryRequirements } from '@onboarding/domain/requirements';
import { withDeliveries } from '@onboarding/domain/webhooks';
import { auditExample, recordExample, verificationStatusExample } from '../examples/business.ts';
import { dashboardFile, dashboardRoute } from '../http/declare.ts';
import type { SessionRoute } from '../http/route.ts';
import {
  countryRequirementsExample,
  customerEventsExample,
  customerPageExample,
  customerStatisticsExample,
  overviewExample,
  partnerProfileExample,
  referenceDataExample,
} from './examples.ts';

const PARTNER_PROFILE = '/customer/v1/partner-profile';
export const CUSTOMERS = `${PARTNER_PROFILE}/customers`;
const CUSTOMER = `${CUSTOMERS}/{customerId}`;

export const customerRoutes: readonly SessionRoute[] = [
  dashboardRoute({
    method: 'GET',
    path: PARTNER_PROFILE,
    operationId: 'readPartnerProfile',
    summary: 'Read your organisation',
    description:
      'Its name, standing and rate limits. Works even while your organisation is blocked; status and onboardingStatus then show why.',
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
    summary: 'List countries and business types',
    description: 'The same lists as in the Partner API.',
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
    summary: 'List accepted identity documents',
    description:
      'The identity documents accepted from residents of the country, as in the Partner API, with the version of the requirement set. An existing business keeps the requirements under which it was created.',
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
      'Newest first. With `updatedFrom` or `updatedTo`, sorted by `updatedAt`, latest first. A customer is listed if it matches all filters. With `q`, customers that match its longest word exactly come first, newest first; those in which a word only starts with it follow in alphabetical order. Follow nextCursor until it is null.',
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
    summary: 'Count your customers by status',
    description: 'Exact counts, as of this request.',
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
    summary: 'Read a customer',
    description: 'The same record as in the Partner API. Identity numbers are masked.',
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
    summary: 'Read the verification status of a customer',
    description: 'The status of the business and of each of its people, the reasons, and what you need to do next.',
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
    summary: 'Read the audit trail of a customer',
    description: 'Who did what to the customer, and when. Newest first: follow nextCursor until it is null.',
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
    summary: 'List the events of a customer',
    description: `The newest events of the last ${EVENT_DAYS} days, each with its first deliveries. With a cursor of the audit trail, the events of that page.`,
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
  dashboardFile({
    path: `${CUSTOMER}/documents/{documentId}/file`,
    operationId: 'readCustomerDocumentFile',
    summary: 'Download a document',
    description:
      'The bytes of exactly the version that was checked. The audit trail says so once the first of them have been sent.',
    roles: ['admin'],
    types: DOCUMENT_CONTENT_TYPES,
    errors: ['Customer.NotFound', 'Customer.Closed', 'Customer.DocumentNotFound', 'Customer.DocumentUnreadable'],
    missing: 'Customer.DocumentUnreadable',
    find: (tx, { person, params }) => findOwnFile(tx, person, params),
    record: (tx, { context, person, params }) => recordOwnFileSent(tx, context, person, params),
  }),
];

export const overviewRoutes: readonly SessionRoute[] = [
  dashboardRoute({
    method: 'GET',
    path: '/customer/v1/partner-profile/overview',
    operationId: 'readOverview',
    summary: 'Read the state of your integration',
    description:
      'What is set up and what is missing: certificates, tokens, a first business, the webhook, and admins. Steps are ticked off automatically.',
    roles: PARTNER_ROLES,
    writes: false,
    answer: { schema: overviewSchema, example: overviewExample },
    errors: [],
    handler: async (tx, { context, person }) => ({
      value: await readOverview(tx, person.partnerId, context.clock.now()),
    }),
  }),
];
