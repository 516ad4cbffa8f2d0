// Which errors an operation can answer with, for its description and for the tests that hold it to that.
import type { ErrorCode } from '@onboarding/contract';
import type { Route } from './route.ts';

/** Every operation, whatever it does. */
const COMMON: readonly ErrorCode[] = [
  'Partner.NotAuthenticated',
  'Partner.ScopeMissing',
  'Partner.Inactive',
  'Partner.OnboardingNotApproved',
  'Request.Malformed',
  'Request.UrlTooLong',
  'Internal.Error',
  'Service.Unavailable',
];

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
    ...COMMON,
    ...(route.body === undefined ? [] : WITH_BODY),
    ...(route.idempotent ? IDEMPOTENT : []),
  ];
}
