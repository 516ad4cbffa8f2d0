// What the log records about a token request: its outcome, and the true reason of a refusal, which its response does not
// reveal.
import type { IncomingMessage } from 'node:http';
import {
  listCertificatesOfClient,
  NO_PARTNER,
  sharedRequestId,
  type TokenRequest,
} from '@onboarding/domain/credentials';
import { type Clock, uuidTime, uuidv7 } from '@onboarding/platform/ids';
import { addressKey } from '@onboarding/platform/limits';
import type { Db } from '@onboarding/platform/postgres';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { isAssertionFault, UNIFORM_ERROR, wordsOf } from './answers.ts';
import { type Fault, faultOfClaims, faultOfHeader, textOf } from './assertion-guard.ts';
import type { ClientSource } from './clients.ts';
import { claimedClientId, explainSignature, readAssertion } from './refusal.ts';

/** What is known about a request so far. */
export interface Progress {
  certificateId?: string;
  assertion?: NonNullable<TokenRequest['assertion']>;
  refusal?: Error;
  failure?: Error;
}

interface Dependencies {
  db: Db;
  clock: Clock;
  clients: ClientSource;
  audiences: string[];
  requestIdOf(request: IncomingMessage): string | undefined;
}

const NOT_SIGNED = 'the assertion is not a signed JWT: header.payload.signature, each in base64url';

export async function describeTokenRequest(
  dependencies: Dependencies,
  ctx: KoaContextWithOIDC,
  progress: Progress,
): Promise<TokenRequest> {
  const { clock, clients, requestIdOf } = dependencies;
  const assertion = ctx.oidc.params?.client_assertion;
  const sent = typeof assertion === 'string' ? assertion : undefined;
  const clientId = ctx.oidc.client?.clientId ?? claimedClientId(readAssertion(sent ?? '')) ?? '';
  const ownId = requestIdOf(ctx.req) ?? uuidv7(clock.now());
  // The id contains the time at which the request arrived: with another time, the log would not be in the order of its times.
  const occurredAt = uuidTime(ownId) ?? clock.now();
  const partnerId = ctx.oidc.client?.partner_id ?? (await clients.find(clientId))?.partnerId ?? NO_PARTNER;
  const { refusal } = progress;
  const issued = refusal === undefined;
  const error = isAssertionFault(refusal) ? UNIFORM_ERROR : refusal?.message;
  const fault = refusal === undefined ? undefined : await trueReason(dependencies, refusal, sent, clientId);
  // A request without a verified assertion is counted, not listed: anyone can send one in anyone's name.
  const kind = issued || progress.assertion !== undefined ? undefined : [addressKey(ctx.ip), error, fault?.rule];
  return {
    requestId: kind === undefined ? ownId : sharedRequestId(occurredAt, [String(partnerId), ...kind]),
    lastRequestId: ownId,
    partnerId: String(partnerId),
    clientId,
    outcome: issued ? 'Issued' : 'Refused',
    error,
    reason: fault === undefined ? undefined : textOf(fault),
    certificateId: progress.certificateId,
    scope: issued ? (ctx.body as { scope?: string }).scope : undefined,
    address: ctx.ip,
    occurredAt,
    assertion: progress.assertion,
  };
}

async function trueReason(
  { db, clock, clients, audiences }: Dependencies,
  refusal: Error,
  assertion: string | undefined,
  clientId: string,
): Promise<Fault> {
  const because = (rule: string): Fault => ({ rule });
  if (!isAssertionFault(refusal) || assertion === undefined) return because(wordsOf(refusal));
  const read = readAssertion(assertion);
  if (read === undefined) return because(NOT_SIGNED);
  if (typeof read.claims.sub !== 'string') return because('sub must be the client id');
  const client = await clients.find(clientId);
  if (client === undefined) return because('there is no such client');
  if (!client.active) return because('the partner is deactivated');
  const now = clock.now();
  const fault = faultOfHeader(read.header) ?? faultOfClaims(read.claims, { clientId, audiences, now });
  if (fault !== undefined) return fault;
  const certificates = await db.transaction((tx) => listCertificatesOfClient(tx, clientId, now), { readOnly: true });
  return because(explainSignature(assertion, read, certificates));
}
