// The error responses of the token endpoint and their texts.
import { PORTAL_PATH, TOKEN_SECONDS } from '@onboarding/contract';
import type { Logger } from '@onboarding/platform/logger';
import { AmbiguousCommit, DatabaseUnavailable } from '@onboarding/platform/postgres';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';

type Context = Pick<KoaContextWithOIDC, 'status' | 'body' | 'set' | 'response'>;

/**
 * The same for every fault of an assertion, so that the response reveals nothing to someone who tries keys. It only adds the
 * times in the caller's own assertion.
 */
export const uniformRefusal = (portalUrl: string, advice?: string) => ({
  error: UNIFORM_ERROR,
  error_description: `The client assertion was not accepted. ${advice === undefined ? '' : `${advice} `}${CHECK_FIRST} Your team can find the reason in the portal, under API credentials, in the log of token requests: ${portalUrl}${PORTAL_PATH}/credentials/requests`,
});
export const UNIFORM_ERROR = 'invalid_client';

/** No partner is known by such a request, so no partner's log can have it. */
const CHECK_FIRST =
  'First check that iss and sub are your client id, exactly as the portal shows it: a request without it appears in no log.';

/** RFC 6749 has no better code; the HTTP status is specific. */
export function tooMany(what: string, seconds: number): errors.OIDCProviderError {
  const error = new errors.OIDCProviderError(429, 'temporarily_unavailable');
  error.error_description = `${what} Wait ${seconds} seconds, and use each token for its whole lifetime of ${TOKEN_SECONDS} seconds.`;
  return error;
}

/** Replacements for the library's messages that help developers more, keyed by the library's text. */
const OUR_WORDS: Record<string, () => Error> = {
  'invalid client_assertion format': () => new errors.InvalidClientAuth('the assertion is not a JWT'),
  // RFC 6749 treats a missing authentication as a failed one.
  'no client authentication mechanism provided': () => new errors.InvalidClientAuth('no client_assertion was sent'),
  'requested grant type is not allowed for this client': () => new errors.UnauthorizedClient(ASK_SO),
  'unsupported grant_type requested': () => new errors.UnsupportedGrantType(ASK_SO),
  'failed to parse the request body': () => new errors.InvalidRequest(SEND_SO),
};
const ASK_SO = 'This client is not allowed to use that grant. Send grant_type=client_credentials.';
const SEND_SO = 'The body could not be read. Send a form (application/x-www-form-urlencoded) of at most 56 KB.';

/** For a request that does not reach the library. */
export const unreadable = (requestId: string) =>
  withId({ error: 'invalid_request', error_description: SEND_SO }, requestId);

/** Set on every response; the log has the same id. */
export const REQUEST_ID = 'x-request-id';

const withId = (
  { error, error_description }: { error: string; error_description?: string | undefined },
  request_id: string,
) => ({ error, error_description, request_id });

export const NO_STORE = { 'cache-control': 'no-store' };

export function inOurWords(error: Error): Error {
  const described = 'error_description' in error ? String(error.error_description) : '';
  return OUR_WORDS[described]?.() ?? error;
}

export const isAssertionFault = (error: Error | undefined) => error instanceof errors.InvalidClientAuth;

/** The most specific message of an error. */
export function wordsOf(error: Error): string {
  const detail = 'error_detail' in error ? error.error_detail : undefined;
  const described = 'error_description' in error ? error.error_description : undefined;
  return String(detail ?? described ?? error.message);
}

export function answer(ctx: Context, status: number, body: { error: string; error_description?: string | undefined }) {
  ctx.set('Cache-Control', 'no-store');
  ctx.status = status;
  ctx.body = withId(body, ctx.response.get(REQUEST_ID));
}

/** The description that the caller receives, for errors with their own response. */
export function answerRefusal(ctx: Context, error: Error): void {
  if (!(error instanceof errors.OIDCProviderError)) throw error;
  answer(ctx, error.statusCode, error);
}

export function answerFailure(ctx: Context, error: unknown, logger: Logger): void {
  const unavailable = error instanceof DatabaseUnavailable || error instanceof AmbiguousCommit;
  if (unavailable) {
    ctx.set('Retry-After', '2');
    logger.warn({ err: error }, 'database unavailable');
    answer(ctx, 503, {
      error: 'temporarily_unavailable',
      error_description: 'Tokens cannot be issued right now. Wait two seconds and try again with a new assertion.',
    });
    return;
  }
  logger.error({ err: error }, 'token request failed');
  answer(ctx, 500, {
    error: 'server_error',
    error_description: 'An unexpected error occurred on our side. Try again with a new assertion.',
  });
}
