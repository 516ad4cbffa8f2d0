import { createHash } from 'node:crypto';
import type { Tx } from '@onboarding/platform/postgres';
import { recordAll } from './token-request-store.ts';

/** A request whose client is unknown belongs to nobody. */
export const NO_PARTNER = '00000000-0000-0000-0000-000000000000';

/** A request for a token and what is to become of it. */
export interface TokenRequest {
  /** Its own, or one that it shares: then it is counted with the others. */
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

const SHARED_FOR_MS = 600_000;

/**
 * The id that refused requests of one kind share for ten minutes, whichever process refuses them. It is a UUIDv7 of the time at
 * which the ten minutes began, so that it leads to a partition like any other.
 */
export function sharedRequestId(at: Date, kind: readonly (string | undefined)[]): string {
  const began = Math.floor(at.getTime() / SHARED_FOR_MS) * SHARED_FOR_MS;
  const bytes = createHash('sha256').update(JSON.stringify(kind)).digest().subarray(0, 16);
  bytes.writeUIntBE(began, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * Writes requests down and uses up their assertions, all in one. Answers for each whether its assertion was new: a token
 * for one that was not must never leave.
 */
export async function recordTokenRequests(tx: Tx, requests: TokenRequest[]): Promise<boolean[]> {
  const firstUse = await recordAll(tx, requests);
  return requests.map((_request, index) => firstUse.get(index + 1) === true);
}
