// What an assertion must contain besides a valid signature. The library checks iss, sub, exp and the signature, but has
// no upper bound for exp and accepts an iat in the future. All rules are here, so that the log can name the broken one
// helpfully. Pure.
import { ASSERTION_SECONDS, CLOCK_SKEW_SECONDS } from '@onboarding/contract';

export interface Expectation {
  clientId: string;
  /** The accepted values of aud. */
  audiences: readonly string[];
  now: Date;
}

/** A broken rule, with the values found where that helps. Separate, because rules are few but values differ per request. */
export interface Fault {
  rule: string;
  seen?: string;
}

export const textOf = ({ rule, seen }: Fault) => (seen === undefined ? rule : `${rule} (${seen})`);

type Claims = Record<string, unknown>;

/** Why the header is not acceptable, or undefined. Not sent to the caller; the partner can read it in the portal. */
export function faultOfHeader({ alg, kid, typ, ...header }: Record<string, unknown>): Fault | undefined {
  if (alg !== 'RS256') return { rule: 'alg must be RS256' };
  if (kid !== undefined && typeof kid !== 'string') return { rule: 'kid must be a string, or be omitted' };
  if (typ !== undefined && !(typeof typ === 'string' && TYPES.has(typ.toLowerCase())))
    return { rule: 'typ must be JWT, or be omitted' };
  const refused = REFUSED_HEADERS.find((name) => header[name] !== undefined);
  return refused === undefined ? undefined : { rule: `${refused} is not supported: remove it from the header` };
}

/** crit and b64 change what is signed; the others say where to find a key, but we accept only registered ones. */
const REFUSED_HEADERS = ['crit', 'b64', 'jku', 'jwk', 'x5u', 'x5c'];
const TYPES = new Set(['jwt', 'client-authentication+jwt']);

/** Why the claims are not acceptable, or undefined. */
export function faultOfClaims(claims: Claims, expected: Expectation): Fault | undefined {
  return ruleOnly(faultOfNames(claims, expected)) ?? faultOfTimes(claims, expected.now) ?? ruleOnly(faultOfId(claims));
}

const ruleOnly = (rule: string | undefined): Fault | undefined => (rule === undefined ? undefined : { rule });

function faultOfNames({ iss, sub, aud }: Claims, { clientId, audiences }: Expectation): string | undefined {
  if (sub !== clientId) return 'sub must be the client id';
  if (iss !== clientId) return 'iss must be the client id, the same as sub';
  if (aud === undefined) return 'aud is missing';
  if (typeof aud !== 'string') return 'aud must be one string, not a list';
  if (!audiences.includes(aud)) return `aud must be ${audiences.join(' or ')}`;
  return undefined;
}

function faultOfTimes({ iat, exp, nbf }: Claims, now: Date): Fault | undefined {
  const seconds = Math.floor(now.getTime() / 1000);
  if (typeof iat !== 'number' || !Number.isFinite(iat)) return { rule: 'iat is missing or not a number' };
  if (typeof exp !== 'number' || !Number.isFinite(exp)) return { rule: 'exp is missing or not a number' };
  const seen = `iat ${timeOf(iat)}, exp ${timeOf(exp)}, our clock ${timeOf(seconds)}`;
  if (iat > seconds + CLOCK_SKEW_SECONDS) return { rule: 'iat is in the future: check your clock', seen };
  if (exp <= iat) return { rule: 'exp is not after iat' };
  if (exp - iat > ASSERTION_SECONDS) return { rule: `exp is more than ${ASSERTION_SECONDS} seconds after iat` };
  if (exp <= seconds - CLOCK_SKEW_SECONDS) return { rule: PAST, seen };
  if (nbf === undefined) return undefined;
  if (typeof nbf !== 'number') return { rule: 'nbf is not a number' };
  return nbf > seconds + CLOCK_SKEW_SECONDS ? { rule: 'nbf is in the future: check your clock', seen } : undefined;
}

const PAST = 'exp is in the past: check your clock, and create a new assertion for each request';

/** A number of seconds as a time, if it is one. */
function timeOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString().replace('.000Z', 'Z');
}

/**
 * The advice about the caller's clock. It depends only on the assertion and our time, which anyone can know, so it reveals
 * nothing about clients and keys.
 */
export function adviceOnClock(claims: Claims | undefined, now: Date): string | undefined {
  const seen = claims === undefined ? undefined : faultOfTimes(claims, now)?.seen;
  return seen === undefined ? undefined : `Check your clock: ${seen}.`;
}

function faultOfId({ jti }: Claims): string | undefined {
  if (typeof jti !== 'string') return 'jti is missing or not a string';
  return jti.length < 8 || jti.length > 128 ? 'jti must have 8 to 128 characters' : undefined;
}
