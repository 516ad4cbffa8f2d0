// The log of token requests as shown to a partner: with the actual reasons, which the token endpoint does not reveal.
import {
  ASSERTION_SECONDS,
  SCOPES,
  type TokenRequest,
  type TokenRequestPage,
  type TokenRequestQuery,
} from '@onboarding/contract';
import { uuidFloor, uuidTime } from '@onboarding/platform/ids';
import type { Tx } from '@onboarding/platform/postgres';
import { fromIdCursor, pageOf } from '../cursors.ts';
import { SHARED_FOR_MS } from './token-request.ts';
import { type LogRow, listLogRows } from './token-request-store.ts';

/** The range of times that an id can contain. */
const EARLIEST = 0;
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');
const within = (milliseconds: number) => new Date(Math.min(Math.max(milliseconds, EARLIEST), LATEST));

export async function listTokenRequests(
  tx: Tx,
  partnerId: string,
  { outcome, certificateId, from, to, limit, cursor }: TokenRequestQuery,
): Promise<TokenRequestPage> {
  const start = within(from?.getTime() ?? EARLIEST);
  const end = within(to?.getTime() ?? LATEST);
  // An entry that began before the end may have grown after it.
  const below = lower(uuidFloor(within(end.getTime() + SHARED_FOR_MS)), cursor && fromIdCursor(cursor));
  const question = {
    outcome,
    certificateId,
    from: start,
    to: end,
    // An entry for several requests has the id of the start of their ten minutes.
    first: uuidFloor(within(start.getTime() - SHARED_FOR_MS)),
    before: lower(uuidFloor(end), uuidFloor(afterId(below))),
    below,
  };
  const rows = await listLogRows(tx, partnerId, question, limit + 1);
  const { items, nextCursor } = pageOf(rows, limit, (row) => row.newestId);
  return { items: items.map(toTokenRequest), nextCursor };
}

const lower = (one: string, other: string | undefined) => (other === undefined || one < other ? one : other);

/** A millisecond later than the id, so that it is above all ids of that time. */
const afterId = (id: string) => within((uuidTime(id)?.getTime() ?? LATEST) + 1);

export async function findLastRefusal(tx: Tx, partnerId: string): Promise<TokenRequest | undefined> {
  return (await listTokenRequests(tx, partnerId, { outcome: 'Refused', limit: 1 })).items[0];
}

function toTokenRequest({ requests, newestId, ...row }: LogRow): TokenRequest {
  return {
    ...row,
    // What the caller received; the id of an entry for several requests depends on their reason, and is never told.
    requestId: newestId,
    occurredAt: row.occurredAt.toISOString(),
    remedy: row.reason === null ? null : remedyOf(row.reason),
    count: requests,
    lastOccurredAt: (row.lastOccurredAt ?? row.occurredAt).toISOString(),
  };
}

// How a partner's developer can fix a refused token request, by the reason in the log.

const NEW_ONE = 'Create a new assertion right before each token request';
const REGISTER = 'Register a certificate in the portal, under API credentials, and sign with its key.';

/** By prefix of the reason. The first match applies. */
const REMEDIES: readonly (readonly [string, string])[] = [
  ['alg ', 'Sign with RS256: an RSA key, SHA-256 and PKCS #1 v1.5 padding.'],
  ['kid identifies', 'Set kid to the x5t#S256 of the certificate whose key signs, or omit it.'],
  ['kid ', 'Copy the thumbprint of the certificate from the portal into kid, or omit kid.'],
  ['typ ', 'Set typ in the header to JWT, or omit it.'],
  ['sub ', 'Set iss and sub to your client id, exactly as the portal shows it.'],
  ['iss ', 'Set iss and sub to your client id, exactly as the portal shows it.'],
  ['aud ', 'Set aud to the issuer, exactly as the portal shows it, as one string and without a trailing slash.'],
  ['iat is in the future', "Synchronise the machine's clock, for example with NTP, and set iat to the current time."],
  ['iat ', 'Set iat to the current time, as a number of seconds since 1970.'],
  ['exp is in the past', `Synchronise the machine's clock, for example with NTP. ${NEW_ONE}.`],
  ['exp ', `Set exp to iat plus 60: a number of seconds since 1970, at most ${ASSERTION_SECONDS} seconds after iat.`],
  ['nbf ', "Omit nbf, or set it to the current time and synchronise the machine's clock."],
  ['jti ', 'Set jti to a new random value for each assertion, for example a UUID.'],
  ['the assertion has already been used', `${NEW_ONE}, including retries: each assertion works once.`],
  ['the assertion is not', 'Send the assertion as header.payload.signature, each in base64url without padding.'],
  ['no client_assertion', 'Send client_assertion and client_assertion_type in the body of the request.'],
  ['there is no such client', 'Copy the client id from the portal, under API credentials, into iss and sub.'],
  ['the partner is deactivated', 'Your account with us is deactivated. Contact us to reactivate it.'],
  ['the client has no certificate', REGISTER],
  ['signed with a revoked', `This certificate was revoked permanently. ${REGISTER}`],
  ['signed with an expired', `Create a new key and certificate. ${REGISTER}`],
  ['signed with a certificate that is not valid yet', "Wait until it becomes valid, or check the certificate's dates."],
  [
    'signed with a key',
    'Sign with the key of a registered certificate, over header.payload exactly as you send them, or register the certificate of this key.',
  ],
  [
    'the signature does not match',
    'Sign header.payload exactly as you send them, with the key of this certificate, and change nothing afterwards.',
  ],
  ['There is no such scope', `Request ${SCOPES.join(', ')} or both, or omit scope to get all.`],
  ['There is no such resource', 'Omit the resource parameter.'],
  ['This client is not allowed', 'Send grant_type=client_credentials.'],
  ['This client may request', 'Use each token for its whole lifetime, and share it between all calls of a process.'],
  ['The body could not be read', 'Send a form (application/x-www-form-urlencoded) of at most 56 KB.'],
];

const REMOVE = / is not supported: remove it from the header$/;
const OTHERWISE = `Compare your request with the example that the portal shows after a certificate is registered. ${NEW_ONE}.`;

export function remedyOf(reason: string): string {
  if (REMOVE.test(reason))
    return 'Remove this field from the header: keys come from your registered certificates only.';
  return REMEDIES.find(([beginning]) => reason.startsWith(beginning))?.[1] ?? OTHERWISE;
}
