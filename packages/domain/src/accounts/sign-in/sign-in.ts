// The duration of a sign-in, for the provider and the API: half an hour without a request, and at most twelve hours after
// password and second factor were last proven. Silent renewal extends neither.
import { HOUR_MS, MINUTE_MS, SESSION_HOURS, SESSION_IDLE_MINUTES } from '@onboarding/contract';
import type { Tx } from '@onboarding/platform/postgres';
import { endByProvider, findLiveRow, insertSignIn, touchSignIn } from './sign-in-store.ts';

export const LIFE_MS = SESSION_HOURS * HOUR_MS;
/** Must equal the value in enter_session(), which enforces it for sessions. */
export const IDLE_MS = SESSION_IDLE_MINUTES * MINUTE_MS;

export interface LiveSignIn {
  signInId: string;
  /** The time of the last full sign-in (password and second factor). */
  signedInAt: Date;
}

/** The provider's session, identified by the hash of its id, and its account. */
export interface ProviderSession {
  providerHash: Buffer;
  accountId: string;
}

/** Returns undefined if the provider must ask for password and second factor again. The lookup itself counts as use. */
export async function useSignIn(tx: Tx, session: ProviderSession, now: Date): Promise<LiveSignIn | undefined> {
  const { providerHash, accountId } = session;
  const row = await findLiveRow(tx, providerHash, accountId, now, new Date(now.getTime() - IDLE_MS));
  if (row === undefined) return undefined;
  // Minute precision is enough, and saves a write per request.
  await touchSignIn(tx, providerHash, now, new Date(now.getTime() - MINUTE_MS));
  return row;
}

/** Call after password and second factor were proven at `signedInAt`. Idempotent for the same time. */
export async function beginSignIn(tx: Tx, session: ProviderSession, signedInAt: Date, now: Date): Promise<void> {
  await insertSignIn(tx, { ...session, signedInAt, expiresAt: new Date(signedInAt.getTime() + LIFE_MS) }, now);
}

/** Ends it permanently, together with every session based on it. */
export async function endProviderSession(tx: Tx, providerHash: Buffer, now: Date): Promise<void> {
  await endByProvider(tx, providerHash, now);
}
