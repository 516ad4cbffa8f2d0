// The errors that an operation can return, for its documentation and the tests that verify it.
import { ERRORS, type ErrorCode, PARTNER_ROLES, STAFF_ROLES } from '@onboarding/contract';
import { isDownload } from './access.ts';
import type { Route, SessionRoute, TokenRoute } from './route.ts';

/** Errors of every operation. */
const EVERY: readonly ErrorCode[] = [
  'Partner.NotAuthenticated',
  'Request.Malformed',
  'Request.UrlTooLong',
  'RateLimit.Exceeded',
  'Internal.Error',
  'Service.Unavailable',
];

const STANDING: readonly ErrorCode[] = ['Partner.Inactive', 'Partner.OnboardingNotApproved'];

const WITH_BODY: readonly ErrorCode[] = ['Request.TooLarge', 'Request.UnsupportedMediaType'];

const IDEMPOTENT: readonly ErrorCode[] = [
  'Idempotency.KeyInvalid',
  'Idempotency.KeyReused',
  'Idempotency.InProgress',
  'Service.OutcomeUnknown',
];

export function errorsOf(route: Route): ErrorCode[] {
  return [
    ...route.errors,
    ...EVERY,
    ...('scope' in route ? tokenErrors(route) : sessionErrors(route)),
    ...(route.body === undefined ? [] : WITH_BODY),
  ];
}

/** Errors of requests that match no operation. */
const UNMATCHED: readonly ErrorCode[] = ['Route.NotFound', 'Route.MethodNotAllowed'];

/** All errors that callers of these operations can get: of the operations, and of requests that match none. */
export function codesOf(routes: readonly Route[]): ReadonlySet<string> {
  // Only operations for machines have been withdrawn.
  const withdrawn = routes.some((route) => 'scope' in route) ? (['Route.Withdrawn'] as const) : [];
  return new Set([...routes.flatMap(errorsOf), ...UNMATCHED, ...withdrawn]);
}

/** The HTTP status of an error code in an operation. */
export function statusOf(route: Route, code: ErrorCode): number {
  return route.statuses?.[code] ?? ERRORS[code].status;
}

function tokenErrors(route: TokenRoute): ErrorCode[] {
  return [
    'Partner.ScopeMissing',
    ...STANDING,
    ...(route.idempotent ? IDEMPOTENT : []),
    ...(route.query === undefined ? [] : (['ValidationControl.Error'] as const)),
  ];
}

function sessionErrors(route: SessionRoute): ErrorCode[] {
  const every = route.realm === 'partner' ? PARTNER_ROLES : STAFF_ROLES;
  return [
    ...(route.anyStanding === true || route.realm === 'staff' ? [] : STANDING),
    ...(every.every((role) => route.roles.includes(role)) ? [] : (['Session.RoleMissing'] as const)),
    ...(route.stepUp === true ? (['Session.StepUpRequired'] as const) : []),
    ...(route.method === 'GET' ? [] : (['Session.CrossSite', 'Service.OutcomeUnknown'] as const)),
    ...(isDownload(route) ? (['Session.CrossSite'] as const) : []),
    ...('file' in route ? (['Request.RangeNotSatisfiable'] as const) : []),
    ...(route.query === undefined ? [] : (['ValidationControl.Error'] as const)),
  ];
}
