// The words, codes and paths that the specification fixes, written down by hand, so that the code is not compared with itself.
// Their behaviour is tested where they are used.
import { DELIVERY_STATUSES, ERRORS, EVENT_TYPES, VERIFICATION_STATUSES, WEBHOOK_STATUSES } from '@onboarding/contract';
import { describe, expect, test } from 'vitest';
import { dashboardRoutes } from '../../../apps/api/src/dashboard/routes.ts';
import type { Route } from '../../../apps/api/src/http/route.ts';
import { errorsOf, statusOf } from '../../../apps/api/src/http/route-errors.ts';
import { partnerRoutes } from '../../../apps/api/src/partner/routes.ts';
import {
  DASHBOARD_CODES,
  PARTNER_CODES,
  PARTNER_OPERATIONS,
  REQUIREMENTS,
  WEBHOOK_OPERATIONS,
} from '../../harness/cases/specified-operations.ts';

const named = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;

test.each([
  [
    'verification',
    VERIFICATION_STATUSES,
    'NotStarted PendingVerification StartedNotCompleted Approved Rejected ChangesRequested',
  ],
  ['a webhook endpoint', WEBHOOK_STATUSES, 'NotRegistered Active Degraded Disabled'],
  ['a delivery', DELIVERY_STATUSES, 'Pending Delivered Exhausted'],
] as const)(
  'the states of %s are exactly those of the specification',
  { tags: ['S-161', 'S-171', 'S-183', 'S-191', 'S-192', 'S-195'] },
  (_what, words, expected) => {
    expect([...words].sort()).toEqual(expected.split(' ').sort());
  },
);

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
  test('under /api/partner/v1 for machines, except for the identity requirements', {
    tags: ['S-200', 'S-203', 'S-210', 'S-366'],
  }, () => {
    expect(partnerRoutes.map(named)).toEqual(expect.arrayContaining(PARTNER_OPERATIONS));
    const elsewhere = partnerRoutes.filter(({ path }) => !path.startsWith('/partner/v1/'));
    expect(elsewhere.map(named)).toEqual([REQUIREMENTS]);
  });

  test('under /api/customer/v1 for users', { tags: ['S-367'] }, () => {
    expect(dashboardRoutes.map(named)).toEqual(expect.arrayContaining(WEBHOOK_OPERATIONS));
    expect(dashboardRoutes.filter(({ path }) => !path.startsWith('/customer/v1/'))).toEqual([]);
  });
});

// every-route.test.ts and every-webhook-route.test.ts trigger each declared error.
describe('an error of the specification has its status and is declared by the operations that can return it:', () => {
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

  test('no code uses the former name of the reference', { tags: ['S-376'] }, () => {
    expect(Object.keys(ERRORS).filter((code) => /PartnerReference/i.test(code))).toEqual([]);
  });
});
