// Whether what the provider says about a sign-in is enough for a session.
import type { Realm } from '@onboarding/contract';
import { z } from 'zod';
import { SignInRefused } from './sign-in-failures.ts';

export const MAX_SIGN_IN_AGE_SECONDS = 12 * 3_600;
/** The tolerated difference between the provider's clock and ours. */
const SKEW_MS = 10_000;

export const claimsSchema = z.object({
  sub: z.string(),
  realm: z.string(),
  amr: z.array(z.string()),
  auth_time: z.number(),
  // Added by our own provider.
  sign_in_id: z.uuid().optional(),
  signed_in_at: z.number().optional(),
});
type Claims = z.infer<typeof claimsSchema>;

/** Returns when the person last used a second factor and when they fully signed in. */
export function judgeClaims(claims: Claims, realm: Realm, started: { startedAt: number; stepUp: boolean }, now: Date) {
  // One provider serves both realms: an account of the other realm is refused here.
  if (claims.realm !== realm) throw new SignInRefused('other realm');
  const signedIn = signedInSeconds(claims);
  if (signedIn === undefined) throw new SignInRefused('no second factor');
  const at = claims.auth_time * 1000;
  if (at > now.getTime() + SKEW_MS) throw new SignInRefused('signed in in the future');
  const oldest = now.getTime() - MAX_SIGN_IN_AGE_SECONDS * 1000 - SKEW_MS;
  if (Math.min(at, signedIn * 1000) < oldest) throw new SignInRefused('signed in long ago');
  // The provider had to ask again; its time in whole seconds may be just before the start.
  if (started.stepUp && at < started.startedAt - SKEW_MS) throw new SignInRefused('did not sign in again');
  const untilNow = (ms: number) => new Date(Math.min(ms, now.getTime()));
  return { secondFactorAt: untilNow(at), signedInAt: untilNow(signedIn * 1000) };
}

/** The amr values of second factors: two of RFC 8176 and one of our own. */
const SECOND_FACTORS = ['otp', 'hwk', 'recovery'];

/**
 * The time of the full sign-in, in seconds. On reauthentication only the second factor is used, as amr shows; our own provider
 * then also returns the time of the password, without which a second factor does not count.
 */
function signedInSeconds({ amr, auth_time, signed_in_at }: Claims): number | undefined {
  if (amr.includes('mfa')) return signed_in_at ?? auth_time;
  return amr.some((method) => SECOND_FACTORS.includes(method)) ? signed_in_at : undefined;
}
