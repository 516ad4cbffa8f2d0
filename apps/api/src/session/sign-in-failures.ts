// Why a sign-in failed: on the provider's side, or because it was refused.
import { AuthorizationResponseError } from 'openid-client';
import { z } from 'zod';

/** The provider is unreachable or its response is invalid. */
export class ProviderUnavailable extends Error {
  override name = 'ProviderUnavailable';
}

/** The sign-in was not completed. The message is for our log. */
export class SignInRefused extends Error {
  override name = 'SignInRefused';
}

/** An error of the exchange with the provider, as one of the two. */
export function toSignInFailure(error: unknown): ProviderUnavailable | SignInRefused {
  if (isUnavailable(error)) return new ProviderUnavailable('The OpenID provider did not answer', { cause: error });
  return new SignInRefused(reasonOf(error), { cause: error });
}

/** A network error, a timeout, or a 5xx of the provider. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === 'TimeoutError' || (error instanceof TypeError && error.message === 'fetch failed')) return true;
  if ('status' in error && typeof error.status === 'number' && error.status >= 500) return true;
  if (error.cause instanceof Response) return error.cause.status >= 500;
  return error.cause instanceof Error && isUnavailable(error.cause);
}

/** Of the errors that come with the redirect, only the one with its own page is passed on. */
function reasonOf(error: unknown): string {
  if (error instanceof AuthorizationResponseError) {
    return error.error === 'access_denied' ? error.error : 'refused by the provider';
  }
  if (error instanceof z.ZodError) return 'claims missing';
  return error instanceof Error && 'code' in error ? String(error.code) : 'exchange failed';
}
