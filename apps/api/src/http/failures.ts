// Turns every thrown error into a response.
import { AUTHENTICATION_FAULTS, type ErrorCode } from '@onboarding/contract';
import { DomainError } from '@onboarding/domain';
import { AmbiguousCommit, DatabaseUnavailable } from '@onboarding/platform/postgres';
import { StorageReadOnly, StorageUnavailable } from '@onboarding/platform/s3';
import { InvalidToken, KeysUnavailable } from '@onboarding/platform/tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { envelopeOf, type Failure, sendFailure } from './answer.ts';

const RETRY_AFTER_SECONDS = '2';
const STORAGE_AWAY =
  'The document storage is temporarily unavailable. Wait for the time in Retry-After and send the same request again.';

const STORAGE_READ_ONLY =
  'This is a rehearsal of a restore, which changes no documents. Send the request to the real service.';

export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const failure = toFailure(error, request);
  const facts = { err: error, ...request.caller, route: request.routeOptions.url };
  if (failure.code === 'Internal.Error') request.log.error(facts, 'request failed');
  else if (failure.code.startsWith('Service.')) request.log.warn(facts, unavailablePart(error));
  void sendFailure(reply, failure);
}

function unavailablePart(error: unknown): string {
  if (error instanceof StorageUnavailable) return 'storage unavailable';
  return error instanceof DomainError ? 'service unavailable' : 'database unavailable';
}

function toFailure(error: unknown, request: FastifyRequest): Failure {
  if (error instanceof DomainError) {
    const { code, message, details, current, status, retryAfterSeconds } = error;
    const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
    // A bearer challenge does not help a person without a session.
    const challenged = code === 'Partner.NotAuthenticated' && envelopeOf(request) === 'partner';
    // With claims, a valid token was sent, but its partner is unknown.
    const challenging = () => challenge(request.claims === undefined ? undefined : message);
    return { code, message, details, current, status, headers: challenged ? challenging() : headers };
  }
  if (error instanceof InvalidToken) {
    request.log.info({ reason: error.message }, 'token refused');
    const message = AUTHENTICATION_FAULTS[error.fault];
    return { code: 'Partner.NotAuthenticated', message, headers: challenge(message) };
  }
  if (error instanceof AmbiguousCommit) return unavailable('Service.OutcomeUnknown');
  if (error instanceof StorageReadOnly) return { ...unavailable('Service.Unavailable'), message: STORAGE_READ_ONLY };
  if (error instanceof StorageUnavailable) return { ...unavailable('Service.Unavailable'), message: STORAGE_AWAY };
  if (error instanceof DatabaseUnavailable || error instanceof KeysUnavailable)
    return unavailable('Service.Unavailable');
  return { code: frameworkCode(error) };
}

const unavailable = (code: ErrorCode): Failure => ({ code, headers: { 'retry-after': RETRY_AFTER_SECONDS } });

/** RFC 6750: the challenge to a request without a token carries no error. `refusal`: why the token was refused. */
function challenge(refusal?: string): Record<string, string> {
  const error = `error="invalid_token", error_description="${refusal}"`;
  return { 'www-authenticate': refusal === undefined ? 'Bearer' : `Bearer ${error}` };
}

/** The code for errors of Fastify itself. */
function frameworkCode(error: unknown): ErrorCode {
  if (!(error instanceof Error) || !('statusCode' in error)) return 'Internal.Error';
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'Request.UnsupportedMediaType';
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'Request.TooLarge';
  const status = Number(error.statusCode);
  return status >= 400 && status < 500 ? 'Request.Malformed' : 'Internal.Error';
}
