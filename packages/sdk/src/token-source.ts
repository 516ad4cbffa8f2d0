// Gets tokens with the client_credentials grant and a private_key_jwt assertion. See docs/tokens.md.
import { toBase64Url } from './base64.ts';
import { OnboardingError } from './errors.ts';
import { createSigner, type PrivateKey, type SignFunction } from './private-key.ts';
import {
  acceptableWaitMs,
  orAborted,
  pause,
  planRetries,
  retryAfterMs,
  retryLimitsOf,
  withDeadline,
} from './waiting.ts';

export interface TokenSourceOptions {
  /** The issuer exactly as the portal shows it. Either this or tokenUrl is needed. */
  issuer?: string | undefined;
  /** The token endpoint; defaults to the issuer's /oauth2/token. */
  tokenUrl?: string | undefined;
  clientId: string;
  /** The private key of a registered certificate: PEM, JWK, CryptoKey, or a signing function. */
  privateKey: PrivateKey;
  /** The certificate's thumbprint (x5t#S256); only needed to identify one of several certificates. */
  keyId?: string | undefined;
  /** Defaults to all scopes of the client. */
  scope?: string | undefined;
  /** Timeout for each request; defaults to 10 seconds. */
  timeoutMs?: number | undefined;
  /** Defaults to 20. */
  maxRetries?: number | undefined;
  /** A retry is made only if it starts within this time of the first failure; defaults to a minute. */
  retryForMs?: number | undefined;
  /** The upper bound of the wait before the first retry; it doubles with each retry. Defaults to 500. */
  backoffMs?: number | undefined;
  /** Replaces the global fetch. */
  fetch?: typeof fetch | undefined;
  /** Replaces the clock: milliseconds since 1970. */
  now?: (() => number) | undefined;
}

export interface TokenSource {
  /** A token that is valid for at least a few more seconds; callers share it. */
  token(signal?: AbortSignal): Promise<string>;
  /** Call it after a 401 of the API: the next token() requests a new one, unless the refused token was already replaced. */
  forget(refused?: string): void;
}

interface TokenRefusal {
  status?: number;
  code?: string | undefined;
  requestId?: string | undefined;
  retryAfterMs?: number | undefined;
}

/** The token endpoint refused the request, or could not be reached. */
export class TokenRequestError extends OnboardingError {
  override name = 'TokenRequestError';
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  /** The code of RFC 6749, such as invalid_client. */
  readonly code: string | undefined;
  readonly requestId: string | undefined;
  /** How long the token endpoint asks you to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(message: string, about: TokenRefusal = {}, options?: ErrorOptions) {
    super(message, options);
    this.status = about.status;
    this.code = about.code;
    this.requestId = about.requestId;
    this.retryAfterMs = about.retryAfterMs;
  }
}

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const ASSERTION_SECONDS = 60;
/** A token is renewed this long before it expires. */
const RENEW_BEFORE_MS = 30_000;
/** A token is no longer used this long before it expires, because it might expire in transit. */
const LAST_USE_BEFORE_MS = 5_000;
const TIMEOUT_MS = 10_000;
const BACKOFF_MS = 500;
/** A larger clock difference cannot be explained by network delay. */
const CLOCK_TOLERANCE_MS = 5_000;

interface Issued {
  token: string;
  lifeMs: number;
}

interface Held {
  token: string;
  renewAt: number;
  endsAt: number;
}

export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const now = options.now ?? Date.now;
  const request = createRequest(options, now);
  let held: Held | undefined;
  let renewal: Promise<Held> | undefined;
  async function renew(): Promise<Held> {
    try {
      const { token, lifeMs } = await request();
      const endsAt = now() + lifeMs;
      held = { token, renewAt: endsAt - Math.min(RENEW_BEFORE_MS, lifeMs / 2), endsAt };
      return held;
    } finally {
      renewal = undefined;
    }
  }
  return {
    async token(signal) {
      if (held !== undefined && now() < held.renewAt) return held.token;
      renewal ??= renew();
      if (held !== undefined && now() < held.endsAt - LAST_USE_BEFORE_MS) {
        // Still valid for this call, so it does not wait for the renewal; if that fails, the next call retries.
        renewal.catch(() => {});
        return held.token;
      }
      return (await orAborted(renewal, signal)).token;
    },
    forget(refused) {
      if (refused === undefined || held?.token === refused) held = undefined;
    },
  };
}

interface Endpoint {
  url: string;
  audience: string;
}

function endpointOf({ issuer, tokenUrl }: TokenSourceOptions): Endpoint {
  if (tokenUrl !== undefined) return { url: tokenUrl, audience: issuer ?? tokenUrl };
  if (issuer !== undefined) {
    const audience = issuer.replace(/\/$/, '');
    return { url: `${audience}/oauth2/token`, audience };
  }
  throw new TypeError('Set issuer, as the portal shows it under API credentials, or tokenUrl.');
}

