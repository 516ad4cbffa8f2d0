// What an assertion must say beyond a good signature. The library checks iss, sub, exp and the signature; it knows no upper
// bound for exp and lets an iat of tomorrow pass. Pure.

export const SKEW_SECONDS = 10;
const MAX_LIFETIME_SECONDS = 300;

/** Why the claims are not acceptable, or undefined. The caller is never told; its partner reads it in the portal. */
export function faultOfClaims(
  claims: Record<string, unknown>,
  audiences: readonly string[],
  now: Date,
): string | undefined {
  const { aud, iat, exp, jti } = claims;
  const seconds = Math.floor(now.getTime() / 1000);
  if (typeof aud !== 'string') return 'aud must be one string, not a list';
  if (!audiences.includes(aud)) return 'aud must be the issuer or the token endpoint';
  if (typeof iat !== 'number' || !Number.isFinite(iat)) return 'iat is missing or not a number';
  if (iat > seconds + SKEW_SECONDS) return 'iat is in the future';
  if (typeof exp !== 'number' || !Number.isFinite(exp)) return 'exp is missing or not a number';
  if (exp <= iat) return 'exp is not after iat';
  if (exp - iat > MAX_LIFETIME_SECONDS) return `exp is more than ${MAX_LIFETIME_SECONDS} seconds after iat`;
  if (typeof jti !== 'string' || jti.length < 8 || jti.length > 128) return 'jti must have 8 to 128 characters';
  return undefined;
}
