import { createHash } from 'node:crypto';
import type { TokenRequestOutcome } from '@onboarding/contract';

/** The partner of a request whose client is unknown. */
export const NO_PARTNER = '00000000-0000-0000-0000-000000000000';

/** A token request and its intended outcome. */
export interface TokenRequest {
  /** Unique, or shared by similar requests, which are counted together. */
  requestId: string;
  /** The id that was returned to the caller. */
  lastRequestId: string;
  partnerId: string;
  /** As claimed by the caller, so untrusted if the request was refused. */
  clientId: string;
  outcome: TokenRequestOutcome;
  /** The error sent to the caller, and the actual reason, which was not sent. */
  error: string | undefined;
  reason: string | undefined;
  certificateId: string | undefined;
  scope: string | undefined;
  address: string;
  occurredAt: Date;
  /** The assertion that this request uses up; undefined if it was refused earlier. */
  assertion: { hash: Buffer; expiresAt: Date } | undefined;
}

export const SHARED_FOR_MS = 600_000;

/**
 * The id that refused requests of one kind share for ten minutes, in every process. It is a UUIDv7 with the start of the ten
 * minutes, so that it maps to a partition like any other.
 */
export function sharedRequestId(at: Date, kind: readonly (string | undefined)[]): string {
  const began = Math.floor(at.getTime() / SHARED_FOR_MS) * SHARED_FOR_MS;
  const bytes = createHash('sha256').update(JSON.stringify(kind)).digest().subarray(0, 16);
  bytes.writeUIntBE(began, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
