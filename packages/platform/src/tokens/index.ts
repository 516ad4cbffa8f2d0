export { createJwksSource, httpJwks, type JwksSource, KeysUnavailable } from './jwks.ts';
export { createTokenVerifier, InvalidToken, type TokenClaims, type TokenVerifier } from './verifier.ts';