/** A function that gets a token, with retries. It remembers the offset of this machine's clock. */
function createRequest(options: TokenSourceOptions, now: () => number): () => Promise<Issued> {
  const endpoint = endpointOf(options);
  const sign = createSigner(options.privateKey);
  const { backoffMs = BACKOFF_MS } = options;
  const limits = retryLimitsOf(options);
  let clockOffsetMs = 0;
  const claim = () => makeAssertion(options, endpoint.audience, now() + clockOffsetMs, sign);
  return async () => {
    const nextRetry = planRetries(limits, backoffMs);
    let corrected = false;
    for (;;) {
      // A new assertion for each attempt, because the previous one may have been used.
      const answer = await send(endpoint, options, await claim());
      if ('token' in answer) return answer;
      const { error, leastMs, serverTime } = answer;
      const offset = serverTime === undefined ? 0 : serverTime - now();
      if (error.code === 'invalid_client' && !corrected && Math.abs(offset - clockOffsetMs) > CLOCK_TOLERANCE_MS) {
        corrected = true;
        clockOffsetMs = offset;
        continue;
      }
      const waitMs = leastMs === undefined ? undefined : nextRetry(leastMs);
      if (waitMs === undefined) throw error;
      await pause(waitMs);
    }
  };
}

async function makeAssertion(
  { clientId, keyId }: TokenSourceOptions,
  audience: string,
  nowMs: number,
  sign: SignFunction,
): Promise<string> {
  const now = Math.floor(nowMs / 1000);
  const jti = crypto.randomUUID();
  const claims = { iss: clientId, sub: clientId, aud: audience, iat: now, exp: now + ASSERTION_SECONDS, jti };
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) };
  const content = `${toBase64Url(JSON.stringify(header))}.${toBase64Url(JSON.stringify(claims))}`;
  return `${content}.${toBase64Url(await sign(new TextEncoder().encode(content)))}`;
}

interface Refused {
  error: TokenRequestError;
  /** The minimum wait before a retry; undefined if it must not be retried. */
  leastMs: number | undefined;
  serverTime: number | undefined;
}

async function send(endpoint: Endpoint, options: TokenSourceOptions, assertion: string): Promise<Issued | Refused> {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: ASSERTION_TYPE,
    client_assertion: assertion,
    ...(options.scope !== undefined && { scope: options.scope }),
  });
  const call = options.fetch ?? fetch;
  const late = () => new Error('no answer in time');
  try {
    return await withDeadline({ timeoutMs: options.timeoutMs ?? TIMEOUT_MS, late }, async (signal) => {
      const init = { method: 'POST', body: form, redirect: 'manual', signal } as const;
      const answer = await call(endpoint.url, init);
      return read(answer, await answer.text(), endpoint);
    });
  } catch (cause) {
    const error = new TokenRequestError(`The token endpoint ${endpoint.url} cannot be reached.`, {}, { cause });
    return { error, leastMs: 0, serverTime: undefined };
  }
}

interface TokenAnswer {
  access_token?: string;
  expires_in?: number;
  error?: string;
  error_description?: string;
  request_id?: string;
}

function read(answer: Response, text: string, endpoint: Endpoint): Issued | Refused {
  const body = parse(text);
  if (answer.ok && body.access_token !== undefined)
    return { token: body.access_token, lifeMs: (body.expires_in ?? 0) * 1000 };
  const { status } = answer;
  const said = [body.error, body.error_description].filter((part) => part !== undefined).join(': ');
  const serverTime = Date.parse(answer.headers.get('date') ?? '');
  const about = {
    status,
    code: body.error,
    requestId: body.request_id ?? answer.headers.get('x-request-id') ?? undefined,
    retryAfterMs: retryAfterMs(answer.headers),
  };
  return {
    error: new TokenRequestError(
      `The token endpoint ${endpoint.url} answered ${status}${said === '' ? '' : ` (${said})`}.${status === 401 ? adviceFor(body.error_description) : ''}`,
      about,
    ),
    leastMs: status === 429 || status >= 500 ? acceptableWaitMs(answer.headers) : undefined,
    serverTime: Number.isNaN(serverTime) ? undefined : serverTime,
  };
}

/** Our token endpoint says itself what to check. */
function adviceFor(said: string | undefined): string {
  if (said?.includes('log of token requests')) return ' /docs/tokens explains each reason.';
  return ' Check the client id first: a request with an unknown one appears in no log. The portal shows any other reason under API credentials, in the log of token requests; /docs/tokens explains each.';
}

function parse(text: string): TokenAnswer {
  try {
    return (JSON.parse(text) ?? {}) as TokenAnswer;
  } catch {
    return {};
  }
}
