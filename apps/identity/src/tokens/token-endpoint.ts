// What we add around the library's token endpoint: limits, our claim guard, one text for every fault of an assertion, and
// a log line in the database for every answer, committed before the answer leaves.
import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import {
  listCertificatesOfClient,
  NO_PARTNER,
  recordTokenRequests,
  sharedRequestId,
  type TokenRequest,
} from '@onboarding/domain/credentials';
import { createBatcher } from '@onboarding/platform/batching';
import { type Clock, uuidv7 } from '@onboarding/platform/ids';
import { addressKey, type Limits, limitHeaders } from '@onboarding/platform/limits';
import type { Logger } from '@onboarding/platform/logger';
import { Counter, type Registry } from '@onboarding/platform/metrics';
import type { Db } from '@onboarding/platform/postgres';
import { type Client, errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import {
  answer,
  answerFailure,
  answerRefusal,
  inOurWords,
  isAssertionFault,
  tooMany,
  UNIFORM,
  wordsOf,
} from './answers.ts';
import { faultOfClaims, faultOfHeader, SKEW_SECONDS } from './assertion-guard.ts';
import type { ClientSource } from './clients.ts';
import type { TokenLimits } from './limits.ts';
import { claimedClientId, explainSignature, isSignedWith, readAssertion } from './refusal.ts';

export interface TokenEndpointParts {
  db: Db;
  clock: Clock;
  logger: Logger;
  registry: Registry;
  clients: ClientSource;
  issuer: string;
  limits: Limits;
  tokenLimits: TokenLimits;
}

export interface TokenEndpoint {
  /** Given to the library as its check of an assertion's claims; runs once the signature is known to be good. */
  guard(ctx: KoaContextWithOIDC, claims: object, header: object, client: Client): Promise<void>;
  install(provider: Provider): void;
}

export const TOKEN_PATH = '/oauth2/token';

/**
 * Extras of the library that we do not offer. It looks at them after it has found the client and before it knows that
 * the client is the one that asks, so its refusals would tell strangers which clients exist.
 */
const IGNORED_HEADERS = ['origin', 'dpop', 'oauth-client-attestation', 'oauth-client-attestation-pop'];
/** Tokens are not for pages in a browser. */
const CROSS_ORIGIN_HEADERS = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'];

/** What is known about a request while it is being worked on. */
interface Progress {
  certificateId?: string;
  assertion?: NonNullable<TokenRequest['assertion']>;
  refusal?: Error;
  failure?: Error;
}

export function createTokenEndpoint(parts: TokenEndpointParts): TokenEndpoint {
  const { db, clock, clients } = parts;
  const audiences = [parts.issuer, parts.issuer + TOKEN_PATH];
  const progressOf = new WeakMap<object, Progress>();
  const record = createBatcher(
    // Not repeatable: whether the first try had taken effect could not be told from an assertion that is used twice.
    (requests: TokenRequest[]) => db.transaction((tx) => recordTokenRequests(tx, requests)),
    { runsAtOnce: 2 },
  );
  const outcomes = new Counter({
    name: 'token_requests_total',
    help: 'Requests for tokens by what became of them',
    labelNames: ['outcome'],
    registers: [parts.registry],
  });

  async function guard(ctx: KoaContextWithOIDC, claims: object, header: { kid?: unknown }, client: Client) {
    const progress = progressOf.get(ctx.req);
    const facts: Record<string, unknown> = { ...claims };
    const expected = { clientId: client.clientId, audiences, now: clock.now() };
    const fault = faultOfHeader({ ...header }) ?? faultOfClaims(facts, expected);
    if (fault !== undefined) throw new errors.InvalidClientAuth(fault);
    const standing = await parts.limits.take(client.clientId, parts.tokenLimits.client);
    ctx.set(limitHeaders(parts.tokenLimits.client, standing));
    if (!standing.allowed)
      throw tooMany(`This client may ask for ${standing.limit} tokens a minute.`, standing.resetSeconds);
    if (progress === undefined) return;
    const certificateId = await signerOf(ctx, header, client);
    if (certificateId !== undefined) progress.certificateId = certificateId;
    progress.assertion = {
      hash: createHash('sha256')
        .update(JSON.stringify([facts.iss, facts.jti]))
        .digest(),
      expiresAt: new Date((Number(facts.exp) + SKEW_SECONDS) * 1000),
    };
  }

  /** Which of the client's certificates it was; without a kid and with several, only trying can tell. */
  async function signerOf(ctx: KoaContextWithOIDC, header: { kid?: unknown }, client: Client) {
    const ids = Object.entries((client.certificate_ids ?? {}) as Record<string, string>);
    if (ids.length === 1) return ids[0]?.[1];
    if (typeof header.kid === 'string') return ids.find(([thumbprint]) => thumbprint === header.kid)?.[1];
    const known = await clients.find(client.clientId);
    const assertion = String(ctx.oidc.params?.client_assertion);
    return known?.certificates.find((certificate) => isSignedWith(assertion, certificate))?.certificateId;
  }

  async function trueReason(refusal: Error, assertion: string | undefined, clientId: string): Promise<string> {
    if (!isAssertionFault(refusal) || assertion === undefined) return wordsOf(refusal);
    const read = readAssertion(assertion);
    if (read === undefined) return 'the assertion is not a signed JWT: header.payload.signature, each in base64url';
    if (typeof read.claims.sub !== 'string') return 'sub must be the client id';
    const client = await clients.find(clientId);
    if (client === undefined) return 'there is no such client';
    if (!client.active) return 'the partner is deactivated';
    const now = clock.now();
    const fault = faultOfHeader(read.header) ?? faultOfClaims(read.claims, { clientId, audiences, now });
    if (fault !== undefined) return fault;
    const certificates = await db.transaction((tx) => listCertificatesOfClient(tx, clientId, now), { readOnly: true });
    return explainSignature(assertion, read, certificates);
  }

  async function describe(ctx: KoaContextWithOIDC, progress: Progress): Promise<TokenRequest> {
    const assertion = ctx.oidc.params?.client_assertion;
    const sent = typeof assertion === 'string' ? assertion : undefined;
    const clientId = ctx.oidc.client?.clientId ?? claimedClientId(readAssertion(sent ?? '')) ?? '';
    const occurredAt = clock.now();
    const partnerId = ctx.oidc.client?.partner_id ?? (await clients.find(clientId))?.partnerId ?? NO_PARTNER;
    const { refusal } = progress;
    const issued = refusal === undefined;
    const error = isAssertionFault(refusal) ? UNIFORM.error : refusal?.message;
    const reason = refusal === undefined ? undefined : await trueReason(refusal, sent, clientId);
    // What proves nothing is counted, not listed: anybody can send it in anybody's name.
    const kind = issued || progress.assertion !== undefined ? undefined : [addressKey(ctx.ip), error, reason];
    return {
      requestId: kind === undefined ? uuidv7(occurredAt) : sharedRequestId(occurredAt, [String(partnerId), ...kind]),
      partnerId: String(partnerId),
      clientId,
      outcome: issued ? 'Issued' : 'Refused',
      error,
      reason,
      certificateId: progress.certificateId,
      scope: issued ? (ctx.body as { scope?: string }).scope : undefined,
      address: ctx.ip,
      occurredAt,
      assertion: progress.assertion,
    };
  }

  async function around(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
    const address = await parts.limits.take(addressKey(ctx.ip), parts.tokenLimits.address);
    if (!address.allowed) {
      outcomes.inc({ outcome: 'limited' });
      ctx.set(limitHeaders(parts.tokenLimits.address, address));
      return answer(ctx, 429, tooMany('Too many token requests come from this address.', address.resetSeconds));
    }
    const progress: Progress = {};
    progressOf.set(ctx.req, progress);
    for (const name of IGNORED_HEADERS) delete ctx.req.headers[name];
    try {
      await next();
      for (const name of CROSS_ORIGIN_HEADERS) ctx.remove(name);
      if (progress.failure !== undefined) throw progress.failure;
      const request = await describe(ctx, progress);
      const firstUse = await record(request);
      const refused = progress.refusal !== undefined || !firstUse;
      outcomes.inc({ outcome: refused ? 'refused' : 'issued' });
      if (!firstUse || isAssertionFault(progress.refusal)) answer(ctx, 401, UNIFORM);
      else if (progress.refusal !== undefined) answerRefusal(ctx, progress.refusal);
    } catch (error) {
      outcomes.inc({ outcome: 'failed' });
      answerFailure(ctx, error, parts.logger);
    }
  }

  return {
    guard,
    install(provider) {
      // Without a listener the framework prints what broke, and callers that go away in the middle of a request do.
      const emitter: EventEmitter = provider;
      emitter.on('error', (error: unknown) => parts.logger.warn({ err: error }, 'request broke off'));
      provider.on('grant.error', (ctx, error) => {
        const progress = progressOf.get(ctx.req);
        if (progress !== undefined) progress.refusal = inOurWords(error);
      });
      provider.on('server_error', (ctx, error) => {
        const progress = progressOf.get(ctx.req);
        if (progress !== undefined) progress.failure = error;
        else parts.logger.error({ err: error }, 'request failed');
      });
      provider.use((ctx, next) => {
        if (ctx.path !== TOKEN_PATH) return next();
        if (ctx.method === 'POST') return around(ctx as KoaContextWithOIDC, next);
        ctx.set('Allow', 'POST');
        return answer(ctx, 405, { error: 'invalid_request', error_description: 'Ask for tokens with POST.' });
      });
    },
  };
}
