// The operations, codes and statuses that the specification defines, written by hand so that the code is not tested against
// itself. Where the specification leaves a status open, it is the one in docs/contract-decisions.md.
import type { ErrorCode } from '@onboarding/contract';

const PROFILES = '/partner/v1/business-profiles';
const WEBHOOKS = '/customer/v1/partner-profile/webhooks';

export const PARTNER_OPERATIONS = [
  `POST ${PROFILES}`,
  `GET ${PROFILES}`,
  `GET ${PROFILES}/{customerId}`,
  `GET ${PROFILES}/by-reference/{partnerCustomerId}`,
  `PUT ${PROFILES}/{businessProfileId}`,
  `PATCH ${PROFILES}/{customerId}`,
  `GET ${PROFILES}/{customerId}/verification-status`,
  `POST ${PROFILES}/{customerId}/documents/upload-link`,
  'GET /customer/v1/onboarding/ubo-identity-requirements',
];

export const WEBHOOK_OPERATIONS = [
  `GET ${WEBHOOKS}`,
  `POST ${WEBHOOKS}`,
  `PUT ${WEBHOOKS}`,
  `POST ${WEBHOOKS}/rotate-secret`,
  `POST ${WEBHOOKS}/enable`,
  `GET ${WEBHOOKS}/deliveries`,
  `GET ${WEBHOOKS}/deliveries/{deliveryId}`,
  `POST ${WEBHOOKS}/deliveries/{deliveryId}/replay`,
  `POST ${WEBHOOKS}/replay`,
  `POST ${WEBHOOKS}/test`,
  `GET ${WEBHOOKS}/event-types`,
];

/** A code, its status, and the operations that must declare it. */
type Coded = [code: ErrorCode, status: number, ...operations: string[]];

const WRITES = [`POST ${PROFILES}`, `PUT ${PROFILES}/{businessProfileId}`, `PATCH ${PROFILES}/{customerId}`];
export const REQUIREMENTS = 'GET /customer/v1/onboarding/ubo-identity-requirements';
const BY_ID = PARTNER_OPERATIONS.filter((name) => /\{(customerId|businessProfileId)\}/.test(name));

export const PARTNER_CODES: Coded[] = [
  ['Validation', 400, `POST ${PROFILES}`],
  ['ValidationControl.Error', 400, ...WRITES, `POST ${PROFILES}/{customerId}/documents/upload-link`],
  ['PhoneNumber.Invalid', 400, ...WRITES],
  ['Partner.BusinessProfileIdMismatch', 400, `PUT ${PROFILES}/{businessProfileId}`],
  ['Partner.NotAuthenticated', 401, ...PARTNER_OPERATIONS],
  ['Partner.NotAuthorized', 403, ...BY_ID],
  ['Customer.NotFound', 404, ...BY_ID, `GET ${PROFILES}/by-reference/{partnerCustomerId}`],
  ['Customer.PartnerCustomerIdRequired', 400, `POST ${PROFILES}`],
  ['Customer.PartnerCustomerIdInvalid', 400, ...WRITES],
  ['Document.NotFound', 400, `PATCH ${PROFILES}/{customerId}`],
  ['Document.AccessDenied', 400, `PATCH ${PROFILES}/{customerId}`],
  ['Country.NotFound', 400, ...WRITES],
  ['Country.NotFound', 404, REQUIREMENTS],
  ['BusinessType.NotFound', 400, ...WRITES],
  ['OnboardingConfig.NotFound', 400, ...WRITES],
  ['OnboardingConfig.NotFound', 404, REQUIREMENTS],
];

const REGISTERING = [`POST ${WEBHOOKS}`, `PUT ${WEBHOOKS}`];
const SENDING = [`POST ${WEBHOOKS}/deliveries/{deliveryId}/replay`, `POST ${WEBHOOKS}/replay`, `POST ${WEBHOOKS}/test`];
const STANDING = WEBHOOK_OPERATIONS.filter((name) => !name.endsWith('/event-types'));

export const DASHBOARD_CODES: Coded[] = [
  ['Partner.NotAuthenticated', 401, ...WEBHOOK_OPERATIONS],
  ['Partner.Inactive', 409, ...STANDING],
  ['Partner.OnboardingNotApproved', 409, ...STANDING],
  ['Webhook.UrlNotHttps', 400, ...REGISTERING],
  ['Webhook.UrlNotPublic', 400, ...REGISTERING],
  ['Webhook.UrlUnresolvable', 400, ...REGISTERING],
  ['Webhook.RangeInvalid', 400, `POST ${WEBHOOKS}/replay`],
  ['Webhook.RangeTooWide', 400, `POST ${WEBHOOKS}/replay`],
  ['Webhook.EventExpired', 400, `POST ${WEBHOOKS}/replay`, `POST ${WEBHOOKS}/deliveries/{deliveryId}/replay`],
  ['Webhook.EndpointDisabled', 400, ...SENDING],
  ['Webhook.TestFireRejected', 400, `POST ${WEBHOOKS}/test`],
  ['Webhook.StatusUnknown', 400, `GET ${WEBHOOKS}/deliveries`],
  ['Webhook.EndpointNotFound', 404, `POST ${WEBHOOKS}/rotate-secret`, `POST ${WEBHOOKS}/enable`, ...SENDING],
  [
    'Webhook.DeliveryNotFound',
    404,
    `GET ${WEBHOOKS}/deliveries/{deliveryId}`,
    `POST ${WEBHOOKS}/deliveries/{deliveryId}/replay`,
  ],
  ['Webhook.DispatcherUnavailable', 503, ...SENDING],
];

/** The status of the code on the operation; undefined if the specification does not mention it. */
export const specifiedStatus = (codes: readonly Coded[], operation: string, code: ErrorCode): number | undefined =>
  codes.find(([one, , ...operations]) => one === code && operations.includes(operation))?.[1];

/** The fields in the value of a successful response, by operation; omitted if the specification lists none. */
const SPECIFIED_VALUES: Readonly<Record<string, string>> = {
  [`POST ${PROFILES}`]: 'customerId ubos partnerCustomerId',
  [`PUT ${PROFILES}/{businessProfileId}`]: 'partnerCustomerId',
  [`PATCH ${PROFILES}/{customerId}`]: 'partnerCustomerId',
  [`GET ${PROFILES}/{customerId}`]: 'customerId partnerCustomerId',
  [`GET ${PROFILES}/by-reference/{partnerCustomerId}`]: 'customerId partnerCustomerId',
  [`GET ${WEBHOOKS}`]: 'url status consecutiveFailures degradedSince disabledAt disabledReason',
  [`POST ${WEBHOOKS}`]: 'url webhookSecret message',
  [`PUT ${WEBHOOKS}`]: 'webhookSecret message',
  [`POST ${WEBHOOKS}/rotate-secret`]: 'webhookSecret previousSecretExpiresAt message',
  [`GET ${WEBHOOKS}/deliveries`]: 'items page pageSize total',
  [`GET ${WEBHOOKS}/deliveries/{deliveryId}`]:
    'id eventId eventType eventVersion occurredAt status attemptCount nextAttemptAt lastStatusCode isReplay replaySeries completedAt attempts envelopeJson',
  [`POST ${WEBHOOKS}/deliveries/{deliveryId}/replay`]: 'deliveryId',
  [`POST ${WEBHOOKS}/replay`]: 'created',
  [`POST ${WEBHOOKS}/test`]: 'eventId',
};

export const specifiedFields = (operation: string): string[] => SPECIFIED_VALUES[operation]?.split(' ') ?? [];
