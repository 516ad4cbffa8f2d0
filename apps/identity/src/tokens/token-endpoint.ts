// Extends the library's token endpoint with limits, our claim guard, one text for every fault of an assertion, and a database
// log of every response, committed before the response is sent.
import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { CLOCK_SKEW_SECONDS } from '@onboarding/contract';
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
  UNIFORM_ERROR,
  uniformRefusal,
  wordsOf,
} from './answers.ts';
import { adviceOnClock, type Fault, faultOfClaims, faultOfHeader, textOf } from './assertion-guard.ts';
import type { ClientSource, TokenLimits } from './clients.ts';
import { claimedClientId, explainSignature, isSignedWith, readAssertion } from './refusal.ts';

export interface TokenEndpointParts {
  db: Db;
  clock: Clock;
  logger: Logger;
  registry: Registry;
  clients: ClientSource;
  issuer: string;
  /** The origin of the portal, where partners read why a request was refused. */
  portalUrl: string;
  /** The id of a request in its response and log line. */
  requestIdOf(request: IncomingMessage): string | undefined;
  /** Reports client and error for the log; an unknown client is not reported. */
  onAnswered(request: IncomingMessage, facts: { partnerId?: string; clientId?: string; errorCode?: string }): void;
  limits: Limits;
  tokenLimits: TokenLimits;
}

export interface TokenEndpoint {
  /** Called by the library to check the claims of an assertion after verifying its signature. */
  guard(ctx: KoaContextWithOIDC, claims: object, header: object, client: Client): Promise<void>;
  install(provider: Provider): void;
}

export const TOKEN_PATH = '/oauth2/token';

/**
 * Optional features of the library that we do not offer. It evaluates them after finding the client and before
 * authenticating it, so its refusals would reveal which clients exist.
 */
const IGNORED_HEADERS = ['origin', 'dpop', 'oauth-client-attestation', 'oauth-client-attestation-pop'];
/** Tokens are not for web pages. */
const CROSS_ORIGIN_HEADERS = ['Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'];

const NOT_SIGNED = 'the assertion is not a signed JWT: header.payload.signature, each in base64url';

/** What is known about a request so far. */
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
    // Not repeatable: a retry could not distinguish its own first attempt from an assertion that is used twice.
    (requests: TokenRequest[]) => db.transaction((tx) => recordTokenRequests(tx, requests)),
    { runsAtOnce: 2 },
  );
  const outcomes = new Counter({
    name: 'token_requests_total',
    help: 'Token requests by outcome',
    labelNames: ['outcome'],
    registers: [parts.registry],
  });

  async function guard(ctx: KoaContextWithOIDC, claims: object, header: { kid?: unknown }, client: Client) {
    const progress = progressOf.get(ctx.req);
    const facts: Record<string, unknown> = { ...claims };
    const expected = { clientId: client.clientId, audiences, now: clock.now() };
    const fault = faultOfHeader({ ...header }) ?? faultOfClaims(facts, expected);
    if (fault !== undefined) throw new errors.InvalidClientAuth(textOf(fault));
    const quota = await parts.limits.take(client.clientId, parts.tokenLimits.client);
    ctx.set(limitHeaders(parts.tokenLimits.client, quota));
    if (!quota.allowed) throw tooMany(`This client may request ${quota.limit} tokens per minute.`, quota.resetSeconds);
    if (progress === undefined) return;
    const certificateId = await signerOf(ctx, header, client);
    if (certificateId !== undefined) progress.certificateId = certificateId;
    progress.assertion = {
      hash: createHash('sha256')
        .update(JSON.stringify([facts.iss, facts.jti]))
        .digest(),
      expiresAt: new Date((Number(facts.exp) + CLOCK_SKEW_SECONDS) * 1000),
    };
  }

  /** Which certificate of the client signed; without a kid and with several certificates, each is tried. */
  async function signerOf(ctx: KoaContextWithOIDC, header: { kid?: unknown }, client: Client) {
    const ids = Object.entries((client.certificate_ids ?? {}) as Record<string, string>);
    if (ids.length === 1) return ids[0]?.[1];
    if (typeof header.kid === 'string') return ids.find(([thumbprint]) => thumbprint === header.kid)?.[1];
    const known = await clients.find(client.clientId);
    const assertion = String(ctx.oidc.params?.client_assertion);
    return known?.certificates.find((certificate) => isSignedWith(assertion, certificate))?.certificateId;
  }

  async function trueReason(refusal: Error, assertion: string | undefined, clientId: string): Promise<Fault> {
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

  async function describe(ctx: KoaContextWithOIDC, progress: Progress): Promise<TokenRequest> {
    const assertion = ctx.oidc.params?.client_assertion;
    const sent = typeof assertion === 'string' ? assertion : undefined;
    const clientId = ctx.oidc.client?.clientId ?? claimedClientId(readAssertion(sent ?? '')) ?? '';
    const occurredAt = clock.now();
    const partnerId = ctx.oidc.client?.partner_id ?? (await clients.find(clientId))?.partnerId ?? NO_PARTNER;
    const { refusal } = progress;
    const issued = refusal === undefined;
    const error = isAssertionFault(refusal) ? UNIFORM_ERROR : refusal?.message;
    const fault = refusal === undefined ? undefined : await trueReason(refusal, sent, clientId);
    // A request without a verified assertion is counted, not listed: anyone can send one in anyone's name.
    const kind = issued || progress.assertion !== undefined ? undefined : [addressKey(ctx.ip), error, fault?.rule];
    const ownId = parts.requestIdOf(ctx.req) ?? uuidv7(occurredAt);
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

  function refusalOf({ oidc }: KoaContextWithOIDC) {
    const read = readAssertion(String(oidc.params?.client_assertion ?? ''));
    return uniformRefusal(parts.portalUrl, adviceOnClock(read?.claims, clock.now()));
  }

  async function around(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
    const address = await parts.limits.take(addressKey(ctx.ip), parts.tokenLimits.address);
    if (!address.allowed) {
      outcomes.inc({ outcome: 'limited' });
      ctx.set(limitHeaders(parts.tokenLimits.address, address));
      return answer(ctx, 429, tooMany('Too many token requests from this address.', address.resetSeconds));
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
      const { partnerId, clientId, error = UNIFORM_ERROR } = request;
      parts.onAnswered(ctx.req, {
        ...(partnerId === NO_PARTNER ? {} : { partnerId, clientId }),
        ...(refused ? { errorCode: error } : {}),
      });
      outcomes.inc({ outcome: refused ? 'refused' : 'issued' });
      if (!firstUse || isAssertionFault(progress.refusal)) answer(ctx, 401, refusalOf(ctx));
      else if (progress.refusal !== undefined) answerRefusal(ctx, progress.refusal);
    } catch (error) {
      outcomes.inc({ outcome: 'failed' });
      answerFailure(ctx, error, parts.logger);
    }
  }

  return {
    guard,
    install(provider) {
      // Without a listener the framework prints errors, including callers that disconnect during a request.
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
        return answer(ctx, 405, { error: 'invalid_request', error_description: 'Request tokens with POST.' });
      });
    },
  };
}
