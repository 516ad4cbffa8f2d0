// What we add around the library's token endpoint: limits, our claim guard, one text for every fault of an assertion, and
// a log line in the database for every answer, committed before the answer leaves.
import { createHash } from 'node:crypto';
import {
  listCertificatesOfClient,
  NO_PARTNER,
  recordTokenRequests,
  type TokenRequest,
} from '@onboarding/domain/credentials';
import { createBatcher } from '@onboarding/platform/batching';
import { type Clock, uuidv7 } from '@onboarding/platform/ids';
import type { Logger } from '@onboarding/platform/logger';
import { Counter, type Registry } from '@onboarding/platform/metrics';
import { AmbiguousCommit, type Db, StoreUnavailable } from '@onboarding/platform/postgres';
import { type Client, errors, type KoaContextWithOIDC, type Provider } from 'oidc-provider';
import { faultOfClaims, SKEW_SECONDS } from './assertion-guard.ts';
import type { ClientSource } from './clients.ts';
import { addressKey, type Limit, limitHeaders } from './limits.ts';
import { claimedClientId, explainSignature, isSignedWith } from './refusal.ts';

export interface TokenEndpointParts {
  db: Db;
  clock: Clock;
  logger: Logger;
  registry: Registry;
  clients: ClientSource;
  issuer: string;
  perClient: Limit;
  perAddress: Limit;
}

export interface TokenEndpoint {
  /** Given to the library as its check of an assertion's claims; runs once the signature is known to be good. */
  guard(ctx: KoaContextWithOIDC, claims: object, header: { kid?: unknown }, client: Client): Promise<void>;
  install(provider: Provider): void;
}

export const TOKEN_PATH = '/oauth2/token';

/** The same for every fault of an assertion: whoever tries keys out learns nothing from the answer. */
const UNIFORM = {
  error: 'invalid_client',
  error_description:
    'The client assertion was not accepted. Your staff find the reason in the portal, under API Credentials, in the log of token requests.',
};

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
    const fault = faultOfClaims(facts, audiences, clock.now());
    if (fault !== undefined) throw new errors.InvalidClientAuth(fault);
    const standing = await parts.perClient.take(client.clientId);
    ctx.set(limitHeaders('client', standing));
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
    if (header.kid !== undefined) return ids.find(([thumbprint]) => thumbprint === header.kid)?.[1];
    const known = await clients.find(client.clientId);
    const assertion = String(ctx.oidc.params?.client_assertion);
    return known?.certificates.find((certificate) => isSignedWith(assertion, certificate))?.certificateId;
  }

  async function trueReason(error: Error, assertion: string | undefined, clientId: string): Promise<string> {
    const detail = 'error_detail' in error ? error.error_detail : undefined;
    const described = 'error_description' in error ? error.error_description : undefined;
    const reason = String(detail ?? described ?? error.message);
    if (reason === 'client not found') {
      return (await clients.find(clientId)) === undefined ? 'there is no such client' : 'the partner is deactivated';
    }
    if (assertion === undefined || !/signature verification failed|no applicable key found/.test(reason)) return reason;
    const certificates = await db.transaction((tx) => listCertificatesOfClient(tx, clientId, clock.now()), {
      readOnly: true,
    });
    return explainSignature(assertion, certificates);
  }

  async function describe(ctx: KoaContextWithOIDC, progress: Progress): Promise<TokenRequest> {
    const assertion = ctx.oidc.params?.client_assertion;
    const sent = typeof assertion === 'string' ? assertion : undefined;
    const clientId = ctx.oidc.client?.clientId ?? claimedClientId(sent) ?? '';
    const occurredAt = clock.now();
    const partnerId = ctx.oidc.client?.partner_id ?? (await clients.find(clientId))?.partnerId ?? NO_PARTNER;
    const issued = progress.refusal === undefined;
    return {
      requestId: uuidv7(occurredAt),
      partnerId: String(partnerId),
      clientId,
      outcome: issued ? 'Issued' : 'Refused',
      error: isAssertionFault(progress.refusal) ? UNIFORM.error : progress.refusal?.message,
      reason: progress.refusal === undefined ? undefined : await trueReason(progress.refusal, sent, clientId),
      certificateId: progress.certificateId,
      scope: issued ? (ctx.body as { scope?: string }).scope : undefined,
      address: ctx.ip,
      occurredAt,
      assertion: progress.assertion,
    };
  }

  async function around(ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
    const address = await parts.perAddress.take(addressKey(ctx.ip));
    if (!address.allowed) {
      outcomes.inc({ outcome: 'limited' });
      ctx.set(limitHeaders('address', address));
      return answer(ctx, 429, tooMany('Too many token requests come from this address.', address.resetSeconds));
    }
    const progress: Progress = {};
    progressOf.set(ctx.req, progress);
    try {
      await next();
      if (progress.failure !== undefined) throw progress.failure;
      const request = await describe(ctx, progress);
      const firstUse = await record(request);
      const refused = progress.refusal !== undefined || !firstUse;
      outcomes.inc({ outcome: refused ? 'refused' : 'issued' });
      if (!firstUse || isAssertionFault(progress.refusal)) answer(ctx, 401, UNIFORM);
    } catch (error) {
      outcomes.inc({ outcome: 'failed' });
      answerFailure(ctx, error, parts.logger);
    }
  }

  return {
    guard,
    install(provider) {
      provider.on('grant.error', (ctx, error) => {
        const progress = progressOf.get(ctx.req);
        if (progress !== undefined) progress.refusal = error;
      });
      provider.on('server_error', (ctx, error) => {
        const progress = progressOf.get(ctx.req);
        if (progress !== undefined) progress.failure = error;
      });
      provider.use((ctx, next) =>
        ctx.path === TOKEN_PATH && ctx.method === 'POST' ? around(ctx as KoaContextWithOIDC, next) : next(),
      );
    },
  };
}

/** RFC 6749 has no word for it but this one; the status says the rest. */
function tooMany(what: string, seconds: number): errors.OIDCProviderError {
  const error = new errors.OIDCProviderError(429, 'temporarily_unavailable');
  error.error_description = `${what} Wait ${seconds} seconds, and use each token for its whole lifetime of 300 seconds.`;
  return error;
}

function isAssertionFault(error: Error | undefined): boolean {
  if (error instanceof errors.InvalidClientAuth) return true;
  return error instanceof errors.InvalidRequest && error.error_description === 'invalid client_assertion format';
}

function answer(
  ctx: KoaContextWithOIDC,
  status: number,
  body: { error: string; error_description?: string | undefined },
) {
  ctx.status = status;
  ctx.body = { error: body.error, error_description: body.error_description };
}

function answerFailure(ctx: KoaContextWithOIDC, error: unknown, logger: Logger): void {
  const away = error instanceof StoreUnavailable || error instanceof AmbiguousCommit;
  if (away) {
    ctx.set('Retry-After', '2');
    logger.warn({ err: error }, 'store away');
    answer(ctx, 503, {
      error: 'temporarily_unavailable',
      error_description: 'Tokens cannot be issued at this moment. Wait two seconds and try again with a new assertion.',
    });
    return;
  }
  logger.error({ err: error }, 'token request failed');
  answer(ctx, 500, { error: 'server_error', error_description: 'We made a mistake. Try again with a new assertion.' });
}
