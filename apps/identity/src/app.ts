// The whole HTTP surface: the protocol paths go to the OpenID provider, the pages for users are our own.
import type { IncomingMessage } from 'node:http';
import type { Context } from '@onboarding/domain';
import { uuidv7 } from '@onboarding/platform/ids';
import { addressKey, type Limits, memoryLimits } from '@onboarding/platform/limits';
import type { Registry } from '@onboarding/platform/metrics';
import { type Health, observeRequests, openHttpServer, serveHealth } from '@onboarding/platform/service';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IdentityConfig } from './config.ts';
import { type Front, straighten } from './front.ts';
import { sendPage } from './interactions/answer.ts';
import { serveInteractions, userSide } from './interactions/index.ts';
import { tooManyRequests } from './interactions/views/message-views.ts';
import { keyMetrics } from './keys/signing-keys.ts';
import { createAdapter } from './provider/adapter.ts';
import { type CurrentProvider, createCurrentProvider } from './provider/current-provider.ts';
import { createProvider } from './provider/provider.ts';
import { NO_STORE, REQUEST_ID, unreadable } from './tokens/answers.ts';
import { type ClientSource, createClientSource, tokenLimits } from './tokens/clients.ts';
import { createTokenEndpoint, TOKEN_PATH, type TokenEndpoint } from './tokens/token-endpoint.ts';

/** The parts of the domain's context that identity needs. */
type IdentityContext = Pick<Context, 'db' | 'clock' | 'keys' | 'logger' | 'jobs'>;

export interface IdentityParts {
  context: IdentityContext;
  registry: Registry;
  limits: Limits;
  config: Pick<
    IdentityConfig,
    | 'ENVIRONMENT'
    | 'REHEARSAL'
    | 'ISSUER'
    | 'TOKEN_AUDIENCE'
    | 'PORTAL_URL'
    | 'CONSOLE_URL'
    | 'PORTAL_CLIENT_SECRET'
    | 'CONSOLE_CLIENT_SECRET'
    | 'PORTAL_CLIENT_SECRET_PREVIOUS'
    | 'CONSOLE_CLIENT_SECRET_PREVIOUS'
    | 'TRUSTED_PROXIES'
    | 'KEYS_LOOK_EVERY_SECONDS'
    | 'TOKENS_PER_MINUTE_PER_CLIENT'
    | 'TOKENS_PER_MINUTE_PER_ADDRESS'
    | 'VISITS_PER_MINUTE_PER_ADDRESS'
  >;
}

export interface Identity {
  app: FastifyInstance;
  health: Health;
  /** Checks for changed signing keys now. */
  refreshKeys(): Promise<void>;
}

export async function buildIdentity(parts: IdentityParts): Promise<Identity> {
  const { context, registry, config } = parts;
  const { db, clock } = context;
  const requests: Requests = new WeakMap();
  const provider = await openProvider(parts, requests);
  const app = openFront(parts);
  observeRequests(app, registry);
  keyMetrics(registry, context);
  app.addHook('onRequest', limitVisitors(config.VISITS_PER_MINUTE_PER_ADDRESS));
  const health = serveHealth(app, { service: 'identity', db, clock, registry });
  await app.register(async (protocol) => serveProtocol(protocol, provider, requests));
  await app.register(async (pages) =>
    serveInteractions(pages, { context, provider: provider.get, issuer: config.ISSUER, registry }),
  );
  app.addHook('onClose', async () => provider.stop());
  await app.ready();
  return { app, health, refreshKeys: provider.refresh };
}

/** The requests that the provider handles, by what it gets of them. */
type Requests = WeakMap<IncomingMessage, FastifyRequest>;

