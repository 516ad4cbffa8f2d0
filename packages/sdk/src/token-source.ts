// Tokens by client_credentials with a private_key_jwt assertion. See docs/tokens.md.
import { createPrivateKey, randomUUID, sign } from 'node:crypto';

export interface TokenSourceOptions {
  /** The issuer exactly as the portal shows it. */
  issuer: string;
  clientId: string;
  /** The private key of a registered certificate, as PEM. */
  privateKey: string;
  /** Unless it is the issuer's /oauth2/token. */
  tokenEndpoint?: string;
  /** All that the client may have, unless told. */
  scope?: string;
}

export interface TokenSource {
  /** A token that is good for a while yet; callers share it. */
  token(): Promise<string>;
  /** After a 401 of the API: the next call of token() gets a new one. */
  forget(): void;
}

/** The token endpoint refused, or could not be reached. */
export class TokenRequestError extends Error {
  override name = 'TokenRequestError';
  /** Undefined when there was no answer. */
  readonly status: number | undefined;

  constructor(message: string, status?: number, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
/** Asked for anew so long before its end. */
const RENEW_BEFORE_MS = 30_000;
const TIMEOUT_MS = 10_000;

export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const key = createPrivateKey(options.privateKey);
  let current: { token: Promise<string>; renewAt: number } | undefined;
  return {
    token() {
      if (current !== undefined && Date.now() < current.renewAt) return current.token;
      const fetched = request(options, assertion(options, key));
      const mine = { token: fetched.then(({ token }) => token), renewAt: Date.now() + RENEW_BEFORE_MS };
      current = mine;
      // One that failed must not be handed out again.
      fetched.then(
        ({ lifeMs }) => {
          mine.renewAt = Date.now() + lifeMs - RENEW_BEFORE_MS;
        },
        () => {
          if (current === mine) current = undefined;
        },
      );
      return mine.token;
    },
    forget() {
      current = undefined;
    },
  };
}

function assertion({ clientId, issuer }: TokenSourceOptions, key: ReturnType<typeof createPrivateKey>): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: clientId, sub: clientId, aud: issuer, iat: now, exp: now + 60, jti: randomUUID() };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const content = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}

async function request(options: TokenSourceOptions, clientAssertion: string) {
  const endpoint = options.tokenEndpoint ?? `${options.issuer}/oauth2/token`;
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: ASSERTION_TYPE,
    client_assertion: clientAssertion,
    ...(options.scope !== undefined && { scope: options.scope }),
  });
  const answer = await fetch(endpoint, {
    method: 'POST',
    body: form,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new TokenRequestError(`The token endpoint ${endpoint} cannot be reached.`, undefined, { cause });
  });
  const read: unknown = await answer.json().catch(() => ({}));
  const body = (typeof read === 'object' && read !== null ? read : {}) as Record<string, unknown>;
  if (!answer.ok || typeof body.access_token !== 'string')
    throw new TokenRequestError(
      `The token endpoint answered ${answer.status} ${String(body.error ?? '')}: ${String(body.error_description ?? '')} The true reason is in the portal, under API Credentials, in the log of token requests.`,
      answer.status,
    );
  return { token: body.access_token, lifeMs: Number(body.expires_in ?? 0) * 1000 };
}
