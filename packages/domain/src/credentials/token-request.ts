import type { Tx } from '@onboarding/platform/postgres';
import { recordAll } from './token-request-store.ts';

/** A request whose client is unknown belongs to nobody. */
export const NO_PARTNER = '00000000-0000-0000-0000-000000000000';

/** A request for a token and what is to become of it. */
export interface TokenRequest {
  requestId: string;
  partnerId: string;
  /** As the caller says, and therefore not to be trusted when the request was refused. */
  clientId: string;
  outcome: 'Issued' | 'Refused';
  /** What the caller was told, and the true reason, which it was not. */
  error: string | undefined;
  reason: string | undefined;
  certificateId: string | undefined;
  scope: string | undefined;
  address: string;
  occurredAt: Date;
  /** The assertion that this request uses up; undefined when it was refused before it counted. */
  assertion: { hash: Buffer; expiresAt: Date } | undefined;
}

/**
 * Writes requests down and uses up their assertions, all in one. Answers for each whether its assertion was new: a token
 * for one that was not must never leave.
 */
export async function recordTokenRequests(tx: Tx, requests: TokenRequest[]): Promise<boolean[]> {
  const firstUse = await recordAll(tx, requests);
  return requests.map((request) => firstUse.get(request.requestId) === true);
}
