// What the token endpoint answers when it gives no token, and in which words.
import type { Logger } from '@onboarding/platform/logger';
import { AmbiguousCommit, StoreUnavailable } from '@onboarding/platform/postgres';
import { errors, type KoaContextWithOIDC } from 'oidc-provider';

type Context = Pick<KoaContextWithOIDC, 'status' | 'body' | 'set'>;

/** The same for every fault of an assertion: whoever tries keys out learns nothing from the answer. */
export const UNIFORM = {
  error: 'invalid_client',
  error_description:
    'The client assertion was not accepted. Your staff find the reason in the portal, under API Credentials, in the log of token requests.',
};

/** RFC 6749 has no word for it but this one; the status says the rest. */
export function tooMany(what: string, seconds: number): errors.OIDCProviderError {
  const error = new errors.OIDCProviderError(429, 'temporarily_unavailable');
  error.error_description = `${what} Wait ${seconds} seconds, and use each token for its whole lifetime of 300 seconds.`;
  return error;
}

/** What the library says, and what a developer can do something with. Keyed by the library's words. */
const OUR_WORDS: Record<string, () => Error> = {
  'invalid client_assertion format': () => new errors.InvalidClientAuth('the assertion is not a JWT'),
  // RFC 6749 counts a request that does not authenticate among those whose authentication failed.
  'no client authentication mechanism provided': () => new errors.InvalidClientAuth('no client_assertion was sent'),
  'requested grant type is not allowed for this client': () => new errors.UnauthorizedClient(ASK_SO),
  'unsupported grant_type requested': () => new errors.UnsupportedGrantType(ASK_SO),
  'failed to parse the request body': () => new errors.InvalidRequest(SEND_SO),
};
const ASK_SO = 'This client may not ask for that grant. Send grant_type=client_credentials.';
const SEND_SO = 'The body could not be read. Send a form (application/x-www-form-urlencoded) of at most 56 KB.';

/** For a request that the library never sees. */
export const UNREADABLE = { error: 'invalid_request', error_description: SEND_SO };
export const NO_STORE = { 'cache-control': 'no-store' };

export function inOurWords(error: Error): Error {
  const described = 'error_description' in error ? String(error.error_description) : '';
  return OUR_WORDS[described]?.() ?? error;
}

export const isAssertionFault = (error: Error | undefined) => error instanceof errors.InvalidClientAuth;

/** The most telling words that an error has. */
export function wordsOf(error: Error): string {
  const detail = 'error_detail' in error ? error.error_detail : undefined;
  const described = 'error_description' in error ? error.error_description : undefined;
  return String(detail ?? described ?? error.message);
}

export function answer(ctx: Context, status: number, body: { error: string; error_description?: string | undefined }) {
  ctx.set('Cache-Control', 'no-store');
  ctx.status = status;
  ctx.body = { error: body.error, error_description: body.error_description };
}

/** Of errors with their own answer, what the caller is told. */
export function answerRefusal(ctx: Context, error: Error): void {
  if (!(error instanceof errors.OIDCProviderError)) throw error;
  answer(ctx, error.statusCode, error);
}

export function answerFailure(ctx: Context, error: unknown, logger: Logger): void {
  const away = error instanceof StoreUnavailable || error instanceof AmbiguousCommit;
  if (away) {
    ctx.set('Retry-After', '2');
    logger.warn({ err: error }, 'store away');
    answer(ctx, 503, {
      error: 'temporarily_unavailable',
      error_description: 'Tokens cannot be issued at this moment. Wait two seconds and try again with a new assertion.',
    });
    return;
  }
  logger.error({ err: error }, 'token request failed');
  answer(ctx, 500, { error: 'server_error', error_description: 'We made a mistake. Try again with a new assertion.' });
}
