// Made by `npm run generate` from the route tables of the API.
import type * as contract from '@onboarding/contract';
import type { OperationTable } from '@onboarding/ui/api';
import type { z } from 'zod';

export interface Operations {
  readPartnerSession: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.sessionSchema>;
  };
  listPartnerSessions: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.sessionListSchema>;
  };
  endPartnerSession: {
    params: { sessionId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.sessionListSchema>;
  };
  readPartnerFilters: {
    params: undefined;
    query: keyof z.input<typeof contract.partnerFiltersQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.savedFiltersSchema>;
  };
  changePartnerFilters: {
    params: undefined;
    query: undefined;
    body: z.input<typeof contract.partnerFiltersChangeSchema>;
    answer: z.output<typeof contract.savedFiltersSchema>;
  };
  signOutPartner: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.signedOutSchema>;
  };
  signOutPartnerEverywhere: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.signedOutEverywhereSchema>;
  };
  readOverview: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.overviewSchema>;
  };
  readPartnerProfile: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.partnerProfileSchema>;
  };
  readReferenceData: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.referenceDataSchema>;
  };
  readCountryRequirements: {
    params: { countryCode: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.countryRequirementsSchema>;
  };
  listCustomers: {
    params: undefined;
    query: keyof z.input<typeof contract.customerListQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.customerPageSchema>;
  };
  readCustomerStatistics: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.customerStatisticsSchema>;
  };
  readCustomer: {
    params: { customerId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.businessProfileRecordSchema>;
  };
  readCustomerVerification: {
    params: { customerId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.verificationStatusSchema>;
  };
  readCustomerTrail: {
    params: { customerId: string };
    query: keyof z.input<typeof contract.auditQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.auditPageSchema>;
  };
  listCustomerEvents: {
    params: { customerId: string };
    query: keyof z.input<typeof contract.customerEventsQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.customerEventsSchema>;
  };
  readCustomerDocumentFile: {
    params: { customerId: string; documentId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.documentFileSchema>;
  };
  readApiCredentials: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.apiCredentialsSchema>;
  };
  registerApiCertificate: {
    params: undefined;
    query: undefined;
    body: z.input<typeof contract.certificateRegistrationSchema>;
    answer: z.output<typeof contract.certificateSchema>;
  };
  revokeApiCertificate: {
    params: { certificateId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.certificateSchema>;
  };
  listTokenRequests: {
    params: undefined;
    query: keyof z.input<typeof contract.tokenRequestQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.tokenRequestPageSchema>;
  };
  listApiRequests: {
    params: undefined;
    query: keyof z.input<typeof contract.apiRequestQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.apiRequestPageSchema>;
  };
  listUsers: {
    params: undefined;
    query: keyof z.input<typeof contract.userQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.userPageSchema>;
  };
  inviteUser: {
    params: undefined;
    query: undefined;
    body: z.input<typeof contract.invitationSchema>;
    answer: z.output<typeof contract.userDetailSchema>;
  };
  readUser: {
    params: { accountId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.userDetailSchema>;
  };
  changeUserRole: {
    params: { accountId: string };
    query: undefined;
    body: z.input<typeof contract.roleChangeSchema>;
    answer: z.output<typeof contract.userDetailSchema>;
  };
  disableUser: {
    params: { accountId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.userDetailSchema>;
  };
  enableUser: {
    params: { accountId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.userDetailSchema>;
  };
  inviteUserAgain: {
    params: { accountId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.userDetailSchema>;
  };
  resetUserFactors: {
    params: { accountId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.userDetailSchema>;
  };
  signUserOut: {
    params: { accountId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.userDetailSchema>;
  };
  listActivity: {
    params: undefined;
    query: keyof z.input<typeof contract.activityQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.activityPageSchema>;
  };
  readNotifications: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.notificationsSchema>;
  };
  changeNotifications: {
    params: undefined;
    query: undefined;
    body: z.input<typeof contract.notificationsChangeSchema>;
    answer: z.output<typeof contract.notificationsSchema>;
  };
  readWebhook: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.webhookEndpointSchema>;
  };
  registerWebhook: {
    params: undefined;
    query: undefined;
    body: z.input<typeof contract.webhookUrlSchema>;
    answer: z.output<typeof contract.webhookRegisteredSchema>;
  };
  replaceWebhook: {
    params: undefined;
    query: undefined;
    body: z.input<typeof contract.webhookUrlSchema>;
    answer: z.output<typeof contract.webhookReplacedSchema>;
  };
  rotateWebhookSecret: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.webhookRotatedSchema>;
  };
  enableWebhook: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.webhookEndpointSchema>;
  };
  testWebhook: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.testEventSchema>;
  };
  listEventTypes: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.eventTypesSchema>;
  };
  readWebhookStatistics: {
    params: undefined;
    query: keyof z.input<typeof contract.webhookStatisticsQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.webhookStatisticsSchema>;
  };
  listWebhookChanges: {
    params: undefined;
    query: keyof z.input<typeof contract.webhookChangeQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.webhookChangePageSchema>;
  };
  listDeliveries: {
    params: undefined;
    query: keyof z.input<typeof contract.deliveryQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.deliveryPageSchema>;
  };
  readDelivery: {
    params: { deliveryId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.deliveryDetailSchema>;
  };
  replayDelivery: {
    params: { deliveryId: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.replayedDeliverySchema>;
  };
  replayWindow: {
    params: undefined;
    query: undefined;
    body: z.input<typeof contract.replayWindowSchema>;
    answer: z.output<typeof contract.replayQueuedSchema>;
  };
  listReplays: {
    params: undefined;
    query: keyof z.input<typeof contract.replayQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.replayPageSchema>;
  };
  readReplay: {
    params: { replaySeries: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.replayProgressSchema>;
  };
  cancelReplay: {
    params: { replaySeries: string };
    query: undefined;
    body: undefined;
    answer: z.output<typeof contract.replayProgressSchema>;
  };
  exportCustomers: {
    params: undefined;
    query: keyof z.input<typeof contract.customerExportQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.listFileSchema>;
  };
  exportDeliveries: {
    params: undefined;
    query: keyof z.input<typeof contract.deliveryExportQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.listFileSchema>;
  };
  exportActivity: {
    params: undefined;
    query: keyof z.input<typeof contract.activityExportQuerySchema>;
    body: undefined;
    answer: z.output<typeof contract.listFileSchema>;
  };
}

export const OPERATIONS: OperationTable<Operations> = {
  readPartnerSession: { method: 'GET', path: '/api/session/partner', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  listPartnerSessions: { method: 'GET', path: '/api/session/partner/list', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  endPartnerSession: { method: 'POST', path: '/api/session/partner/sessions/{sessionId}/end', roles: ['admin', 'developer', 'viewer'], stepUp: true },
  readPartnerFilters: { method: 'GET', path: '/api/session/partner/saved-filters', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  changePartnerFilters: { method: 'PUT', path: '/api/session/partner/saved-filters', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  signOutPartner: { method: 'POST', path: '/api/session/partner/sign-out', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  signOutPartnerEverywhere: { method: 'POST', path: '/api/session/partner/sign-out-everywhere', roles: ['admin', 'developer', 'viewer'], stepUp: true },
  readOverview: { method: 'GET', path: '/api/customer/v1/partner-profile/overview', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  readPartnerProfile: { method: 'GET', path: '/api/customer/v1/partner-profile', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  readReferenceData: { method: 'GET', path: '/api/customer/v1/partner-profile/reference-data', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  readCountryRequirements: { method: 'GET', path: '/api/customer/v1/partner-profile/requirements/{countryCode}', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  listCustomers: { method: 'GET', path: '/api/customer/v1/partner-profile/customers', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  readCustomerStatistics: { method: 'GET', path: '/api/customer/v1/partner-profile/customers/statistics', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  readCustomer: { method: 'GET', path: '/api/customer/v1/partner-profile/customers/{customerId}', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  readCustomerVerification: { method: 'GET', path: '/api/customer/v1/partner-profile/customers/{customerId}/verification-status', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  readCustomerTrail: { method: 'GET', path: '/api/customer/v1/partner-profile/customers/{customerId}/audit', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  listCustomerEvents: { method: 'GET', path: '/api/customer/v1/partner-profile/customers/{customerId}/events', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  readCustomerDocumentFile: { method: 'GET', path: '/api/customer/v1/partner-profile/customers/{customerId}/documents/{documentId}/file', roles: ['admin'], stepUp: false, file: true },
  readApiCredentials: { method: 'GET', path: '/api/customer/v1/partner-profile/api-credentials', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  registerApiCertificate: { method: 'POST', path: '/api/customer/v1/partner-profile/api-credentials', roles: ['admin'], stepUp: true },
  revokeApiCertificate: { method: 'POST', path: '/api/customer/v1/partner-profile/api-credentials/{certificateId}/revoke', roles: ['admin'], stepUp: true },
  listTokenRequests: { method: 'GET', path: '/api/customer/v1/partner-profile/api-credentials/token-requests', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  listApiRequests: { method: 'GET', path: '/api/customer/v1/partner-profile/api-requests', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  listUsers: { method: 'GET', path: '/api/customer/v1/partner-profile/people', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  inviteUser: { method: 'POST', path: '/api/customer/v1/partner-profile/people', roles: ['admin'], stepUp: true },
  readUser: { method: 'GET', path: '/api/customer/v1/partner-profile/people/{accountId}', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  changeUserRole: { method: 'POST', path: '/api/customer/v1/partner-profile/people/{accountId}/role', roles: ['admin'], stepUp: true },
  disableUser: { method: 'POST', path: '/api/customer/v1/partner-profile/people/{accountId}/disable', roles: ['admin'], stepUp: true },
  enableUser: { method: 'POST', path: '/api/customer/v1/partner-profile/people/{accountId}/enable', roles: ['admin'], stepUp: true },
  inviteUserAgain: { method: 'POST', path: '/api/customer/v1/partner-profile/people/{accountId}/invite-again', roles: ['admin'], stepUp: true },
  resetUserFactors: { method: 'POST', path: '/api/customer/v1/partner-profile/people/{accountId}/reset-factors', roles: ['admin'], stepUp: true },
  signUserOut: { method: 'POST', path: '/api/customer/v1/partner-profile/people/{accountId}/sign-out', roles: ['admin'], stepUp: true },
  listActivity: { method: 'GET', path: '/api/customer/v1/partner-profile/activity', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  readNotifications: { method: 'GET', path: '/api/customer/v1/partner-profile/you/notifications', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  changeNotifications: { method: 'PUT', path: '/api/customer/v1/partner-profile/you/notifications', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  readWebhook: { method: 'GET', path: '/api/customer/v1/partner-profile/webhooks', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  registerWebhook: { method: 'POST', path: '/api/customer/v1/partner-profile/webhooks', roles: ['admin'], stepUp: true },
  replaceWebhook: { method: 'PUT', path: '/api/customer/v1/partner-profile/webhooks', roles: ['admin'], stepUp: true },
  rotateWebhookSecret: { method: 'POST', path: '/api/customer/v1/partner-profile/webhooks/rotate-secret', roles: ['admin'], stepUp: true },
  enableWebhook: { method: 'POST', path: '/api/customer/v1/partner-profile/webhooks/enable', roles: ['admin'], stepUp: false },
  testWebhook: { method: 'POST', path: '/api/customer/v1/partner-profile/webhooks/test', roles: ['admin', 'developer'], stepUp: false },
  listEventTypes: { method: 'GET', path: '/api/customer/v1/partner-profile/webhooks/event-types', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  readWebhookStatistics: { method: 'GET', path: '/api/customer/v1/partner-profile/webhooks/statistics', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  listWebhookChanges: { method: 'GET', path: '/api/customer/v1/partner-profile/webhooks/changes', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  listDeliveries: { method: 'GET', path: '/api/customer/v1/partner-profile/webhooks/deliveries', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  readDelivery: { method: 'GET', path: '/api/customer/v1/partner-profile/webhooks/deliveries/{deliveryId}', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  replayDelivery: { method: 'POST', path: '/api/customer/v1/partner-profile/webhooks/deliveries/{deliveryId}/replay', roles: ['admin', 'developer'], stepUp: false },
  replayWindow: { method: 'POST', path: '/api/customer/v1/partner-profile/webhooks/replay', roles: ['admin', 'developer'], stepUp: false },
  listReplays: { method: 'GET', path: '/api/customer/v1/partner-profile/webhooks/replays', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  readReplay: { method: 'GET', path: '/api/customer/v1/partner-profile/webhooks/replays/{replaySeries}', roles: ['admin', 'developer', 'viewer'], stepUp: false },
  cancelReplay: { method: 'POST', path: '/api/customer/v1/partner-profile/webhooks/replays/{replaySeries}/cancel', roles: ['admin', 'developer'], stepUp: false },
  exportCustomers: { method: 'GET', path: '/api/customer/v1/partner-profile/customers/export', roles: ['admin', 'developer', 'viewer'], stepUp: false, file: true },
  exportDeliveries: { method: 'GET', path: '/api/customer/v1/partner-profile/webhooks/deliveries/export', roles: ['admin', 'developer', 'viewer'], stepUp: false, file: true },
  exportActivity: { method: 'GET', path: '/api/customer/v1/partner-profile/activity/export', roles: ['admin', 'developer', 'viewer'], stepUp: false, file: true },
};
