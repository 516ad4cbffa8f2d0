// The words, codes and paths that the specification fixes, written down by hand: what is tested cannot be its own judge.
// That each of them does what it says is shown where it is used.
import {
  DELIVERY_STATUSES,
  ERRORS,
  type ErrorCode,
  EVENT_TYPES,
  VERIFICATION_STATUSES,
  WEBHOOK_STATUSES,
} from '@onboarding/contract';
import { describe, expect, test } from 'vitest';
import { dashboardRoutes } from '../../../apps/api/src/dashboard/routes.ts';
import type { Route } from '../../../apps/api/src/http/route.ts';
import { errorsOf, statusOf } from '../../../apps/api/src/http/route-errors.ts';
import { partnerRoutes } from '../../../apps/api/src/partner/routes.ts';

const PROFILES = '/partner/v1/business-profiles';
const WEBHOOKS = '/customer/v1/partner-profile/webhooks';

const PARTNER_OPERATIONS = [
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

const WEBHOOK_OPERATIONS = [
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

/** A code, the status that it has, and operations that must know it. */
type Coded = [code: ErrorCode, status: number, ...operations: string[]];

const WRITES = [`POST ${PROFILES}`, `PUT ${PROFILES}/{businessProfileId}`, `PATCH ${PROFILES}/{customerId}`];
const REQUIREMENTS = 'GET /customer/v1/onboarding/ubo-identity-requirements';
const BY_ID = PARTNER_OPERATIONS.filter((name) => /\{(customerId|businessProfileId)\}/.test(name));

const PARTNER_CODES: Coded[] = [
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

const DASHBOARD_CODES: Coded[] = [
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

const named = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;

test.each([
  [
    'verification',
    VERIFICATION_STATUSES,
    'NotStarted PendingVerification StartedNotCompleted Approved Rejected ChangesRequested',
  ],
  ['a webhook endpoint', WEBHOOK_STATUSES, 'NotRegistered Active Degraded Disabled'],
  ['a delivery', DELIVERY_STATUSES, 'Pending Delivered Exhausted'],
] as const)('the states of %s are those of the specification, and no others', (_what, words, expected) => {
  expect([...words].sort()).toEqual(expected.split(' ').sort());
});

test('every event type of the specification is in the catalogue', () => {
  expect(Object.keys(EVENT_TYPES)).toEqual(
    expect.arrayContaining([
      'business.profile.created',
      'business.profile.updated',
      'business.person.added',
      'business.document.confirmed',
      'webhook.test',
    ]),
  );
});

describe('the operations of the specification are served', () => {
  test('under /api/partner/v1 for machines, the requirements beside them', () => {
    expect(partnerRoutes.map(named)).toEqual(expect.arrayContaining(PARTNER_OPERATIONS));
    const elsewhere = partnerRoutes.filter(({ path }) => !path.startsWith('/partner/v1/'));
    expect(elsewhere.map(named)).toEqual([REQUIREMENTS]);
  });

  test('under /api/customer/v1 for people', () => {
    expect(dashboardRoutes.map(named)).toEqual(expect.arrayContaining(WEBHOOK_OPERATIONS));
    expect(dashboardRoutes.filter(({ path }) => !path.startsWith('/customer/v1/'))).toEqual([]);
  });
});

// What is declared is brought about by every-route.test.ts and every-webhook-route.test.ts.
describe('an error of the specification has its status, and the operations that can answer with it declare it:', () => {
  test.each(PARTNER_CODES)('%s is %i on the Partner API', (code, status, ...operations) => {
    const routes = partnerRoutes.filter((route) => operations.includes(named(route)));
    expect(routes).toHaveLength(operations.length);
    for (const route of routes) {
      expect(errorsOf(route), named(route)).toContain(code);
      expect([named(route), statusOf(route, code)]).toEqual([named(route), status]);
    }
  });

  test.each(DASHBOARD_CODES)('%s is %i on the dashboard', (code, status, ...operations) => {
    const routes = dashboardRoutes.filter((route) => operations.includes(named(route)));
    expect(routes).toHaveLength(operations.length);
    for (const route of routes) {
      expect(errorsOf(route), named(route)).toContain(code);
      expect([named(route), statusOf(route, code)]).toEqual([named(route), status]);
    }
  });

  test('and no code has the name that the reference had before', () => {
    expect(Object.keys(ERRORS).filter((code) => /PartnerReference/i.test(code))).toEqual([]);
  });
});