function openProvider(parts: IdentityParts, requests: Requests): Promise<CurrentProvider> {
  const { context, config } = parts;
  const { db, clock, keys } = context;
  const clients = createClientSource(db, clock);
  const tokenEndpoint = openTokenEndpoint(parts, clients, requests);
  const users = userSide(context);
  return createCurrentProvider({
    ...context,
    lookEverySeconds: config.KEYS_LOOK_EVERY_SECONDS,
    make: (signingKeys) =>
      createProvider({
        issuer: config.ISSUER,
        audience: config.TOKEN_AUDIENCE,
        portal: {
          url: config.PORTAL_URL,
          secret: config.PORTAL_CLIENT_SECRET,
          previous: config.PORTAL_CLIENT_SECRET_PREVIOUS,
        },
        console: {
          url: config.CONSOLE_URL,
          secret: config.CONSOLE_CLIENT_SECRET,
          previous: config.CONSOLE_CLIENT_SECRET_PREVIOUS,
        },
        keys,
        signingKeys,
        adapter: createAdapter({ db, clock, keys, clients }),
        tokenEndpoint,
        users,
      }),
  });
}

function openTokenEndpoint(
  { context, registry, limits, config }: IdentityParts,
  clients: ClientSource,
  requests: Requests,
): TokenEndpoint {
  const { db, clock, logger } = context;
  return createTokenEndpoint({
    db,
    clock,
    logger,
    registry,
    clients,
    issuer: config.ISSUER,
    portalUrl: config.PORTAL_URL,
    requestIdOf: (raw) => requests.get(raw)?.id,
    onAnswered(raw, { errorCode, ...caller }) {
      const request = requests.get(raw);
      if (request !== undefined) Object.assign(request, { caller, errorCode });
    },
    limits,
    tokenLimits: tokenLimits({
      client: config.TOKENS_PER_MINUTE_PER_CLIENT,
      address: config.TOKENS_PER_MINUTE_PER_ADDRESS,
    }),
  });
}

/** The HTTP server that corrects every request before anything reads it. */
function openFront({ context, config }: IdentityParts): FastifyInstance {
  const { logger, clock } = context;
  const { host, protocol } = new URL(config.ISSUER);
  const front: Front = { host, scheme: protocol.slice(0, -1), trustedProxies: config.TRUSTED_PROXIES };
  const app = openHttpServer(
    { logger, encryptedOnly: config.ENVIRONMENT !== 'development', rehearsal: config.REHEARSAL },
    {
      genReqId: () => uuidv7(clock.now()),
      bodyLimit: 64 * 1024,
      // straighten() leaves exactly one entry, which is ours.
      trustProxy: true,
    },
  );
  app.addHook('onRequest', (request, reply, done) => {
    straighten(request.raw, front);
    // On the raw response, because the provider writes its own.
    reply.raw.setHeader(REQUEST_ID, request.id);
    done();
  });
  return app;
}

function serveProtocol(app: FastifyInstance, provider: CurrentProvider, requests: Requests): void {
  // The provider reads bodies itself.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  // Only an invalid Content-Type can fail before the provider gets the request.
  app.setErrorHandler((_error, request, reply) => reply.status(400).headers(NO_STORE).send(unreadable(request.id)));
  for (const path of [...PROTOCOL_PATHS, '/oauth2/*', '/.well-known/*']) {
    app.all(path, (request, reply) => {
      reply.hijack();
      requests.set(request.raw, request);
      void provider.handle(request.raw, reply.raw);
    });
  }
}

/** Answered from memory, or limited separately. */
const UNCOUNTED = /^\/(health|assets|\.well-known|oauth2\/(token|jwks))(\/|$|\?)/;

/**
 * Starting a sign-in creates a record, and every page queries the database: limited per address and minute. In memory
 * and not in Redis, because this limit must work without it.
 */
function limitVisitors(perMinute: number) {
  const counts = memoryLimits();
  const limit = { name: 'visits', points: perMinute, seconds: 60 };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (UNCOUNTED.test(request.raw.url ?? '')) return;
    const { allowed, resetSeconds } = await counts.take(addressKey(request.ip), limit);
    if (!allowed) sendPage(reply.header('retry-after', resetSeconds), tooManyRequests(resetSeconds), { status: 429 });
  };
}

/** The routes of the provider, with their names in logs and metrics. */
const PROTOCOL_PATHS = [
  TOKEN_PATH,
  '/oauth2/jwks',
  '/oauth2/authorize',
  '/oauth2/authorize/:uid',
  '/oauth2/sign-out',
  '/oauth2/sign-out/:step',
  '/.well-known/openid-configuration',
];
