// What an assertion must say beyond a good signature. The library checks iss, sub, exp and the signature; it knows no upper
// bound for exp and lets an iat of tomorrow pass. Here are all the rules, so that also the log can name the one that was
// broken in words that help. Pure.

export const SKEW_SECONDS = 10;
const MAX_LIFETIME_SECONDS = 300;

export interface Expectation {
  clientId: string;
  /** The names by which an assertion may address us. */
  audiences: readonly string[];
  now: Date;
}

type Claims = Record<string, unknown>;

/** Why the header is not acceptable, or undefined. The caller is never told; its partner reads it in the portal. */
export function faultOfHeader({ alg, kid, typ, ...header }: Record<string, unknown>): string | undefined {
  if (alg !== 'RS256') return 'alg must be RS256';
  if (kid !== undefined && typeof kid !== 'string') return 'kid must be a string, or be left out';
  if (typ !== undefined && !(typeof typ === 'string' && TYPES.has(typ.toLowerCase())))
    return 'typ must be JWT, or be left out';
  const refused = REFUSED_HEADERS.find((name) => header[name] !== undefined);
  return refused === undefined ? undefined : `${refused} is not supported: leave it out of the header`;
}

/** crit and b64 change what is signed; the others say where to find a key, and ours are the registered ones only. */
const REFUSED_HEADERS = ['crit', 'b64', 'jku', 'jwk', 'x5u', 'x5c'];
const TYPES = new Set(['jwt', 'client-authentication+jwt']);

/** Why the claims are not acceptable, or undefined. */
export function faultOfClaims(claims: Claims, expected: Expectation): string | undefined {
  return faultOfNames(claims, expected) ?? faultOfTimes(claims, expected.now) ?? faultOfId(claims);
}

function faultOfNames({ iss, sub, aud }: Claims, { clientId, audiences }: Expectation): string | undefined {
  if (sub !== clientId) return 'sub must be the client id';
  if (iss !== clientId) return 'iss must be the client id, the same as sub';
  if (aud === undefined) return 'aud is missing';
  if (typeof aud !== 'string') return 'aud must be one string, not a list';
  if (!audiences.includes(aud)) return `aud must be ${audiences.join(' or ')}`;
  return undefined;
}

function faultOfTimes({ iat, exp, nbf }: Claims, now: Date): string | undefined {
  const seconds = Math.floor(now.getTime() / 1000);
  if (typeof iat !== 'number' || !Number.isFinite(iat)) return 'iat is missing or not a number';
  if (typeof exp !== 'number' || !Number.isFinite(exp)) return 'exp is missing or not a number';
  if (iat > seconds + SKEW_SECONDS) return 'iat is in the future: check the clock of the machine';
  if (exp <= iat) return 'exp is not after iat';
  if (exp - iat > MAX_LIFETIME_SECONDS) return `exp is more than ${MAX_LIFETIME_SECONDS} seconds after iat`;
  if (exp <= seconds - SKEW_SECONDS) return 'exp is in the past: make a new assertion for each request';
  if (nbf === undefined) return undefined;
  if (typeof nbf !== 'number') return 'nbf is not a number';
  return nbf > seconds + SKEW_SECONDS ? 'nbf is in the future' : undefined;
}

function faultOfId({ jti }: Claims): string | undefined {
  if (typeof jti !== 'string') return 'jti is missing or not a string';
  return jti.length < 8 || jti.length > 128 ? 'jti must have 8 to 128 characters' : undefined;
}
