// Extends the library's token endpoint with limits, our claim guard, one text for every fault of an assertion, and a database
// log of every response, committed before the response is sent.
import { createHash } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { CLOCK_SKEW_SECONDS } from '@onboarding/contract';
import { NO_PARTNER, recordTokenRequests, type TokenRequest } from '@onboarding/domain/credentials';
import { createBatcher } from '@onboarding/platform/batching';
import type { Clock } from '@onboarding/platform/ids';
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
} from './answers.ts';
import { adviceOnClock, faultOfClaims, faultOfHeader, textOf } from './assertion-guard.ts';
import type { ClientSource, TokenLimits } from './clients.ts';
import { isSignedWith, readAssertion } from './refusal.ts';
import { describeTokenRequest, type Progress } from './token-request.ts';

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

interface Endpoint extends TokenEndpointParts {
  /** What an assertion may name as its audience. */
  audiences: string[];
  progressOf: WeakMap<object, Progress>;
  /** Returns whether the request's assertion is used for the first time. */
  record(request: TokenRequest): Promise<boolean>;
  outcomes: Counter<'outcome'>;
}

export function createTokenEndpoint(parts: TokenEndpointParts): TokenEndpoint {
  const endpoint: Endpoint = {
    ...parts,
    audiences: [parts.issuer, parts.issuer + TOKEN_PATH],
    progressOf: new WeakMap(),
    record: createBatcher(
      // Not repeatable: a retry could not distinguish its own first attempt from an assertion that is used twice.
      (requests: TokenRequest[]) => parts.db.transaction((tx) => recordTokenRequests(tx, requests)),
      { runsAtOnce: 2 },
    ),
    outcomes: new Counter({
      name: 'onboarding_token_requests_total',
      help: 'Token requests by outcome',
      labelNames: ['outcome'],
      registers: [parts.registry],
    }),
  };
  return {
    guard: (ctx, claims, header, client) => guardAssertion(endpoint, ctx, { claims, header, client }),
    install: (provider) => install(endpoint, provider),
  };
}

/** An assertion whose signature the library has verified. */
interface VerifiedAssertion {
  claims: object;
  header: { kid?: unknown };
  client: Client;
}

async function guardAssertion(endpoint: Endpoint, ctx: KoaContextWithOIDC, verified: VerifiedAssertion): Promise<void> {
  const { limits, tokenLimits, audiences, clock } = endpoint;
  const { header, client } = verified;
  const progress = endpoint.progressOf.get(ctx.req);
  const claims: Record<string, unknown> = { ...verified.claims };
  const expected = { clientId: client.clientId, audiences, now: clock.now() };
  const fault = faultOfHeader({ ...header }) ?? faultOfClaims(claims, expected);
  if (fault !== undefined) throw new errors.InvalidClientAuth(textOf(fault));
  const quota = await limits.take(client.clientId, tokenLimits.client);
  ctx.set(limitHeaders(tokenLimits.client, quota));
  if (!quota.allowed) throw tooMany(`This client may request ${quota.limit} tokens per minute.`, quota.resetSeconds);
  if (progress === undefined) return;
  const certificateId = await signerOf(endpoint.clients, ctx, verified);
  if (certificateId !== undefined) progress.certificateId = certificateId;
  progress.assertion = {
    hash: createHash('sha256')
      .update(JSON.stringify([claims.iss, claims.jti]))
      .digest(),
    expiresAt: new Date((Number(claims.exp) + CLOCK_SKEW_SECONDS) * 1000),
  };
}

/** Which certificate of the client signed; without a kid and with several certificates, each is tried. */
async function signerOf(clients: ClientSource, ctx: KoaContextWithOIDC, { header, client }: VerifiedAssertion) {
  const ids = Object.entries((client.certificate_ids ?? {}) as Record<string, string>);
  if (ids.length === 1) return ids[0]?.[1];
  if (typeof header.kid === 'string') return ids.find(([thumbprint]) => thumbprint === header.kid)?.[1];
  const known = await clients.find(client.clientId);
  const assertion = String(ctx.oidc.params?.client_assertion);
  return known?.certificates.find((certificate) => isSignedWith(assertion, certificate))?.certificateId;
}

function install(endpoint: Endpoint, provider: Provider): void {
  const { logger, progressOf } = endpoint;
  // Without a listener the framework prints errors, including callers that disconnect during a request.
  const emitter: EventEmitter = provider;
  emitter.on('error', (error: unknown) => logger.warn({ err: error }, 'request broke off'));
  provider.on('grant.error', (ctx, error) => {
    const progress = progressOf.get(ctx.req);
    if (progress !== undefined) progress.refusal = inOurWords(error);
  });
  provider.on('server_error', (ctx, error) => {
    const progress = progressOf.get(ctx.req);
    if (progress !== undefined) progress.failure = error;
    else logger.error({ err: error }, 'request failed');
  });
  provider.use((ctx, next) => {
    if (ctx.path !== TOKEN_PATH) return next();
    if (ctx.method === 'POST') return answerTokenRequest(endpoint, ctx as KoaContextWithOIDC, next);
    ctx.set('Allow', 'POST');
    return answer(ctx, 405, { error: 'invalid_request', error_description: 'Request tokens with POST.' });
  });
}

/** `next` lets the library issue or refuse the token. */
async function answerTokenRequest(endpoint: Endpoint, ctx: KoaContextWithOIDC, next: () => Promise<void>) {
  const { limits, tokenLimits, outcomes } = endpoint;
  const address = await limits.take(addressKey(ctx.ip), tokenLimits.address);
  if (!address.allowed) {
    outcomes.inc({ outcome: 'limited' });
    ctx.set(limitHeaders(tokenLimits.address, address));
    return answer(ctx, 429, tooMany('Too many token requests from this address.', address.resetSeconds));
  }
  const progress: Progress = {};
  endpoint.progressOf.set(ctx.req, progress);
  for (const name of IGNORED_HEADERS) delete ctx.req.headers[name];
  try {
    await next();
    for (const name of CROSS_ORIGIN_HEADERS) ctx.remove(name);
    if (progress.failure !== undefined) throw progress.failure;
    await recordAndAnswer(endpoint, ctx, progress);
  } catch (error) {
    outcomes.inc({ outcome: 'failed' });
    answerFailure(ctx, error, endpoint.logger);
  }
}

/** The library's response is kept only for a token that is issued. */
async function recordAndAnswer(endpoint: Endpoint, ctx: KoaContextWithOIDC, progress: Progress) {
  const request = await describeTokenRequest(endpoint, ctx, progress);
  const firstUse = await endpoint.record(request);
  const refused = progress.refusal !== undefined || !firstUse;
  const { partnerId, clientId, error = UNIFORM_ERROR } = request;
  endpoint.onAnswered(ctx.req, {
    ...(partnerId === NO_PARTNER ? {} : { partnerId, clientId }),
    ...(refused ? { errorCode: error } : {}),
  });
  endpoint.outcomes.inc({ outcome: refused ? 'refused' : 'issued' });
  if (!firstUse || isAssertionFault(progress.refusal)) answer(ctx, 401, refusalOf(endpoint, ctx));
  else if (progress.refusal !== undefined) answerRefusal(ctx, progress.refusal);
}

function refusalOf({ portalUrl, clock }: Endpoint, { oidc }: KoaContextWithOIDC) {
  const read = readAssertion(String(oidc.params?.client_assertion ?? ''));
  return uniformRefusal(portalUrl, adviceOnClock(read?.claims, clock.now()));
}
