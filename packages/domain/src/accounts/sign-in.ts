// How long a sign-in lasts, for the provider as for the API: half an hour without any request, twelve hours after password
// and second factor were last both shown. Renewing it silently moves neither end.
import type { Tx } from '@onboarding/platform/postgres';
import { endByProvider, findLiveRow, insertSignIn, touchSignIn } from './sign-in-store.ts';

const MINUTE_MS = 60_000;
export const LIFE_MS = 12 * 60 * MINUTE_MS;
/** The same figure is in enter_session(), which enforces it for sessions. */
export const IDLE_MS = 30 * MINUTE_MS;

export interface LiveSignIn {
  signInId: string;
  /** When password and second factor were last both shown. */
  signedInAt: Date;
}

/** The provider's session, by the hash of its id, and whose it is. */
export interface ProviderSession {
  providerHash: Buffer;
  accountId: string;
}

/** Undefined when the provider must ask for password and second factor again. Being looked for counts as being used. */
export async function useSignIn(tx: Tx, session: ProviderSession, now: Date): Promise<LiveSignIn | undefined> {
  const { providerHash, accountId } = session;
  const row = await findLiveRow(tx, providerHash, accountId, now, new Date(now.getTime() - IDLE_MS));
  if (row === undefined) return undefined;
  // To know the minute is enough, and spares a write for each request.
  await touchSignIn(tx, providerHash, now, new Date(now.getTime() - MINUTE_MS));
  return { signInId: row.sign_in_id, signedInAt: row.signed_in_at };
}

/** Password and second factor were shown at that time. Said twice of one time, it is the same sign-in. */
export async function beginSignIn(tx: Tx, session: ProviderSession, signedInAt: Date, now: Date): Promise<void> {
  await insertSignIn(tx, { ...session, signedInAt, expiresAt: new Date(signedInAt.getTime() + LIFE_MS) }, now);
}

/** Ends it for good, with every session that came of it. */
export async function endProviderSession(tx: Tx, providerHash: Buffer, now: Date): Promise<void> {
  await endByProvider(tx, providerHash, now);
}
