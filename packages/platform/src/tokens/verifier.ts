import { hash } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Clock } from '../ids/index.ts';
import { type JwksSource, KeysUnavailable } from './jwks.ts';

/**
 * What may be said about an invalid token. Unrecognised: everything about a token whose signature is not the issuer's. The
 * others follow from a valid signature, so they help only the one to whom the token was issued.
 */
export type TokenFault = 'Malformed' | 'Unrecognised' | 'Expired' | 'NotYetValid' | 'Misdirected' | 'Unsuitable';

/** The token is invalid. The reason is for our log, never for the caller. */
export class InvalidToken extends Error {
  override name = 'InvalidToken';
  readonly fault: TokenFault;

  constructor(reason: string, fault: TokenFault, options?: ErrorOptions) {
    super(reason, options);
    this.fault = fault;
  }
}

function faultOf(error: errors.JOSEError): TokenFault {
  if (error instanceof errors.JWTExpired) return 'Expired';
  if (!(error instanceof errors.JWTClaimValidationFailed)) return 'Unrecognised';
  if (error.reason === 'check_failed' && (error.claim === 'iat' || error.claim === 'nbf')) return 'NotYetValid';
  return error.claim === 'aud' || error.claim === 'iss' ? 'Misdirected' : 'Unsuitable';
}

/** Asymmetric only: with a shared secret, anyone who can verify a token could also create one. */
export const TOKEN_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;

export interface TokenClaims {
  clientId: string;
  partnerId: string;
  scopes: ReadonlySet<string>;
}

export interface TokenVerifier {
  verify(token: string): Promise<TokenClaims>;
}

export interface VerifierOptions {
  issuer: string;
  audience: string;
  jwks: JwksSource;
  clock: Clock;
  /** The format of the issuer's tokens; defaults to our own. */
  algorithms?: readonly string[];
  type?: string;
  clientClaim?: string;
  scopeClaim?: string;
  partnerClaim?: string;
  /** Replaces the partner claim, for an issuer without partners. */
  partnersByClient?: Readonly<Record<string, string>> | undefined;
  maxAgeSeconds?: number;
}

/** A token lives 300 s and is sent with hundreds of requests, so its signature is checked once. */
const REMEMBERED = 10_000;
const SKEW_SECONDS = 10;

export function createTokenVerifier(options: VerifierOptions): TokenVerifier {
  const remembered = new Map<string, { claims: TokenClaims; expiresAt: number }>();
  return {
    async verify(token) {
      // The hash, so that no usable token stays in memory.
      const key = hash('sha256', token, 'base64');
      const known = remembered.get(key);
      if (known !== undefined) {
        if (options.clock.now().getTime() < known.expiresAt) return known.claims;
        remembered.delete(key);
        throw new InvalidToken('expired', 'Expired');
      }
      const { claims, validUntil } = await check(token, options);
      if (remembered.size >= REMEMBERED) {
        const oldest = remembered.keys().next();
        if (!oldest.done) remembered.delete(oldest.value);
      }
      remembered.set(key, { claims, expiresAt: (validUntil + SKEW_SECONDS) * 1000 });
      return claims;
    },
  };
}

const DEFAULT_MAX_AGE_SECONDS = 310;

interface CheckedToken {
  claims: TokenClaims;
  validUntil: number;
}

async function check(token: string, options: VerifierOptions): Promise<CheckedToken> {
  const maxTokenAge = options.maxAgeSeconds ?? DEFAULT_MAX_AGE_SECONDS;
  const bare = options.issuer.replace(/\/+$/, '');
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid, alg }) => {
        const key = kid === undefined ? undefined : await options.jwks.find(kid, alg);
        if (key === undefined) throw new errors.JWKSNoMatchingKey();
        return key;
      },
      {
        algorithms: [...(options.algorithms ?? ['RS256'])],
        typ: options.type ?? 'at+jwt',
        // Some issuers' names end with a slash, which operators may omit or add by mistake.
        issuer: [bare, `${bare}/`],
        audience: options.audience,
        maxTokenAge,
        clockTolerance: SKEW_SECONDS,
        currentDate: options.clock.now(),
      },
    );
    const times = timesSchema.parse(payload);
    return { claims: readClaims(payload, options), validUntil: Math.min(times.exp, times.iat + maxTokenAge) };
  } catch (error) {
    if (error instanceof KeysUnavailable) throw error;
    if (error instanceof errors.JOSEError) throw new InvalidToken(error.code, faultOf(error), { cause: error });
    if (error instanceof z.ZodError) throw new InvalidToken('claims', 'Unsuitable');
    throw error;
  }
}

const timesSchema = z.object({
  iat: z.number(),
  exp: z.number(),
  // A token bound to a key or certificate requires proof of possession; as a plain bearer token it may be stolen.
  cnf: z.never().optional(),
});
const clientSchema = z.string().min(1);
const partnerSchema = z.uuid();
const scopeSchema = z.union([z.string().transform((text) => text.split(' ')), z.array(z.string())]);

function readClaims(payload: Record<string, unknown>, options: VerifierOptions): TokenClaims {
  const { clientClaim = 'client_id', scopeClaim = 'scope', partnerClaim = 'partner_id', partnersByClient } = options;
  const clientId = clientSchema.parse(payload[clientClaim]);
  const partner = partnersByClient === undefined ? payload[partnerClaim] : ownValue(partnersByClient, clientId);
  return {
    clientId,
    partnerId: partnerSchema.parse(partner).toLowerCase(),
    scopes: new Set(scopeSchema.parse(payload[scopeClaim])),
  };
}

/** Own properties only, because a client may be called "constructor". */
function ownValue(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
