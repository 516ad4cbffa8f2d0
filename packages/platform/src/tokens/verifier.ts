import { hash } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import { z } from 'zod';
import type { Clock } from '../ids/index.ts';
import { type JwksSource, KeysUnavailable } from './jwks.ts';

/** The token does not prove anything. The reason is for our log, never for the caller. */
export class InvalidToken extends Error {
  override name = 'InvalidToken';
}

const claimsSchema = z.object({
  client_id: z.string().min(1),
  partner_id: z.uuid(),
  scope: z.string(),
  exp: z.number(),
  // A token bound to a key or certificate must be shown with its proof; as a plain bearer token it may be stolen.
  cnf: z.never().optional(),
});

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
}

/** A token lives 300 s and comes with hundreds of requests, so its signature is checked once. */
const REMEMBERED = 10_000;
const SKEW_SECONDS = 10;

export function createTokenVerifier(options: VerifierOptions): TokenVerifier {
  const remembered = new Map<string, { claims: TokenClaims; expiresAt: number }>();
  return {
    async verify(token) {
      // The hash, so that no usable token lies about in memory.
      const key = hash('sha256', token, 'base64');
      const known = remembered.get(key);
      if (known !== undefined) {
        if (options.clock.now().getTime() < known.expiresAt) return known.claims;
        remembered.delete(key);
        throw new InvalidToken('expired');
      }
      const { claims, exp } = await check(token, options);
      if (remembered.size >= REMEMBERED) {
        const oldest = remembered.keys().next();
        if (!oldest.done) remembered.delete(oldest.value);
      }
      remembered.set(key, { claims, expiresAt: (exp + SKEW_SECONDS) * 1000 });
      return claims;
    },
  };
}

async function check(token: string, options: VerifierOptions): Promise<{ claims: TokenClaims; exp: number }> {
  try {
    const { payload } = await jwtVerify(
      token,
      async (header) => {
        const key = header.kid === undefined ? undefined : await options.jwks.find(header.kid);
        if (key === undefined) throw new errors.JWKSNoMatchingKey();
        return key;
      },
      {
        algorithms: ['RS256'],
        typ: 'at+jwt',
        issuer: options.issuer,
        audience: options.audience,
        maxTokenAge: 310,
        clockTolerance: SKEW_SECONDS,
        currentDate: options.clock.now(),
      },
    );
    const claims = claimsSchema.parse(payload);
    return {
      claims: {
        clientId: claims.client_id,
        partnerId: claims.partner_id.toLowerCase(),
        scopes: new Set(claims.scope.split(' ')),
      },
      exp: claims.exp,
    };
  } catch (error) {
    if (error instanceof KeysUnavailable) throw error;
    if (error instanceof errors.JOSEError) throw new InvalidToken(error.code, { cause: error });
    if (error instanceof z.ZodError) throw new InvalidToken('claims');
    throw error;
  }
}
